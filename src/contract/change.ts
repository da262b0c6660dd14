// Changes of data: change sets, applied as a whole, and the service's answers.
import { z } from 'zod';
import { fields } from './fields.ts';

export const ops = ['insert', 'update', 'delete'] as const;
export type Op = (typeof ops)[number];

/** The most changes in one set. */
export const maxChanges = 10_000;
const maxNoteLength = 2_000;

const entity = z.string().describe('Name of a table');

/** Values by column, as lists and records give them; validated once the columns are known. */
const Values = z.record(z.string(), z.unknown());

const set = Values.describe(
  'Values by column, as records show them, or {"ref", "column"} for a value of a row made earlier',
);
const key = Values.describe('All key columns with their values');
const expect = Values.describe('Values as they were last seen, at least of the columns that are set');

const Insert = fields('an insert', {
  op: z.literal('insert'),
  entity,
  ref: z.string().min(1, 'a name').optional().describe('A name for the new row within this set'),
  set,
});
const Update = fields('an update', { op: z.literal('update'), entity, key, set, expect });
const Delete = fields('a delete', { op: z.literal('delete'), entity, key, expect });

export const Change = z.discriminatedUnion('op', [Insert, Update, Delete]).meta({ id: 'Change' });
export type Change = z.infer<typeof Change>;

export const note = z
  .string()
  .max(maxNoteLength, `a text of at most ${maxNoteLength} characters`)
  .nullish()
  .describe('Why, for whoever reads the history');

export const ChangeSetBody = fields('a change set', {
  note,
  dry_run: z.boolean().optional().describe('Try all of it, and leave everything as it is'),
  changes: z.array(Change).min(1, 'at least one change').max(maxChanges, `at most ${maxChanges} changes`),
}).meta({ id: 'ChangeSetBody' });
export type ChangeSetBody = z.infer<typeof ChangeSetBody>;

/** No parameters: the body says it all, and an unread one, such as `dry_run`, might contradict it. */
export const NoParameters = fields('the parameters of a change', {});

export const UndoBody = fields('an undo', { note }).nullish().meta({ id: 'UndoBody' });

/** The values of a new record, or the changed ones, by column. */
export const RecordBody = Values.describe('Values by column, as records show them').meta({
  id: 'RecordBody',
});

/** `intent`: in progress, or interrupted by the end of the service and not checked yet. */
export const states = ['intent', 'done', 'failed', 'unknown'] as const;
export type ChangeState = (typeof states)[number];

const image = Values.nullable();

export const AppliedChange = z
  .strictObject({
    op: z.enum(ops),
    entity: z.string(),
    key: Values,
    before: image.describe('The row as it was; null for an insert'),
    after: image.describe('The row as it became; null for a delete'),
    cascade: z
      .literal(true)
      .optional()
      .describe('The database made it on its own, as a consequence of another one'),
  })
  .meta({ id: 'AppliedChange' });
export type AppliedChange = z.infer<typeof AppliedChange>;

export const ChangeSet = z
  .strictObject({
    id: z.string(),
    state: z
      .enum(states)
      .describe('Whether it happened; unknown: the service ended in the middle, and nothing tells'),
    note: z.string().nullable(),
    user: z.string().nullable(),
    at: z.string().describe('When, as an instant'),
    undoes: z.string().optional().describe('The change set that it takes back'),
    count: z.int().optional().describe('How many changes there are, where these are some of them'),
    changes: z.array(AppliedChange),
  })
  .meta({ id: 'ChangeSet' });
export type ChangeSet = z.infer<typeof ChangeSet>;

export const ChangeSetList = z.strictObject({ changes: z.array(ChangeSet) }).meta({ id: 'ChangeSetList' });
export type ChangeSetList = z.infer<typeof ChangeSetList>;

/** The row is not as the change expects it: usually another user has changed it since it was read. */
export interface Conflict {
  /** The index of the change in the set. */
  readonly change: number;
  readonly entity: string;
  readonly key: Readonly<Record<string, unknown>>;
  /** The row no longer exists. */
  readonly gone?: true;
  readonly cells: readonly ConflictCell[];
}

export interface ConflictCell {
  readonly column: string;
  readonly expected: unknown;
  /** What this change would have written; absent if it does not write this column. */
  readonly yours?: unknown;
  readonly now: unknown;
}

const ConflictCell: z.ZodType<ConflictCell> = z
  .strictObject({
    column: z.string(),
    expected: z.unknown(),
    yours: z.unknown().exactOptional().describe('What this change would have written'),
    now: z.unknown(),
  })
  .meta({ id: 'ConflictCell' });

export const Conflict: z.ZodType<Conflict> = z
  .strictObject({
    change: z.int().describe('Which change of the set, from 0'),
    entity: z.string(),
    key: Values,
    gone: z.literal(true).exactOptional().describe('The row is not there any more'),
    cells: z.array(ConflictCell),
  })
  .meta({ id: 'Conflict' });

export const DryRun = z
  .strictObject({
    dry_run: z.literal(true),
    changes: z.array(AppliedChange),
    sql: z.array(z.strictObject({ sql: z.string(), parameters: z.array(z.unknown()) })),
    refusals: z.array(
      z.strictObject({
        pointer: z.string(),
        type: z.string().describe('urn:joinery:problem:<name>'),
        detail: z.string(),
        conflicts: z.array(Conflict).optional(),
      }),
    ),
  })
  .meta({ id: 'DryRun' });
export type DryRun = z.infer<typeof DryRun>;

export const ChangeParams = z.object({ id: z.string().describe('The id of a change set') });
export const ChangePageQuery = fields('the parameters of a change set', {
  page: z
    .string()
    .regex(/^[1-9]\d{0,8}$/, 'a whole number from 1')
    .optional()
    .describe('Of a set that is too long for one answer; default: 1'),
});
const count = z.string().regex(/^([1-9]\d{0,2}|1000)$/, 'a whole number from 1 to 1000');
export const ChangesQuery = fields('the parameters of the history', {
  limit: count.optional().describe('How many to give at most, up to 1,000; default: 100'),
  after: z.string().optional().describe('From the `Link` of the page before'),
  entity: z.string().optional().describe('Only those with a change of this entity'),
  key: z
    .string()
    .optional()
    .describe('With `entity`: only those of the record with this key, written as in its address'),
  user: z.string().optional().describe('Only those of this user'),
  idempotency_key: z
    .string()
    .optional()
    .describe('By itself: only what became of your request with this `Idempotency-Key`'),
});
export type ChangesQuery = z.infer<typeof ChangesQuery>;
