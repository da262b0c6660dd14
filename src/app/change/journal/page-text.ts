// The text form of a journal page: many rows with their column names once, compressed.
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Op } from '../../../contract/change.ts';
import { itemsOf, membersOf } from '../../../contract/json-parts.ts';
import type { Entity } from '../../../model/database.ts';
import type { Applied } from '../apply/apply.ts';
import { type Image, objectText, RowImage } from '../rows/image.ts';
import type { InsertedRows } from '../rows/new-rows.ts';
import { LongText } from './long-text.ts';
import { type Cause, causes, type JournalRow } from './row.ts';

/** The table of a page of new rows. */
interface InsertedEntity extends PageEntity {
  /** The columns with more stored than shown. */
  readonly kept: readonly string[];
  readonly rows: number;
}

/** An entity of a page; rows refer to it by its index. */
interface PageEntity {
  readonly name: string;
  readonly columns: readonly string[];
  readonly key: readonly string[];
}

/** The changes of some rows: any changes, or new rows grouped by bulk insert. */
export type JournalPage = readonly Applied[] | readonly InsertedRows[];

function isInserted(page: JournalPage): page is readonly InsertedRows[] {
  const [first] = page;
  return first !== undefined && 'shown' in first;
}

/** `isCounted`: the rows to count. */
export function pageSize(page: JournalPage, isCounted: (one: Applied) => boolean = () => true): number {
  return isInserted(page) ? page.reduce((sum, { rows }) => sum + rows, 0) : page.filter(isCounted).length;
}

/** The first table in it. */
export function pageEntity(page: JournalPage): string {
  return page[0]?.entity.name ?? '';
}

export function pageText(page: JournalPage): Promise<string> {
  return packed(isInserted(page) ? insertedText(page) : appliedText(page));
}

async function packed(text: string | Buffer): Promise<string> {
  return (await promisify(gzip)(text, { level: 1, chunkSize: 65_536 })).toString('base64');
}

/**
 * The first line describes the tables; then, for each table, follow its rows' shown values and the values kept besides.
 */
function insertedText(made: readonly InsertedRows[]): string {
  const heads = made.map(
    ({ entity: { name, key }, rows, columns, keptColumns }): InsertedEntity => ({
      name,
      columns: columns.map((column) => column.name),
      key: key.map((column) => column.name),
      kept: keptColumns.map((column) => column.name),
      rows,
    }),
  );
  const parts = made.flatMap(({ shown, keptColumns, kept }) =>
    keptColumns.length === 0 ? [shown] : [shown, kept()],
  );
  return [JSON.stringify(heads), ...parts].join('\n');
}

/** How a line encodes the cause. */
const causeWords: Readonly<Record<Cause, string>> = { named: '', engine: 'cascade', undone: 'undone' };

/** The first line describes the entities; each other line is a row, its parts separated by tabs, which JSON escapes. */
function appliedText(applied: readonly Applied[]): Buffer {
  const places = new Map<Entity, number>();
  for (const { entity } of applied) if (!places.has(entity)) places.set(entity, places.size);
  const entities = [...places.keys()].map(
    ({ name, columns, key }): PageEntity => ({
      name,
      columns: columns.map((column) => column.name),
      key: key.map((column) => column.name),
    }),
  );
  const text = new LongText();
  text.add(JSON.stringify(entities));
  for (const { op, entity, cause, before, after } of applied) {
    text.add(`\n${op}\t${causeWords[cause]}\t${places.get(entity)}\t`);
    text.add(`${imageParts(before, entity)}\t${imageParts(after, entity)}`);
  }
  return text.bytes;
}

async function unpacked(body: string): Promise<string> {
  return (await promisify(gunzip)(Buffer.from(body, 'base64'))).toString();
}

/** Whether a page has a row of an entity with one of these keys, given as JSON objects. */
export async function hasRow(body: string, entity: string, keys: readonly string[]): Promise<boolean> {
  const text = await unpacked(body);
  // Most pages contain none of the values and need no parsing.
  const mayHave = keys.some((key) => [...membersOf(key).values()].every((value) => text.includes(value)));
  if (!mayHave) return false;
  const wanted = new Set(keys);
  return rowsIn(text).some((row) => row.entity === entity && wanted.has(objectText(row.key)));
}

export async function pageRows(body: string): Promise<JournalRow[]> {
  return rowsIn(await unpacked(body));
}

/** The rows of a table as a page left them: for each a list of the values shown. */
export interface FinalRows {
  readonly entity: string;
  readonly columns: readonly string[];
  readonly lists: readonly string[];
}

/** Without removed rows. Costs a fraction of `pageRows` for a page of thousands of rows. */
export async function finalRows(body: string): Promise<FinalRows[]> {
  const [entities, lines] = headOf(await unpacked(body));
  if (areInserted(entities)) {
    return ownLines(entities, lines).map(([{ name, columns, rows }, own]) => {
      return { entity: name, columns, lists: own.slice(0, rows) };
    });
  }
  const lists = entities.map((): string[] => []);
  for (const line of lines) {
    const [, , place, , , after = ''] = line.split('\t');
    if (after !== '') lists[Number(place)]?.push(separated(after));
  }
  return entities.map(({ name, columns }, i) => ({ entity: name, columns, lists: lists[i] ?? [] }));
}

function rowsIn(text: string): JournalRow[] {
  const [entities, lines] = headOf(text);
  if (!areInserted(entities)) return appliedRows(entities, lines);
  return ownLines(entities, lines).flatMap(([entity, own]) => insertedRows(entity, own));
}

function headOf(text: string): [PageEntity[] | InsertedEntity[], string[]] {
  const [head = '[]', ...lines] = text.split('\n');
  // Written by pageText; earlier versions wrote a single table's head without a list.
  return [[JSON.parse(head)].flat() as PageEntity[] | InsertedEntity[], lines];
}

/** The lines of each table: values shown, then values kept. */
function ownLines(
  entities: readonly InsertedEntity[],
  lines: readonly string[],
): [InsertedEntity, string[]][] {
  let from = 0;
  return entities.map((entity) => {
    const own = lines.slice(from, from + entity.rows * (entity.kept.length === 0 ? 1 : 2));
    from += own.length;
    return [entity, own];
  });
}

function areInserted(entities: PageEntity[] | InsertedEntity[]): entities is InsertedEntity[] {
  return entities.every((entity) => 'rows' in entity);
}

function insertedRows(entity: InsertedEntity, lines: readonly string[]): JournalRow[] {
  return lines.slice(0, entity.rows).map((line, i) => {
    const texts = itemsOf(line);
    // The engine wrote a list of strings.
    const kept = JSON.parse(lines[entity.rows + i] ?? '[]') as (string | null)[];
    const keptOf = new Map(entity.kept.map((name, place) => [name, kept[place] ?? null]));
    const after: Image = new Map(
      entity.columns.map((name, place) => [
        name,
        { shown: texts[place] ?? 'null', kept: keptOf.get(name) ?? null },
      ]),
    );
    const key = new Map(entity.key.map((name) => [name, after.get(name)?.shown ?? 'null']));
    return { op: 'insert', entity: entity.name, cause: 'named', key, before: null, after };
  });
}

function appliedRows(entities: readonly PageEntity[], lines: readonly string[]): JournalRow[] {
  return lines.map((line) => {
    const [op, cause, place, before, beforeKept, after, afterKept] = line.split('\t');
    const entity = entities[Number(place)] ?? { name: '', columns: [], key: [] };
    const images = {
      before: imageIn(entity, before ?? '', beforeKept ?? ''),
      after: imageIn(entity, after ?? '', afterKept ?? ''),
    };
    const own = images.after ?? images.before;
    return {
      op: op as Op,
      entity: entity.name,
      cause: causes.find((one) => causeWords[one] === cause) ?? 'named',
      key: new Map(entity.key.map((name) => [name, own?.get(name)?.shown ?? 'null'])),
      ...images,
    };
  });
}

/** The shown values and the kept values of a row: two lists with an item per column, empty if there is nothing. */
function imageParts(image: Image | null, entity: Entity): string {
  if (image === null) return '\t';
  if (image instanceof RowImage && image.isOf(entity)) return `${separable(image.list)}\t${image.keptList}`;
  const { columns } = entity;
  let text = '';
  let isKept = false;
  for (const { name } of columns) {
    const cell = image.get(name);
    text += `${text === '' ? '[' : ','}${cell?.shown ?? 'null'}`;
    if (cell !== undefined && cell.kept !== null) isKept = true;
  }
  const kept = isKept ? JSON.stringify(columns.map(({ name }) => image.get(name)?.kept ?? null)) : '';
  return text === '' ? '[]\t' : `${separable(text)}]\t${kept}`;
}

/** JSON documents may contain whitespace, including our separators. */
function separable(json: string): string {
  return /[\t\n]/.test(json) ? json.replaceAll('\n', lineBreak).replaceAll('\t', tab) : json;
}

function separated(text: string): string {
  return text.replaceAll(lineBreak, '\n').replaceAll(tab, '\t');
}

/** Characters that cannot occur in JSON. */
const lineBreak = '\u0001';
const tab = '\u0002';

function imageIn({ columns }: PageEntity, shown: string, keptList: string): Image | null {
  if (shown === '') return null;
  const texts = itemsOf(separated(shown));
  // Written by imageParts.
  const kept = keptList === '' ? [] : (JSON.parse(keptList) as (string | null)[]);
  return new Map(columns.map((name, i) => [name, { shown: texts[i] ?? 'null', kept: kept[i] ?? null }]));
}
