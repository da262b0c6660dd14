// Exports: how a request selects a format, and the resulting file.
import { z } from 'zod';
import { fields } from './fields.ts';
import { exportFormats } from './formats.ts';
import { GridBody, GridRequest } from './grid.ts';
import { problemOf } from './issues.ts';

export const ExportQuery = fields('the parameters of an export', {
  format: z.enum(exportFormats).optional().describe('The format; else the Accept header decides, else csv'),
  safe: z
    .enum(['0', '1'])
    .optional()
    .describe(
      '1: cells that a spreadsheet would take for a formula are written as text; 0: as they are (default)',
    ),
});
export type ExportQuery = z.infer<typeof ExportQuery>;

const Headings = z
  .record(z.string(), z.string())
  .describe('Headings of a csv, tsv or xlsx file, by the name of the column; default: the name itself');

/** A query and the column headings of its file. */
const HeadedGridBody = fields('the body of an export', {
  unigrid: GridRequest,
  headings: Headings,
});
export const ExportBody = z.union([HeadedGridBody, GridBody]);

export type Headings = z.infer<typeof Headings>;

/** Separates the headings from the rest of the body, an ordinary query. */
export function splitHeadings(body: unknown): { readonly query: unknown; readonly headings: Headings } {
  const isHeaded = typeof body === 'object' && body !== null && 'unigrid' in body && 'headings' in body;
  if (!isHeaded) return { query: body, headings: {} };
  const { headings, ...query } = body;
  const read = z.object({ headings: Headings }).safeParse({ headings });
  if (!read.success) throw problemOf(read.error.issues, body, 'body');
  return { query, headings: read.data.headings };
}

/** The body of a file answer of any type. */
export const FileBody = z.string().meta({ format: 'binary' });
