// Undeclared keys and relations: inferred from names and values, confirmed or rejected by people.
import { z } from 'zod';
import { fields } from './fields.ts';

const ColumnsOfEntity = z.strictObject({ entity: z.string(), columns: z.array(z.string()) });

export const InferredRelation = z
  .strictObject({
    id: z.string(),
    entity: z.string(),
    columns: z.array(z.string()),
    references: ColumnsOfEntity.describe('The entity that they refer to, and its key'),
    evidence: z.strictObject({
      rows: z.number().int().describe('Rows of the entity'),
      nulls: z.number().int().describe('Rows without a value'),
      distinct: z.number().int().describe('Different values'),
      found: z.number().int().describe('Different values that are in the key'),
    }),
    state: z
      .enum(['inferred', 'proposed', 'confirmed', 'rejected'])
      .describe('Inferred and confirmed ones are relations; proposed ones wait for somebody who knows'),
    suspended: z
      .enum(['no-key', 'no-match'])
      .optional()
      .describe(
        'Why a confirmed one is no relation at the moment: what it refers to is no key, or has another type',
      ),
  })
  .meta({ id: 'InferredRelation' });
export type InferredRelation = z.infer<typeof InferredRelation>;

export const Inferred = z
  .strictObject({ keys: z.array(ColumnsOfEntity), relations: z.array(InferredRelation) })
  .meta({ id: 'Inferred' });
export type Inferred = z.infer<typeof Inferred>;

export const decisions = ['confirmed', 'rejected'] as const;

export const InferredDecision = fields('a decision', { state: z.enum(decisions) }).meta({
  id: 'InferredDecision',
});
export type InferredDecision = z.infer<typeof InferredDecision>;

export const InferredParams = z.object({ id: z.string().describe('Id of an inferred relation') });
