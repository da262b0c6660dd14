// The catalog: what the database says about its tables beyond what a query needs.
import { z } from 'zod';
import { engineNames } from './engines.ts';
import { modeTypes } from './mode.ts';

export const CatalogColumn = z
  .object({
    name: z.string(),
    type: z.enum(modeTypes),
    nativeType: z.string().describe('The type as the engine writes it'),
    choices: z
      .array(z.string())
      .optional()
      .describe('The values of an enumeration, in its order; absent for other types'),
    nullable: z.boolean(),
    default: z.string().nullable().describe('The default as an SQL expression'),
    generated: z.boolean(),
    comment: z.string().nullable(),
  })
  .meta({ id: 'CatalogColumn' });
export type CatalogColumn = z.infer<typeof CatalogColumn>;

export const CatalogEntity = z
  .object({
    kind: z.enum(['table', 'view']),
    schema: z.string().nullable(),
    table: z.string().describe("The engine's own name"),
    columns: z.array(CatalogColumn),
    key: z.array(z.string()).describe('The columns that address a record, in order; empty for a view'),
    keyKind: z
      .enum(['primary', 'unique', 'all', 'none'])
      .describe('Why these columns address a record; "all" means that nothing unique is known'),
    primaryKey: z.array(z.string()),
    indexes: z.array(z.object({ name: z.string(), columns: z.array(z.string()), unique: z.boolean() })),
    foreignKeys: z.array(
      z.object({
        name: z.string().nullable(),
        columns: z.array(z.string()),
        entity: z.string().describe('The referenced entity'),
        entityColumns: z.array(z.string()),
      }),
    ),
    rowEstimate: z.number().nullable().describe("The engine's guess of the number of rows"),
    comment: z.string().nullable(),
  })
  .meta({ id: 'CatalogEntity' });
export type CatalogEntity = z.infer<typeof CatalogEntity>;

export const Catalog = z
  .object({
    engine: z.object({ name: z.enum(engineNames), title: z.string() }),
    warnings: z.array(z.string()).describe('What was left out, and why'),
    entities: z.record(z.string(), CatalogEntity),
  })
  .meta({ id: 'Catalog' });
export type Catalog = z.infer<typeof Catalog>;
