// Exports: the formats, and how a request names one.
import { z } from 'zod';
import { fields } from './fields.ts';

export const exportFormats = ['csv', 'tsv', 'json', 'ndjson', 'xlsx'] as const;
export type ExportFormat = (typeof exportFormats)[number];

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

export const exportTypes: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  tsv: 'text/tab-separated-values; charset=utf-8',
  json: 'application/json; charset=utf-8',
  ndjson: 'application/x-ndjson; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};
