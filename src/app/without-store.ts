// Leaves out the tables of a state store that is in the served database: they contain what everybody has saved, and
// whoever could write to them could become anybody.
import type { RawCatalog } from '../model/catalog.ts';
import { firstOwnTables } from '../model/own-schema.ts';
import { storeTableOf } from '../store/place-of-tables.ts';

export function withoutStore(catalog: RawCatalog): RawCatalog {
  const { tables, warnings = [] } = catalog;
  const found = new Set(tables.map(storeTableOf));
  if (!firstOwnTables.every((name) => found.has(name))) return catalog;
  return {
    ...catalog,
    tables: tables.filter((table) => storeTableOf(table) === null),
    warnings: [...warnings, 'The tables of a state store of Joinery are left out.'],
  };
}
