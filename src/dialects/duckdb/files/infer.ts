// Finds keys and relations among loaded files: names suggest candidates, and all of their values are then checked.

import { createHash } from 'node:crypto';
import { isBareKey, isNamedAfterEntity, keyNamed, mayBeCount } from '../../../model/inference/keys.ts';
import type { ColumnsOf, Inference, MeasuredRelation, Strength } from '../../../model/inference/measured.ts';
import { type EntityKey, type Hint, referenceCandidates } from '../../../model/inference/references.ts';
import { quoted } from '../sql/quoting.ts';
import type { EntityColumn } from './loading.ts';

/** A loaded file with its columns as declared in the engine. Its entity's name can be queried. */
export interface LoadedTable {
  readonly entity: string;
  readonly columns: readonly LoadedColumn[];
  /** Changes whenever the file is written. */
  readonly trace: string;
}

type LoadedColumn = Omit<EntityColumn, 'storage'>;

/** Runs a statement that returns one row with one JSON text, which depends only on the files with these traces. */
export type AskValues = (sql: string, traces: readonly string[]) => Promise<unknown>;

type Kind = 'whole' | 'decimal' | 'text' | 'uuid' | 'day' | 'moment' | 'truth';

const kinds: ReadonlyMap<string, Kind> = new Map([
  ...['TINYINT', 'SMALLINT', 'INTEGER', 'BIGINT', 'HUGEINT'].map((type) => [type, 'whole'] as const),
  ...['UTINYINT', 'USMALLINT', 'UINTEGER', 'UBIGINT', 'UHUGEINT'].map((type) => [type, 'whole'] as const),
  ['VARCHAR', 'text'],
  ['UUID', 'uuid'],
  ['DATE', 'day'],
  ['TIMESTAMP', 'moment'],
  ['BOOLEAN', 'truth'],
]);

/** Values of one kind are comparable; values without a kind cannot be keys. */
function kindOf(type = ''): Kind | undefined {
  return type.startsWith('DECIMAL(') && !type.endsWith(']') ? 'decimal' : kinds.get(type);
}

/** The most rows for comparing a text column without a telling name with keys. */
const maxUnnamedRows = 1_000_000;
/** Among texts, this many distinct values that all match are no accident. */
const minFoundTexts = 3;
/** The share of distinct values that must match for a relation to be proposed. */
const minFoundShare: Record<Hint | 'unnamed', number> = { same: 0.5, alike: 0.9, unnamed: 1 };

export async function inferFrom(tables: readonly LoadedTable[], ask: AskValues): Promise<Inference> {
  const looked = await Promise.all(tables.map((table) => scanTable(table, ask)));
  const keys = looked.flatMap(({ key }) => (key === null ? [] : [key]));
  const candidates = looked.flatMap((table) =>
    table.columns.map((column) => ({ table, column, pairs: pairsOf(table, column, keys) })),
  );
  const relations = await Promise.all(
    candidates
      .filter(({ pairs }) => pairs.length > 0)
      .map(({ table, column, pairs }) => measured(table, column, pairs, ask)),
  );
  return {
    keys: keys.map(({ entity, column }): ColumnsOf => ({ entity, columns: [column] })),
    relations: relations.flat(),
  };
}

/** The range of a column's texts. */
interface Range {
  readonly least: string;
  readonly most: string;
}

interface FoundKey extends EntityKey {
  readonly type: string;
  readonly trace: string;
  readonly range: Range | null;
  /** Whether its numbers start at 0 or 1, as counts do. */
  readonly beginsAtOne: boolean;
}

interface TableScan extends LoadedTable {
  readonly rows: number;
  readonly key: FoundKey | null;
  readonly ranges: ReadonlyMap<string, Range>;
}

/** One statement: which of the columns named like a key are unique, and the ranges of text columns. */
async function scanTable(table: LoadedTable, ask: AskValues): Promise<TableScan> {
  const { entity, columns, trace } = table;
  const byName = new Map(columns.map((column) => [column.name, column]));
  const named = keyNamed(entity, [...byName.keys()]).filter(
    (name) => kindOf(byName.get(name)?.type) !== undefined,
  );
  const texts = columns.filter(({ type }) => kindOf(type) === 'text').map(({ name }) => name);
  const isWhole = (name: string) => kindOf(byName.get(name)?.type) === 'whole';
  const uniques = named.map((name) => {
    const beginning = isWhole(name) ? `coalesce(min(${quoted(name)}) between 0 and 1, false)` : 'false';
    return `[count(distinct ${quoted(name)}) = count(*), ${beginning}]`;
  });
  const reaches = texts.map((name) => `[min(${quoted(name)}), max(${quoted(name)})]`);
  // Typed by the statement above.
  const [rows, unique, ranges] = (await ask(
    `select to_json([to_json(count(*)), to_json([${uniques.join(', ')}]), to_json([${reaches.join(', ')}])])::text
      from ${viewOf(entity)}`,
    [trace],
  )) as readonly [
    number,
    readonly (readonly [isUnique: boolean, beginsAtOne: boolean])[],
    readonly (readonly [string | null, string | null])[],
  ];
  const found = new Map<string, Range>();
  texts.forEach((name, i) => {
    const [least, most] = ranges[i] ?? [null, null];
    if (least !== null && most !== null) found.set(name, { least, most });
  });
  const at = unique.findIndex(([isUnique]) => isUnique);
  const column = named[at];
  const key: FoundKey | null =
    column === undefined
      ? null
      : {
          entity,
          column,
          trace,
          type: byName.get(column)?.type ?? '',
          range: found.get(column) ?? null,
          beginsAtOne: unique[at]?.[1] === true,
        };
  return { ...table, rows, key, ranges: found };
}

/** With its schema: a file may have the same name as the subquery in a statement below. */
const viewOf = (entity: string) => `main.${quoted(entity)}`;

interface Pair {
  readonly key: FoundKey;
  readonly hint: Hint | 'unnamed';
}

/** The keys that a column may reference. */
function pairsOf(table: TableScan, { name, type }: LoadedColumn, keys: readonly FoundKey[]): Pair[] {
  const kind = kindOf(type);
  if (kind === undefined) return [];
  const comparable = keys.filter((key) => kindOf(key.type) === kind);
  const named = referenceCandidates(table.entity, name, comparable).flatMap(({ entity, hint }) =>
    comparable.filter((key) => key.entity === entity).map((key): Pair => ({ key, hint })),
  );
  if (named.length > 0 || kind !== 'text') return named;
  const range = table.ranges.get(name);
  if (range === undefined || table.rows > maxUnnamedRows || table.key?.column === name) return [];
  return comparable
    .filter((key) => key.entity !== table.entity && isWithin(range, key.range))
    .map((key): Pair => ({ key, hint: 'unnamed' }));
}

/** Texts in the engine's order, which is by bytes. */
function isWithin(range: Range, key: Range | null): boolean {
  if (key === null) return false;
  const compare = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));
  return compare(range.least, key.least) >= 0 && compare(range.most, key.most) <= 0;
}

/** One statement per column, however many keys there are. */
async function measured(
  { entity, trace }: LoadedTable,
  { name }: LoadedColumn,
  pairs: readonly Pair[],
  ask: AskValues,
): Promise<MeasuredRelation[]> {
  const found = pairs.map(
    ({ key }) => `count(*) filter (v in (select ${quoted(key.column)} from ${viewOf(key.entity)}))`,
  );
  // Typed by the statement above.
  const [rows, nulls, distinct, counts] = (await ask(
    `with v as materialized (select ${quoted(name)} as v, count(*) as n from ${viewOf(entity)} group by all)
      select to_json([to_json(coalesce(sum(n), 0)), to_json(coalesce(sum(n) filter (v is null), 0)),
        to_json(count(v)), to_json([${found.join(', ')}])])::text from v`,
    [trace, ...pairs.map(({ key }) => key.trace)],
  )) as readonly [number, number, number, readonly number[]];
  return pairs.map(({ key, hint }, i): MeasuredRelation => {
    const evidence = { rows, nulls, distinct, found: counts[i] ?? 0 };
    const isAlone = pairs.length === 1;
    const own = { entity, columns: [name] };
    const references = { entity: key.entity, columns: [key.column] };
    return {
      id: idOf(own, references),
      ...own,
      references,
      evidence,
      strength: strengthOf(evidence, hint, isAlone && isDistinctive(key, distinct)),
    };
  });
}

/**
 * Whether the name of a key tells which entity it belongs to. Numbers and dates named like their entity may be mere
 * amounts and dates, numbers of something may be counts, and a few texts may occur in both by accident: `OK` is a
 * state, and also the state of a task.
 */
function isDistinctive({ entity, column, type, beginsAtOne }: FoundKey, distinct: number): boolean {
  if (isBareKey(column)) return false;
  const kind = kindOf(type);
  if (isNamedAfterEntity(entity, column)) {
    return (kind === 'text' || kind === 'uuid') && distinct >= minFoundTexts;
  }
  return !(kind === 'whole' && mayBeCount(column) && beginsAtOne);
}

function strengthOf(
  { distinct, found }: MeasuredRelation['evidence'],
  hint: Pair['hint'],
  isCertain: boolean,
): Strength {
  if (distinct === 0) return 'none';
  if (hint === 'same' && isCertain && found === distinct) return 'certain';
  if (hint === 'unnamed' && distinct < minFoundTexts) return 'none';
  return found >= distinct * minFoundShare[hint] ? 'weak' : 'none';
}

function idOf(own: ColumnsOf, references: ColumnsOf): string {
  const named = [own.entity, own.columns, references.entity, references.columns];
  return createHash('sha256').update(JSON.stringify(named)).digest('hex').slice(0, 16);
}
