// Finds groups of different records with the same name, such as two people; their keys are shown as well.
import type { Cell } from '../api/exact.ts';
import type { QueryDocument } from '../query/document.ts';
import type { Extras } from '../query/rows.ts';
import { joinName } from '../values/records.ts';
import { plainText } from '../values/text.ts';
import type { CellOf, Row } from './useRows.ts';

/** Keyed by the alias of a foreign key: the names that several records in these rows have in common. */
export type SharedNames = ReadonlyMap<string, ReadonlySet<string>>;

export function sharedNames(
  { grouped }: Pick<QueryDocument, 'grouped'>,
  { records }: Pick<Extras, 'records'>,
  rows: Iterable<Row>,
  cellOf: CellOf,
): SharedNames {
  // Ungrouped rows repeat records, and each one links to its own.
  if (!grouped) return new Map();
  const all = [...rows];
  return new Map(
    [...records].map(([alias, { label }]) => {
      const keys = new Map<string, Set<string>>();
      for (const row of all) {
        const name = joinName(label.map((one) => cellOf(row, one)));
        const key = cellOf(row, alias);
        if (name !== undefined && key !== null) {
          keys.set(name, (keys.get(name) ?? new Set()).add(plainText(key)));
        }
      }
      return [alias, new Set([...keys].filter(([, some]) => some.size > 1).map(([name]) => name))];
    }),
  );
}

/** The name of a record, with its key if other records have the same name; charts use the same labels. */
export function disambiguatedName(shared: SharedNames, alias: string, name: string, key: Cell): string {
  return shared.get(alias)?.has(name) ? `${name} (${plainText(key)})` : name;
}
