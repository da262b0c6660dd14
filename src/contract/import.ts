// Import of a file into a table: the request and the progress lines.
import { z } from 'zod';
import { note } from './change.ts';
import { fields } from './fields.ts';
import { importModes } from './import-modes.ts';

/** The most bytes in one uploaded part of a file. */
export const maxPartBytes = 4 * 1024 * 1024;

export const StageBody = fields('a file that is to be imported', {
  name: z
    .string()
    .min(1, 'a name')
    .max(255, 'a name of at most 255 characters')
    .describe(
      'The name of the file; its ending tells the format: csv, tsv, json, ndjson, xlsx, each but xlsx also .gz or .zst',
    ),
}).meta({ id: 'StageBody' });

export const Staged = z
  .strictObject({ id: z.string(), name: z.string(), bytes: z.int().describe('How many have been sent') })
  .meta({ id: 'Staged' });
export type Staged = z.infer<typeof Staged>;

export const PartQuery = fields('the parameters of a part', {
  offset: z
    .string()
    .regex(/^\d{1,15}$/, 'a whole number')
    .describe('How many bytes were sent before'),
});

export const LookQuery = fields('the parameters of a look at a file', {
  entity: z.string().optional().describe('The table that it is meant for: its columns are guessed'),
  table: z.string().optional().describe('The sheet of a workbook; default: the first one'),
});
export type LookQuery = z.infer<typeof LookQuery>;

const FileColumn = z.strictObject({
  name: z.string(),
  samples: z.array(z.string().nullable()).describe('Its first values'),
  to: z.string().nullable().describe('The column of the table that it seems to be'),
});

export const Look = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    bytes: z.int(),
    tables: z.array(z.string()).describe('The sheets of a workbook; none for other files'),
    table: z.string().nullable().describe('The sheet that was looked at'),
    columns: z.array(FileColumn),
  })
  .meta({ id: 'ImportLook' });
export type Look = z.infer<typeof Look>;

export const ImportBody = fields('an import', {
  entity: z.string().describe('Name of the table'),
  table: z.string().optional().describe('The sheet of a workbook; default: the first one'),
  mode: z.enum(importModes).describe('Whether rows are new, changed by their key, or one or the other'),
  columns: z
    .record(z.string(), z.string())
    .optional()
    .describe('Which column of the file goes to which of the table; default: as guessed'),
  empty: z
    .enum(['null', 'text'])
    .optional()
    .describe('What an empty field is in a column of texts: no value (default) or an empty text'),
  timezone: z
    .string()
    .optional()
    .describe(
      'The time zone, an IANA name, of times without an offset that go to columns of instants; default: they are refused, unless the database shows instants without an offset too',
    ),
  dry_run: z.boolean().optional().describe('Try all of it, and leave everything as it is'),
  note,
}).meta({ id: 'ImportBody' });
export type ImportBody = z.infer<typeof ImportBody>;

export interface ImportProgress {
  /** Rows of the file processed so far. */
  readonly rows: number;
}

/** A row that the table rejects. */
export interface BadRow {
  /** The line of a text, the row of a sheet or the index of a record. Null: no particular row. */
  readonly row: number | null;
  /** A column of the table; null if no particular column is at fault. */
  readonly column: string | null;
  readonly reason: string;
}

export interface ImportSummary {
  readonly rows: number;
  readonly inserted: number;
  readonly updated: number;
  /** Rows that already had the file's values. */
  readonly unchanged: number;
  readonly bad: number;
}

const bad = z.strictObject({ row: z.int().nullable(), column: z.string().nullable(), reason: z.string() });
const counts = {
  rows: z.int(),
  inserted: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  bad: z.int(),
};

/** One line of the answer; the last is `done` or `problem`. */
export const ImportLine = z
  .union([
    z.strictObject({ progress: z.strictObject({ rows: z.int() }) }),
    z.strictObject({ bad }),
    z.strictObject({
      done: z.strictObject({
        ...counts,
        dry_run: z.boolean(),
        change_set: z
          .string()
          .nullable()
          .describe('Null: nothing was changed, as of a trial or where rows are bad'),
      }),
    }),
    z.strictObject({ problem: z.record(z.string(), z.unknown()) }),
  ])
  .meta({ id: 'ImportLine' });

export interface ImportDone extends ImportSummary {
  readonly dry_run: boolean;
  readonly change_set: string | null;
}

export const ImportParams = z.object({ id: z.string().describe('The id of a file that was sent') });
