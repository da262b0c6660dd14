// The functions of conditions, as described to clients.
import { z } from 'zod';
import { modeTypes } from './mode.ts';

const argumentKinds = ['attribute', 'operand', 'operand-or-open', 'list', 'period', 'entity'] as const;
export type ArgumentKind = (typeof argumentKinds)[number];

export const OperatorInfo = z.object({
  name: z.string(),
  phrase: z.string().describe('As it reads between the attribute and the value'),
  phrases: z
    .partialRecord(z.enum(modeTypes), z.string())
    .describe('The phrase for attributes of a type, where it is another one: a day is "before" another'),
  args: z
    .array(z.enum(argumentKinds))
    .describe(
      'attribute: {alias}; operand: {alias}, {value} or {param}; operand-or-open: the same or {}; list: one {value} with a list, one {param} with many, or any number of operands; period: {period}; entity: {entity, of, where}',
    ),
  types: z
    .array(z.enum(modeTypes))
    .describe('The types that it is made for; functions of text work on every other type through its text'),
  negation: z.string().nullable().describe('The function that means the opposite'),
});
export type OperatorInfo = z.infer<typeof OperatorInfo>;

export const OperatorList = z.array(OperatorInfo);
