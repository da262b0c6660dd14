// Distinguishes a key that another row has from one that the engine made by altering the given value.
import { isLosslessNumber } from '../../../contract/json.ts';
import type { ModeType } from '../../../contract/mode.ts';
import type { Problem } from '../../../contract/problem.ts';
import type { WriteTransaction } from '../../../dialects/writer.ts';
import type { Column } from '../../../model/database.ts';
import { TableChanges } from '../../../query/compile/change.ts';
import { shownOf } from '../../../query/dialect/shown.ts';
import type { SqlDialect } from '../../../query/dialect/sql.ts';
import { refusedValue, truncated } from '../plan/plan.ts';
import { type PlannedChange, pointerToValue } from '../plan/planned.ts';
import { addressText } from '../rows/image.ts';
import { isSame } from '../rows/same.ts';
import { uniqueColumns } from './key-columns.ts';
import type { RefusedChange } from './refused-change.ts';

/** Collations or prefix indexes treat several values of these types as one key, though all are stored unchanged. */
const textModes: ReadonlySet<ModeType> = new Set<ModeType>(['string', 'text', 'json']);

/** For these types, equal values are identical, or were altered to become so. */
const exactModes: ReadonlySet<ModeType> = new Set<ModeType>([
  'integer',
  'numeric',
  'boolean',
  'datetime',
  'date',
  'time',
  'uuid',
  'selection',
]);

/**
 * The problem of a value that the engine altered before finding it in another row; null if the other row has the value
 * itself. `others`: the set's other changes, which the transaction may not have applied.
 */
export async function alteredKey(
  dialect: SqlDialect,
  transaction: WriteTransaction,
  { refused, change }: RefusedChange,
  others: readonly PlannedChange[],
): Promise<Problem | null> {
  for (const column of uniqueColumns(refused, change)) {
    const text = textIn(change, column);
    // Values that every column stores unchanged need no check.
    if (text === null || dialect.changing.bulkInsert?.asGiven?.form(column)?.test(text) === true) continue;
    if (others.some((other) => other !== change && givesSame(other, change, column, text))) continue;
    const made = await describeStored(dialect, transaction, change, column, text);
    if (made === null) continue;
    const detail = `${column.name} cannot hold ${truncated(text)} as it is: the database would make ${made} of it.`;
    return refusedValue(detail, pointerToValue(change, column.name), refused);
  }
  return null;
}

/** What the engine makes of the value, in words; null if some row has exactly this value. */
async function describeStored(
  dialect: SqlDialect,
  transaction: WriteTransaction,
  { entity }: PlannedChange,
  column: Column,
  text: string,
): Promise<string | null> {
  const statements = TableChanges.of(dialect, entity);
  const value = shownOf(text);
  const address = addressText(value);
  const key = typeof address === 'string' ? dialect.key(column, address, 'equal') : null;
  const written = dialect.written(column, value);
  const looks = [
    ...(key === null ? [] : [statements.shownWhere({ column, bound: key })]),
    // An address has fewer spellings than a value.
    ...(written === null ? [] : [statements.shownFor({ column, bound: written })]),
  ];
  for (const look of looks) {
    const [[shown = null] = []] = await transaction.attempt(() => transaction.rows(look));
    if (shown !== null) return isOther(text, shown, column) ? truncated(shown) : null;
  }
  return textModes.has(column.mode) ? null : 'another value';
}

/** Whether two values that the engine considers equal cannot both be stored. */
function isOther(given: string, shown: string, column: Column): boolean {
  if (isSame(given, shown, column)) return false;
  if (kindOf(given) !== kindOf(shown)) return column.mode !== 'json';
  // A zero may have a sign.
  return exactModes.has(column.mode) && !(Number(given) === 0 && Number(shown) === 0);
}

function kindOf(text: string): string {
  const { json } = shownOf(text);
  return isLosslessNumber(json) ? 'number' : typeof json;
}

function givesSame(other: PlannedChange, { entity }: PlannedChange, column: Column, text: string): boolean {
  const own = other.entity === entity ? textIn(other, column) : null;
  return own !== null && isSame(text, own, column);
}

/** Null unless it was given as text. A restricted entity has different column objects with the same names. */
function textIn({ set }: PlannedChange, { name }: Column): string | null {
  for (const [column, given] of set) {
    if (column.name === name) return given.kind === 'shown' && given.text !== 'null' ? given.text : null;
  }
  return null;
}
