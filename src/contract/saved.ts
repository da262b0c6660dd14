// Saved queries: a query document with a name and a visibility, and the links under which others read its rows.
import { z } from 'zod';
import { aboutAnswer, aboutBody } from './documents.ts';
import { fields } from './fields.ts';
import { GridRequest, Parameter } from './grid.ts';
import { scalar } from './scalars.ts';

export { maxLengths, Visibility } from './documents.ts';
export type { MissingName } from './problem.ts';

/** How a page shows the rows: anything the page wants to keep. The service only stores it. */
const View = z.record(z.string(), z.unknown()).nullable().describe('How to show it; any object');

/** Present only if true. */
const tool = z
  .boolean()
  .optional()
  .describe('Whether assistants have it as a tool of its own; default: false');

/** The body for saving a query. `parameters` are part of the document, not a separate field. */
export const SavedQueryBody = fields('the query to save', {
  ...aboutBody,
  unigrid: GridRequest,
  view: View.optional(),
  tool,
}).meta({ id: 'SavedQueryBody' });
export type SavedQueryBody = z.infer<typeof SavedQueryBody>;

/** The same, before the document is validated separately. */
export const SavedQueryHead = fields('the query to save', {
  ...aboutBody,
  unigrid: z.unknown(),
  view: View.optional(),
  tool,
});
export type SavedQueryHead = z.infer<typeof SavedQueryHead>;

export const SavedQuery = z
  .strictObject({
    ...aboutAnswer,
    unigrid: GridRequest.describe('The document as it was sent'),
    parameters: z.array(Parameter).describe('Those of the document'),
    view: View,
    tool,
  })
  .meta({ id: 'SavedQuery' });
export type SavedQuery = z.infer<typeof SavedQuery>;

/** Saved queries, or the versions of one. */
export const SavedQueryList = z.strictObject({ data: z.array(SavedQuery) }).meta({ id: 'SavedQueryList' });
export type SavedQueryList = z.infer<typeof SavedQueryList>;

const linkArguments = z
  .record(z.string(), z.union([scalar, z.array(scalar)]))
  .describe('The values of the parameters, for whoever follows the link');

export const LinkBody = fields('a link', {
  expires: z.string().describe('When it ends: an instant such as 2030-01-01T00:00:00Z, or a day (UTC)'),
  arguments: linkArguments.optional(),
}).meta({ id: 'LinkBody' });
export type LinkBody = z.infer<typeof LinkBody>;

/** Sent only once: the service stores just a digest of the address's secret. */
export const NewLink = z
  .strictObject({
    id: z.string().describe('What it is ended by'),
    url: z.string().describe('Gives the rows without a login'),
    expires: z.string(),
  })
  .meta({ id: 'NewLink' });
export type NewLink = z.infer<typeof NewLink>;

export const KeptLink = z
  .strictObject({
    id: z.string(),
    expires: z.string(),
    arguments: linkArguments,
    created: z.string().describe('When it was made, as an instant'),
  })
  .meta({ id: 'KeptLink' });
export type KeptLink = z.infer<typeof KeptLink>;

export const LinkList = z.strictObject({ data: z.array(KeptLink) }).meta({ id: 'LinkList' });
export type LinkList = z.infer<typeof LinkList>;
