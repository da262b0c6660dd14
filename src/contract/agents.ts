// What assistants send to the tools, and what the page gets to know about them.
import { z } from 'zod';
import { ChangeSetBody } from './change.ts';
import { fields } from './fields.ts';
import { exactIntegerBetween, scalar } from './scalars.ts';

/** The most rows in one answer to an assistant. */
export const maxAgentRows = 200;

export const SearchModelBody = fields('search_model', {
  find: z.string().max(200, 'at most 200 characters').optional().describe('Words to look for'),
  entity: z.string().optional(),
  to: z.string().optional().describe('Another entity: paths to it'),
  column: z.string().optional().describe('A column: its commonest values'),
});
export type SearchModelBody = z.infer<typeof SearchModelBody>;

export const RecordAskBody = fields('record', {
  entity: z.string(),
  key: z.array(scalar).min(1, 'at least one value').describe('Key values in order'),
});
export type RecordAskBody = z.infer<typeof RecordAskBody>;

const saved = {
  arguments: z.record(z.string(), z.union([scalar, z.array(scalar)])).optional(),
  limit: exactIntegerBetween(0, maxAgentRows).optional(),
  offset: exactIntegerBetween(0, Number.MAX_SAFE_INTEGER).optional(),
};

export const OfferedBody = fields('a saved query', saved);
export type OfferedBody = z.infer<typeof OfferedBody>;

export const RunSavedBody = fields('run_saved', {
  slug: z.string().optional().describe('Without it: a list'),
  ...saved,
});
export type RunSavedBody = z.infer<typeof RunSavedBody>;

export const QuestionBody = fields('a question', {
  question: z
    .string()
    .max(1_000, 'at most 1,000 characters')
    .refine((text) => text.trim() !== '', { error: 'a text that is not empty' }),
}).meta({ id: 'QuestionBody' });
export type QuestionBody = z.infer<typeof QuestionBody>;

/** A language model's translation of a question. */
export const Interpretation = z
  .discriminatedUnion('understood', [
    z.strictObject({
      understood: z.literal(true),
      unigrid: z.record(z.string(), z.unknown()).describe('A query that fits the database'),
      sentence: z.string(),
      repairs: z.int().describe('How often it was handed back'),
    }),
    z.strictObject({ understood: z.literal(false), reason: z.string(), repairs: z.int() }),
  ])
  .meta({ id: 'Interpretation' });
export type Interpretation = z.infer<typeof Interpretation>;

/** One question of an assistant; repeating it updates the same entry. */
export const AskedEntry = z
  .strictObject({
    id: z.string(),
    at: z.string().describe('When it was asked last, as an instant'),
    times: z.int().describe('How often'),
    tool: z.string(),
    said: z.string().describe('What was asked, in words'),
    unigrid: z.record(z.string(), z.unknown()).nullable().describe('The query, where it was one'),
    place: z.string().nullable().describe('Where the page shows it: the part of its address behind the #'),
    rows: z.int().nullable().describe('How many rows were given the last time'),
    problem: z.string().nullable().describe('The name of the problem that it was answered with'),
  })
  .meta({ id: 'AskedEntry' });
export type AskedEntry = z.infer<typeof AskedEntry>;

export const AskedList = z.strictObject({ data: z.array(AskedEntry) }).meta({ id: 'AskedList' });
export type AskedList = z.infer<typeof AskedList>;

export const AskedParams = z.object({ id: z.string() });

/** Changes that an assistant proposes and a person may apply. */
export const Proposal = z
  .strictObject({
    id: z.string(),
    at: z.string().describe('When it was made, as an instant'),
    note: z.string().nullable(),
    changes: ChangeSetBody.shape.changes,
  })
  .meta({ id: 'Proposal' });
export type Proposal = z.infer<typeof Proposal>;
