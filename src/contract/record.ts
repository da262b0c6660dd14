// Records and lists of records. The engine renders them as JSON: these schemas only document them.
import { z } from 'zod';
import { fields } from './fields.ts';

export const Record = z
  .object({
    __url__: z.string().nullable().describe("The record's own URL; null for a row of a view"),
    __links__: z
      .record(z.string(), z.string())
      .describe("URLs of the records that this one references, by ForeignKey('<table>.<column>')"),
  })
  .catchall(z.unknown())
  .describe('One property per column, and two of the service')
  .meta({ id: 'Record' });
export type Record = z.infer<typeof Record>;

export const RecordList = z
  .object({
    add: z.string().nullable().describe('URL for adding a record; null for a view'),
    data: z.array(Record),
  })
  .meta({ id: 'RecordList' });
export type RecordList = z.infer<typeof RecordList>;

export const EntityParams = z.object({ entity: z.string().describe('Name of a table or view') });
export const RecordParams = EntityParams.extend({
  key: z.string().describe('The key in brackets: [value], or [value1,value2] for several key columns'),
});

export const ValueParams = RecordParams.extend({ column: z.string() });

const wholeNumber = z.string().regex(/^\d{1,18}$/, 'a whole number that is not negative');

export const ListQuery = fields('the parameters of a list', {
  offset: wholeNumber.optional().describe('Records to leave out at the beginning'),
  limit: wholeNumber.optional().describe('Records to give at most; all of them when absent'),
});
export type ListQuery = z.infer<typeof ListQuery>;

export const RecordQuery = fields('the parameters of a record', {
  by: z
    .union([z.string(), z.array(z.string())])
    .optional()
    .describe('Columns that the values belong to, where they are not the key'),
});
export type RecordQuery = z.infer<typeof RecordQuery>;
