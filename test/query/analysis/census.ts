/** Counts the features of generated requests, so that a test can show that it covered all of them. */
import type { Expected } from '../reference.ts';
import type { Expr, GridRequest, Item, Where } from '../request.ts';
import { isWrapper } from '../request.ts';

export class Census {
  readonly counts = new Map<string, number>();

  add(request: GridRequest, expected: Expected): void {
    const seen = new Set<string>();
    for (const entity of request.entities)
      for (const item of entity.attributes ?? []) this.#item(item, seen, '');
    this.#where(request.where, seen);
    this.#where(request.having, seen);
    for (const part of [
      'where',
      'having',
      'top',
      'pivot',
      'order',
      'group',
      'parameters',
      'limit',
    ] as const) {
      if (request[part] !== undefined) seen.add(part);
    }
    for (const { alias } of request.order ?? []) seen.add(`order by ${kindOfAlias(alias)}`);
    for (const alias of request.group ?? []) seen.add(`group by ${kindOfAlias(alias)}`);
    const rows = expected.ties.flat();
    seen.add(rows.length === 0 ? 'no rows' : 'rows');
    if (rows.some((row) => row.includes(null))) seen.add('nulls');
    if (expected.ties.some((tie) => tie.length > 1)) seen.add('ties');
    if (expected.summaries) seen.add('summaries');
    seen.add('requests');
    for (const name of seen) this.count(name);
  }

  count(name: string): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
  }

  #item(item: Item, seen: Set<string>, within: string): void {
    if (isWrapper(item)) {
      for (const inner of item.entity.attributes ?? []) this.#item(inner, seen, within);
      return;
    }
    if ('expr' in item) {
      seen.add(`expr${within}`);
      this.#expr(item.expr, seen);
    }
    if ('over' in item) seen.add(`over ${item.over.fn}`);
    if ('rollup' in item) {
      const { rollup } = item;
      seen.add(`rollup ${rollup.summary}${within}`);
      if (rollup.where) seen.add('rollup where');
      if (rollup.order) seen.add('rollup order');
      if (rollup.limit) seen.add('rollup limit');
      this.#where(rollup.where, seen);
      for (const inner of rollup.entity.attributes ?? []) {
        if (isWrapper(inner)) seen.add('rollup chain');
        this.#item(inner, seen, ' within');
      }
    }
    if (!('over' in item) && item.bucket) seen.add('id' in item ? 'bucket' : 'bucket of expr');
    if (!('over' in item) && !('id' in item) && item.summaries) seen.add('summaries of expr');
  }

  #expr(expr: Expr, seen: Set<string>): void {
    if ('fn' in expr) {
      seen.add(expr.fn);
      for (const arg of expr.args) this.#expr(arg, seen);
    }
    if ('param' in expr) seen.add('param in expr');
    if (!('case' in expr)) return;
    seen.add('case');
    for (const branch of expr.case) {
      this.#where(branch.when, seen);
      this.#expr(branch.then, seen);
    }
    if (expr.else) this.#expr(expr.else, seen);
  }

  #where(where: Where | null | undefined, seen: Set<string>): void {
    if (!where) return;
    if ('cond' in where && where.cond) for (const entry of where.cond.entries) this.#where(entry, seen);
    if (!('func' in where) || !where.func) return;
    const { name, args } = where.func;
    seen.add(name.replace('NOT_', ''));
    for (const argument of args) {
      if ('param' in argument) seen.add('param in condition');
      if ('alias' in argument && typeof argument.alias === 'string') {
        seen.add(`condition on ${kindOfAlias(argument.alias)}`);
      }
    }
  }

  toString(): string {
    return [...this.counts]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, count]) => `${name} ${count}`)
      .join(', ');
  }
}

const kinds: Readonly<Record<string, string>> = {
  c: 'a column',
  x: 'a computed field',
  r: 'a rollup',
  o: 'an over',
  g: 'a field of groups',
};

function kindOfAlias(alias: string): string {
  return alias.includes('_') ? 'a measure' : (kinds[alias.charAt(0)] ?? alias);
}

/** Features that must occur in any thousand requests. */
export const everywhere: readonly string[] = [
  ...['where', 'having', 'top', 'pivot', 'order', 'group', 'parameters', 'limit', 'rows', 'nulls', 'ties'],
  ...[
    'summaries',
    'summaries of expr',
    'bucket',
    'bucket of expr',
    'expr within',
    'case',
    'IN_PERIOD',
    'EXISTS',
  ],
  ...['param in expr', 'param in condition', 'rollup where', 'rollup order', 'rollup limit', 'rollup chain'],
  ...['count', 'sum', 'avg', 'min', 'max', 'count_distinct', 'first', 'last', 'list'].map(
    (name) => `rollup ${name}`,
  ),
  ...['share', 'rank', 'running', 'previous', 'change', 'moving'].map((name) => `over ${name}`),
  ...['ADD', 'SUB', 'MUL', 'DIV', 'MOD', 'NEG', 'ABS', 'ROUND', 'FLOOR', 'CEIL', 'CONCAT', 'UPPER', 'LOWER'],
  ...[
    'TRIM',
    'LENGTH',
    'SUBSTRING',
    'REPLACE',
    'COALESCE',
    'NULLIF',
    'PART',
    'TRUNCATE',
    'SHIFT',
    'DISTANCE',
  ],
  ...['NOW', 'TODAY', 'CAST'],
  ...['a column', 'a computed field', 'a rollup', 'a measure', 'a field of groups'].map(
    (name) => `condition on ${name}`,
  ),
  ...['a column', 'a computed field', 'a rollup', 'an over', 'a measure'].map((name) => `order by ${name}`),
  ...['a column', 'a computed field', 'a rollup'].map((name) => `group by ${name}`),
  ...['pages', 'files'],
];
