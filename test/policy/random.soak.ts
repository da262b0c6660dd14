/** Random policies: users with restricted rights get the answers of a database that contains only what they may see. */
import fc from 'fast-check';
import { stringify } from 'lossless-json';
import { describe, test } from 'vitest';
import type { PolicyDocument, PolicyWhere, Rights } from '../../src/contract/policy.ts';
import { buildRequest } from '../query/build.ts';
import {
  columnIndex,
  compareValues,
  type DataColumn,
  type DataForeignKey,
  type DataSet,
  type DataTable,
  isNumeric,
  type Row,
  shown,
  storedOn,
  type Value,
} from '../query/dataset.ts';
import { isDecimal } from '../query/decimal.ts';
import { type RequestPlan, requestPlan } from '../query/generate.ts';
import { loadData } from '../query/load.ts';
import { seed } from '../query/seed.ts';
import { zoo } from '../query/zoo.ts';
import { type LiveEngine, liveEngines } from '../support/engines.ts';
import { difference, withoutCursor } from './interference.ts';
import { type Sight, sameValue } from './people.ts';
import { queryPath, serveLimited } from './service.ts';
import { copyFor } from './twins.ts';

/** A random number from 0 up to, but excluding, the given one. */
type Draw = (below: number) => number;

function pick<T>(draw: Draw, items: readonly T[]): T {
  const item = items[draw(items.length)];
  if (item === undefined) throw new Error('there is nothing to pick');
  return item;
}

/** True, false, or unknown, as in SQL. */
type Truth = boolean | null;
type Holds = (row: Row) => Truth;

/** A condition as a policy expresses it, and as a plain function. */
interface Condition {
  readonly where: PolicyWhere;
  readonly holds: Holds;
}

const func = (name: string, ...args: object[]): PolicyWhere => ({ func: { name, args } }) as PolicyWhere;

function not(truth: Truth): Truth {
  return truth === null ? null : !truth;
}

function any(truths: readonly Truth[]): Truth {
  if (truths.includes(true)) return true;
  return truths.includes(null) ? null : false;
}

/** Each engine compares texts in its own way. */
function comparable(engine: LiveEngine, { kind }: DataColumn): boolean {
  return kind === 'integer' || kind === 'boolean' || (kind === 'text' && engine !== 'mysql');
}

function leaf(draw: Draw, engine: LiveEngine, table: DataTable): Condition {
  const column = pick(draw, table.columns);
  const at = columnIndex(table, column.name);
  const of = (row: Row): Value => row[at] ?? null;
  const attr = { attr: column.name };
  const values = table.rows.map(of).filter((value) => value !== null);
  if (!comparable(engine, column) || values.length === 0 || draw(4) === 0) {
    return { where: func('IS_NULL', attr), holds: (row) => of(row) === null };
  }
  const given = (value: Value) => ({ value: isDecimal(value) ? shown(value) : value });
  const compared = (right: Value, by: (a: Value, b: Value) => boolean): Holds => {
    return (row) => {
      const left = of(row);
      return left === null || right === null ? null : by(left, right);
    };
  };
  const value = pick(draw, values);
  switch (draw(isNumeric(column.kind) ? 4 : 3)) {
    case 0:
      return { where: func('EQ', attr, given(value)), holds: compared(value, sameValue) };
    case 1:
      return {
        where: func('NOT_EQ', attr, given(value)),
        holds: compared(value, (a, b) => !sameValue(a, b)),
      };
    case 2: {
      const some = [value, pick(draw, values)];
      const holds: Holds = (row) => any(some.map((one) => compared(one, sameValue)(row)));
      return { where: func('IN', attr, ...some.map(given)), holds };
    }
    default:
      return {
        where: func('GTE', attr, given(value)),
        holds: compared(value, (a, b) => a !== null && b !== null && compareValues(a, b) >= 0),
      };
  }
}

function partners(data: DataSet, table: DataTable, key: DataForeignKey): (row: Row) => readonly Row[] {
  const target = data.tables.find(({ name }) => name === key.target);
  if (target === undefined) return () => [];
  return (row) =>
    target.rows.filter((other) =>
      key.columns.every((name, i) => {
        const own = row[columnIndex(table, name)] ?? null;
        return own !== null && sameValue(own, other[columnIndex(target, key.targetColumns[i] ?? '')] ?? null);
      }),
    );
}

function condition(draw: Draw, engine: LiveEngine, data: DataSet, table: DataTable, depth = 0): Condition {
  const inner = (of = table) => condition(draw, engine, data, of, depth + 1);
  const kind = depth > 2 ? 0 : draw(8);
  if (kind < 4) return leaf(draw, engine, table);
  if (kind < 7) {
    const [one, other] = [inner(), inner()];
    const combinator = pick(draw, ['AND', 'OR', 'NOT'] as const);
    const where = { cond: { with: combinator, entries: [one.where, other.where] } } as PolicyWhere;
    const either: Holds = (row) => any([one.holds(row), other.holds(row)]);
    if (combinator === 'OR') return { where, holds: either };
    if (combinator === 'NOT') return { where, holds: (row) => not(either(row)) };
    return { where, holds: (row) => not(any([not(one.holds(row)), not(other.holds(row))])) };
  }
  const [key] = table.foreignKeys.length === 0 ? [] : [pick(draw, table.foreignKeys)];
  const target = data.tables.find(({ name }) => name === key?.target);
  if (key === undefined || target === undefined) return leaf(draw, engine, table);
  const own = inner(target);
  const others = partners(data, table, key);
  const isThere = draw(2) === 0;
  return {
    where: func(isThere ? 'EXISTS' : 'NOT_EXISTS', {
      entity: { id: key.target, relation: { attr_parent: key.columns[0] } },
      where: own.where,
    }),
    holds: (row) => others(row).some((other) => own.holds(other) === true) === isThere,
  };
}

interface Grant {
  readonly columns: ReadonlySet<string>;
  readonly holds: Holds;
}

/** The rights of a user with several roles. */
function drawn(draw: Draw, engine: LiveEngine, data: DataSet): { policy: PolicyDocument; sight: Sight } {
  const roles = ['one', 'two', 'three'].slice(0, 1 + draw(3));
  const rights: Record<string, Record<string, Rights>> = Object.fromEntries(roles.map((role) => [role, {}]));
  const grants = new Map<string, Grant[]>();
  for (const table of data.tables) {
    // A key that is visible only in some rows cannot be the key of a copy.
    const hasKey = draw(4) > 0;
    const others = table.columns.map(({ name }) => name).filter((name) => !table.primaryKey.includes(name));
    for (const role of roles) {
      if (draw(3) === 0) continue;
      const few = others.filter(() => draw(3) > 0);
      const columns = [...(hasKey ? table.primaryKey : []), ...(draw(3) === 0 ? others : few)];
      if (columns.length === 0) continue;
      const rows = draw(3) === 0 ? null : condition(draw, engine, data, table);
      const own = rights[role] ?? {};
      own[table.name] = { read: { columns, ...(rows === null ? {} : { rows: rows.where }) } };
      const known = grants.get(table.name) ?? [];
      grants.set(table.name, [...known, { columns: new Set(columns), holds: rows?.holds ?? (() => true) }]);
    }
  }
  const see: Sight['see'] = (_, { name }, row) => {
    const own = (grants.get(name) ?? []).filter(({ holds }) => holds(row) === true);
    return own.length === 0 ? null : new Set(own.flatMap(({ columns }) => [...columns]));
  };
  return { policy: { users: { any: { roles } }, roles: rights }, sight: { user: 'any', see } };
}

/** The number of policies, with forty queries each. */
const runs = 75;

const tables = zoo.tables.filter(({ view, engines }) => view === undefined && engines === undefined);
const data: DataSet = { ...zoo, tables };

describe.each(liveEngines)('random policies on %s', (engine) => {
  test('give the answers of a filtered copy', { timeout: 3_600_000 }, async ({ annotate }) => {
    await using ending = new AsyncDisposableStack();
    const database = await loadData(engine, data);
    ending.defer(() => database.drop());
    const service = ending.use(await serveLimited(database.url, {}));
    let asked = 0;
    let answered = 0;
    const plans = fc.array(requestPlan, { minLength: 40, maxLength: 40 });
    const check = async (numbers: readonly number[], requests: readonly RequestPlan[]) => {
      let next = 0;
      const draw: Draw = (below) => (numbers[next++ % numbers.length] ?? 0) % below;
      const { policy, sight } = drawn(draw, engine, data);
      const copied = copyFor(data, sight);
      if (copied.tables.length === 0) return;
      service.setPolicy(policy);
      const copy = await loadData(engine, copied, true);
      const own = await serveLimited(copy.url, null);
      try {
        for (const plan of requests) {
          const request = buildRequest(storedOn(engine, copied), plan);
          const body = stringify({ ...request, count: 'exact' }) ?? '';
          const [a, b] = await Promise.all([
            service.ask('any', queryPath, body),
            own.ask('any', queryPath, body),
          ]);
          asked++;
          if (a.status === 200) answered++;
          const [one = '', other = ''] = [a, b].map(
            (answer) => `${answer.status} ${withoutCursor(answer.body)}`,
          );
          if (one === other) continue;
          throw new Error(`${JSON.stringify(policy)}\n  ${body}\n  ${difference(one, other)}`);
        }
      } finally {
        await own[Symbol.asyncDispose]();
        await copy.drop();
      }
    };
    const numbers = fc.array(fc.nat(1_000_000), { minLength: 400, maxLength: 400 });
    await fc.assert(fc.asyncProperty(numbers, plans, check), {
      numRuns: runs,
      seed,
      endOnFailure: true,
    });
    await annotate(
      `${engine}: ${runs} policies by chance, ${asked} queries, ${answered} of them answered, like a filtered copy`,
      'A17',
    );
  });
});
