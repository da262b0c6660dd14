// How rows are counted: by a column in which each has a value, or if there is none by a constant.
import type { Entity } from '../../model/model.ts';
import { countsRecords } from '../columns.ts';
import type { AttributeNode, Expr, QueryDocument, Step } from '../document.ts';
import { helperName } from '../formula/helperFields.ts';
import { aliasesInUse, uniqueName } from '../references.ts';

/** A column in which every row has a value: of the key, or else any that is never null. */
export function countedColumn(entity: Entity | undefined): string | undefined {
  const key = entity?.column.get(entity.key[0] ?? '');
  const sure = key && countsRecords(key) ? key : entity?.columns.find(({ nullable }) => !nullable);
  return sure?.name;
}

/** The same for records at the end of a path: those without a key are counted by the column of their relation. */
export function countingField(entity: Entity | undefined, steps: readonly Step[]): string | undefined {
  return countedColumn(entity) ?? steps.at(-1)?.other;
}

/** The same value in each row. */
export const EACH_ROW: Expr = { value: 1 };

/** Counts the rows of an entity without such a column, as views have. */
export function rowCounter(doc: QueryDocument): AttributeNode {
  const alias = uniqueName(helperName('1'), aliasesInUse(doc));
  return { id: alias, alias, selected: false, summaries: ['count'], expr: EACH_ROW };
}
