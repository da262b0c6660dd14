// A column's default in words; engines report it as an SQL expression.
import { late } from '../messages/late.ts';
import type { Column } from '../model/model.ts';

/** `'text'`, with the type cast that PostgreSQL appends. */
const quoted = /^'((?:[^']|'')*)'(?:::[^']*)?$/;
const number = /^\(?(-?\d+(?:\.\d+)?)\)?(?:::[^']*)?$/;

const others: readonly (readonly [RegExp, () => string])[] = [
  [
    /^(?:nextval\(.*\)|generated (?:always|by default) as identity|auto_increment)$/i,
    () => late.edit.nextNumber,
  ],
  [
    /^\(?(?:now\(\)|(?:current|local|transaction_|statement_|clock_)_?timestamp(?:\(\d*\))?|datetime\('now'\))\)?$/i,
    () => late.edit.thisMoment,
  ],
  [/^\(?(?:current_date(?:\(\))?|curdate\(\)|date\('now'\))\)?$/i, () => late.edit.today],
  [/^\(?(?:gen_random_uuid|uuid_generate_v\d|uuid)\(\)\)?$/i, () => late.edit.newUuid],
  [/^true$/i, () => late.edit.true],
  [/^false$/i, () => late.edit.false],
];

/** Any other expression is returned as it is. */
function defaultWords(expression: string): string {
  const text = quoted.exec(expression)?.[1];
  if (text !== undefined) return text === '' ? late.edit.emptyText : text.replaceAll("''", "'");
  const digits = number.exec(expression)?.[1];
  return digits ?? others.find(([form]) => form.test(expression))?.[1]() ?? expression;
}

/** Null if there is no default; some engines report that as an expression too. */
export function defaultOf({ default: expression }: { readonly default: string | null }): string | null {
  return expression === null || /^null(?:::[^']*)?$/i.test(expression) ? null : defaultWords(expression);
}

/** Whether a new record gets it from the database alone. */
export function isAlwaysGiven({ default: expression }: Pick<Column, 'default'>): boolean {
  return /^generated always as identity$/i.test(expression ?? '');
}

/** Whether the database itself fills it in a new record. */
export function isGiven(column: Pick<Column, 'default' | 'generated' | 'isRowId'>): boolean {
  return column.generated || column.isRowId || defaultOf(column) !== null;
}
