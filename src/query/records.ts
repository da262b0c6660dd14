// The statements behind record lists and single records: each row leaves the engine as finished JSON.
import { type RawBuilder, sql } from 'kysely';
import type { Column, Database, Entity } from '../model/database.ts';
import { nullKey } from '../model/keys.ts';
import { type Link, linksOf } from '../model/links.ts';
import { filled } from './compile/conditions.ts';
import { page as pageOf } from './compile/page.ts';
import { isEquality } from './dialect/bound.ts';
import type { Bound, BoundSql, SqlDialect, Statement, TextSql, Value } from './dialect/sql.ts';
import { LookUps } from './look-ups.ts';
import { isSliceable, sliceKey, sliceKeys } from './slices.ts';

/** Makes addresses; the parts after the entity's name are put together in SQL. */
export interface RecordAddresses {
  /** What all of them begin with. */
  readonly base: string;
  /** Everything up to and including the opening bracket of the key. */
  recordPrefix(entity: string): string;
  /** Everything after the closing bracket, for a link by other columns than the key. */
  bySuffix(columns: readonly string[]): string;
}

export function compileList(
  dialect: SqlDialect,
  database: Database,
  entity: Entity,
  addresses: RecordAddresses,
  page: { readonly limit: bigint | null; readonly offset: bigint },
): Statement {
  const { statement: texts, source } = selection(dialect, database, entity, addresses);
  const compiled = dialect.compile(sql`${keyOrder(dialect, entity)} ${pageOf(dialect, page)}`, texts);
  const statement = { ...compiled, entities: [entity.name] };
  if (entity.keyKind === 'all' || !isSliceable(dialect, entity.key, page.limit)) return statement;
  const key = entity.key.map(columnRef);
  const parts = { texts, keys: sliceKeys(dialect, source, key), isFiltered: false };
  const slices = { first: parts, later: parts, key: sliceKey(dialect, key), ...page };
  return { ...statement, hints: { slices } };
}

/** A service that answers for many hosts forgets the statements of the oldest. */
const basesKept = 16;

/** What all statements here about an entity have in common, in the addresses of one base. */
interface Selection {
  /** The text of a record, where the entity has the alias of below. */
  readonly record: TextSql;
  readonly source: RawBuilder<unknown>;
  /** `select … from …`. */
  readonly statement: BoundSql;
  /** By the names of the columns that a key has values for. */
  readonly lookUps: Map<string, LookUps>;
}

/** By entity and base. An entity belongs to one reading of the schema and goes with it. */
const selections = new WeakMap<Entity, Map<string, Selection>>();

/** The larger part of every statement here, and the same each time. */
function selection(
  dialect: SqlDialect,
  database: Database,
  entity: Entity,
  addresses: RecordAddresses,
): Selection {
  const byBase = selections.get(entity) ?? new Map<string, Selection>();
  selections.set(entity, byBase);
  const known = byBase.get(addresses.base);
  if (known !== undefined) return known;
  const record = recordJson(dialect, database, entity, addresses);
  const source = sql`${dialect.table(entity.id)} as ${tableAlias}`;
  const statement = dialect.compile(sql`select ${record} from ${source}`);
  const made: Selection = { record, source, statement, lookUps: new Map() };
  const [oldest] = byBase.keys();
  if (oldest !== undefined && byBase.size >= basesKept) byBase.delete(oldest);
  byBase.set(addresses.base, made);
  return made;
}

/** A real key is sorted as it stands, so that its index serves; any other column may have no order of its own. */
function keyOrder(dialect: SqlDialect, { key, keyKind }: Entity): RawBuilder<unknown> {
  if (key.length === 0) return sql``;
  const terms = key.map((column) =>
    keyKind === 'all' ? dialect.comparable(columnRef(column), column, 'sort') : columnRef(column),
  );
  return sql` order by ${sql.join(terms)}`;
}

/** A column and the text that an address has for its value, null for NULL. */
export interface KeyValue {
  readonly column: Column;
  readonly text: string | null;
}

/** At most two rows: the second one tells that the key is ambiguous. Null when no record can match. */
export function compileRecord(
  dialect: SqlDialect,
  database: Database,
  entity: Entity,
  addresses: RecordAddresses,
  key: readonly KeyValue[],
): Statement | null {
  const bounds = boundKey(dialect, key);
  if (bounds === null) return null;
  const selected = selection(dialect, database, entity, addresses);
  if (bounds.every((bound) => bound !== undefined && isEquality(bound))) {
    return lookUpsBy(dialect, selected, entity, key).one(bounds.flatMap((bound) => bound?.values ?? []));
  }
  const conditions = keyConditions(key, bounds);
  const compiled = dialect.compile(
    sql` where ${conditions} ${pageOf(dialect, atMostTwo)}`,
    selected.statement,
  );
  return { ...compiled, entities: [entity.name] };
}

const lookUpsKept = 16;

function lookUpsBy(
  dialect: SqlDialect,
  { record, source, lookUps }: Selection,
  entity: Entity,
  key: readonly KeyValue[],
): LookUps {
  const names = key.map(({ column }) => column.name).join('\0');
  const known = lookUps.get(names);
  if (known !== undefined) return known;
  const made = new LookUps(dialect, {
    text: record,
    entity: entity.name,
    source,
    key: key.map(({ column }) => columnRef(column)),
  });
  if (lookUps.size < lookUpsKept) lookUps.set(names, made);
  return made;
}

type BoundKey = readonly (Bound<[value: Value]> | undefined)[];

/** What the columns of the key must be, undefined for NULL; null when one of them cannot. */
function boundKey(dialect: SqlDialect, key: readonly KeyValue[]): BoundKey | null {
  const bounds: (Bound<[value: Value]> | undefined)[] = [];
  for (const { column, text } of key) {
    const bound = text === null ? undefined : dialect.key(column, text);
    if (bound === null) return null;
    bounds.push(bound);
  }
  return bounds;
}

const atMostTwo = { limit: 2n, offset: 0n };

/** The base64 text of one value; no row where the record is missing or the value holds no bytes. */
export function compileBytes(
  dialect: SqlDialect,
  entity: Entity,
  key: readonly KeyValue[],
  column: Column,
): Statement | null {
  const bounds = boundKey(dialect, key);
  if (bounds === null) return null;
  const conditions = keyConditions(key, bounds);
  const value = columnRef(column);
  const isBytes = dialect.isBytes?.(value) ?? sql`${value} is not null`;
  const compiled = dialect.compile(
    sql`select ${dialect.json(value, column)} from ${dialect.table(entity.id)} as ${tableAlias} where ${conditions} and ${isBytes} ${pageOf(dialect, atMostTwo)}`,
  );
  return { ...compiled, entities: [entity.name] };
}

function keyConditions(key: readonly KeyValue[], bounds: BoundKey): RawBuilder<unknown> {
  const conditions = key.map(({ column }, i) => {
    const value = columnRef(column);
    const bound = bounds[i];
    return bound === undefined ? sql`${value} is null` : filled(bound, value);
  });
  return sql.join(conditions, sql` and `);
}

// The alias keeps a column apart from a table of the same name, and long schema names out of the text.
const tableAlias = sql.id('t');

function columnRef(column: Column): RawBuilder<unknown> {
  return sql.id('t', column.name);
}

/** Record properties are the columns' names; the two of the service keep theirs, a column gives way. */
export function recordProperty(column: string): string {
  return column === '__url__' || column === '__links__' ? `${column}_` : column;
}

function recordJson(
  dialect: SqlDialect,
  database: Database,
  entity: Entity,
  addresses: RecordAddresses,
): TextSql {
  const parts: (string | TextSql)[] = [];
  entity.columns.forEach((column, i) => {
    const property = JSON.stringify(recordProperty(column.name));
    parts.push(`${i === 0 ? '{' : ','}${property}:`, dialect.json(columnRef(column), column));
  });
  const opening = entity.columns.length === 0 ? '{' : ',';
  if (entity.kind === 'view') {
    parts.push(`${opening}"__url__":null,"__links__":{}}`);
    return dialect.concat(parts);
  }
  const prefix = jsonInner(addresses.recordPrefix(entity.name));
  const links = linkParts(dialect, linksOf(database, entity), addresses);
  parts.push(
    `${opening}"__url__":"${prefix}`,
    ...ownKeyParts(dialect, entity.key),
    ']","__links__":{',
    ...links,
    '}}',
  );
  return dialect.concat(parts);
}

/** The text between the quotes of a JSON string. */
function jsonInner(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** The values of a record's own key; a link is there only when none of its values is NULL. */
function ownKeyParts(dialect: SqlDialect, columns: readonly Column[]): (string | TextSql)[] {
  const parts = columns.map((column) => {
    const value = columnRef(column);
    const text = dialect.urlText(value, column);
    return column.nullable
      ? sql<string>`case when ${value} is null then ${sql.lit(nullKey)} else ${text} end`
      : text;
  });
  return separated(parts);
}

function separated(parts: readonly TextSql[]): (string | TextSql)[] {
  return parts.flatMap((part, i) => (i === 0 ? [part] : [',', part]));
}

/**
 * The links that are there, separated by commas. While every link before it is certain to be there, a link
 * knows whether it needs a comma; from the first uncertain one on, each writes its comma itself and the
 * foremost is cut off.
 */
function linkParts(
  dialect: SqlDialect,
  links: readonly Link[],
  addresses: RecordAddresses,
): (string | TextSql)[] {
  const isCertain = (link: Link) => link.values.every((column) => !column.nullable);
  const certain = links.filter(isCertain);
  const uncertain = links
    .filter((link) => !isCertain(link))
    .map((link) => optionalLink(dialect, link, addresses));
  const parts = certain.flatMap((link, i) => linkEntry(dialect, link, addresses, i === 0 ? '' : ','));
  if (uncertain.length === 0) return parts;
  return parts.length > 0 ? [...parts, ...uncertain] : [sql<string>`substr(${dialect.concat(uncertain)}, 2)`];
}

function linkEntry(
  dialect: SqlDialect,
  link: Link,
  addresses: RecordAddresses,
  comma: string,
): (string | TextSql)[] {
  const before = `${comma}${JSON.stringify(link.name)}:"${jsonInner(addresses.recordPrefix(link.target))}`;
  const after = `]${link.by === null ? '' : jsonInner(addresses.bySuffix(link.by))}"`;
  const values = link.values.map((column) => dialect.urlText(columnRef(column), column));
  return [before, ...separated(values), after];
}

function optionalLink(dialect: SqlDialect, link: Link, addresses: RecordAddresses): TextSql {
  const isNull = sql.join(
    link.values.map((column) => sql`${columnRef(column)} is null`),
    sql` or `,
  );
  return sql<string>`case when ${isNull} then '' else ${dialect.concat(linkEntry(dialect, link, addresses, ','))} end`;
}
