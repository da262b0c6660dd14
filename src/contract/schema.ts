// The API schema: the addresses of everything in the connected database.
import { z } from 'zod';

export const EntityAddresses = z
  .object({
    get: z.string().describe('URL of the list of all records'),
    add: z.string().describe('URL for adding a record'),
    record: z.string().describe('URL template of one record: the key columns stand in brackets'),
  })
  .meta({ id: 'EntityAddresses' });
export type EntityAddresses = z.infer<typeof EntityAddresses>;

export const ViewAddresses = z
  .object({ get: z.string().describe('URL of the list of all rows') })
  .meta({ id: 'ViewAddresses' });
export type ViewAddresses = z.infer<typeof ViewAddresses>;

export const ApiSchema = z
  .object({
    logout: z.string().describe('URL for closing the session'),
    mode: z.string().describe('URL of the entity map'),
    'uni-grid-request': z.string().describe('URL of the query endpoint'),
    entities: z.record(z.string(), EntityAddresses).describe('One key per table'),
    views: z.record(z.string(), ViewAddresses).describe('One key per view'),
  })
  .meta({ id: 'ApiSchema' });
export type ApiSchema = z.infer<typeof ApiSchema>;

/** The answer to a request to reload the schema. */
export const Refreshed = z.object({ entities: z.int().describe('Tables and views found') });
