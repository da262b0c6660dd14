// The entity map (MODE): entities, their attributes with types, and the relations between them.
import { z } from 'zod';
import { modeTypes } from './mode-types.ts';

export { type ModeType, modeTypes } from './mode-types.ts';

export const ModeAttribute = z.object({
  id: z.string(),
  name: z.string().optional(),
  type: z.enum(modeTypes),
});
export type ModeAttribute = z.infer<typeof ModeAttribute>;

export const ModeRelation = z.object({
  own_attr: z.string().describe('Attribute of this entity used in the relation'),
  rel_entity: z.string().describe('The entity at the other end'),
  rel_attr: z.string().describe('Attribute of the other entity'),
  type: z.enum(['many2one', 'one2many']),
});
export type ModeRelation = z.infer<typeof ModeRelation>;

export const ModeEntity = z.object({
  id: z.string(),
  name: z.string().optional(),
  attributes: z.record(z.string(), ModeAttribute),
  relations: z.array(ModeRelation),
});
export type ModeEntity = z.infer<typeof ModeEntity>;

export const Mode = z.record(z.string(), ModeEntity);
export type Mode = z.infer<typeof Mode>;
