// Exports: how a request names a format, and the file that it gets.
import { z } from 'zod';
import { fields } from './fields.ts';
import { exportFormats } from './formats.ts';

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

/** The body of an answer that is a file, whatever its type. */
export const FileBody = z.string().meta({ format: 'binary' });
