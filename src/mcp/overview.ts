// Describes a database to an assistant: first all of it briefly, then single entities.
import type { Column, Database, Entity, Relation } from '../model/database.ts';
import { brief, bytesOf, maxBytes, takeFitting } from './budget.ts';

const maxCommentLength = 120;

/** With columns if the database is small enough, otherwise names only. */
export function overviewOf(database: Database, engine: string): object {
  const entities = [...database.entities.values()].toSorted(byRelationCount);
  const head = { engine, entities: entities.length };
  const whole = { ...head, columns: Object.fromEntries(entities.map((one) => [one.name, columnsLine(one)])) };
  if (bytesOf(whole) <= maxBytes) return whole;
  const names = entities.map(({ name, rowEstimate }) =>
    rowEstimate === null ? [name] : [name, rowEstimate],
  );
  const { shown, more } = takeFitting(names, maxBytes - 300);
  return {
    ...head,
    'name, rows': shown,
    ...(more === 0 ? {} : { more, hint: 'Call search_model with find and a few words for the others.' }),
  };
}

function columnsLine({ columns, foreignKeys }: Entity): string {
  const targets = new Map(
    foreignKeys.flatMap(({ columns: own, target }) => own.map(({ name }) => [name, target] as const)),
  );
  return columns.map(({ name }) => (targets.has(name) ? `${name}→${targets.get(name)}` : name)).join(', ');
}

/** Entities with the most relations first: questions mostly start there. */
function byRelationCount(a: Entity, b: Entity): number {
  return (
    b.relations.length - a.relations.length ||
    (b.rowEstimate ?? 0) - (a.rowEstimate ?? 0) ||
    (a.name < b.name ? -1 : 1)
  );
}

/** `bytes`: the longest allowed. */
export function entityCard(entity: Entity, bytes = maxBytes): object {
  const { name, kind, rowEstimate, keyNames, comment, columns, relations } = entity;
  const head = {
    entity: name,
    kind,
    rows: rowEstimate,
    key: keyNames,
    comment: brief(comment, 300),
  };
  const related = takeFitting(
    relations.map((relation) => relationCard(entity, relation)),
    bytes / 3,
  );
  const room = bytes - 300 - bytesOf(head) - bytesOf(related.shown);
  const own = takeFitting(columns.map(columnCard), room);
  return {
    ...head,
    'name, type, comment': own.shown,
    relations: related.shown,
    ...(own.more + related.more === 0
      ? {}
      : {
          more: { columns: own.more, relations: related.more },
          hint: 'Call search_model with entity and find for the others.',
        }),
  };
}

function columnCard({ name, mode, nullable, comment }: Column): string[] {
  const said = brief(comment, maxCommentLength);
  return [name, nullable ? mode : `${mode}!`, ...(said === undefined ? [] : [said])];
}

/** A relation as a query document names it. */
export function relationCard({ relations }: Entity, relation: Relation): object {
  const { entity, kind, ownColumns, otherColumns } = relation;
  const parent = ownColumns[0]?.name;
  const isAmbiguous =
    relations.filter((other) => other.entity === entity && other.ownColumns[0]?.name === parent).length > 1;
  return {
    to: entity,
    attr_parent: parent,
    ...(isAmbiguous ? { attr_child: otherColumns[0]?.name } : {}),
    ...(kind === 'one2many' ? { many: true } : {}),
  };
}

/** Entities that match the words first, then those with the most relations. */
export function rankedFor(entities: Iterable<Entity>, text: string): Entity[] {
  const words = wordsOf(text).filter((word) => word.length > 2);
  const scored = [...entities].map((entity) => ({
    entity,
    score:
      3 * matchCount(words, entity.name) +
      matchCount(words, `${entity.comment ?? ''} ${entity.columns.map(({ name }) => name).join(' ')}`),
  }));
  return scored
    .toSorted((a, b) => b.score - a.score || byRelationCount(a.entity, b.entity))
    .map(({ entity }) => entity);
}

/** Entities and columns whose names or comments match the words, best match first. */
export function findIn(entities: Iterable<Entity>, text: string, bytes = maxBytes): object {
  const room = bytes - 300;
  const words = wordsOf(text);
  const found = [...entities]
    .flatMap((entity) => {
      const ofName = 3 * matchCount(words, entity.name) + matchCount(words, entity.comment ?? '');
      const columns = entity.columns
        .map((column) => ({
          column,
          score: 2 * matchCount(words, column.name) + matchCount(words, column.comment ?? ''),
        }))
        .filter(({ score }) => score > 0)
        .toSorted((a, b) => b.score - a.score);
      const score = 2 * ofName + (columns[0]?.score ?? 0);
      return score === 0 ? [] : [{ entity, columns, score }];
    })
    .toSorted((a, b) => b.score - a.score || (a.entity.name < b.entity.name ? -1 : 1))
    .map(({ entity, columns }) => ({
      entity: entity.name,
      rows: entity.rowEstimate ?? undefined,
      comment: brief(entity.comment, maxCommentLength),
      // Keeps one entity from taking all the room.
      columns: takeFitting(
        columns.slice(0, 12).map(({ column }) => columnCard(column)),
        room / 3,
      ).shown,
    }));
  const { shown, more } = takeFitting(found, room);
  return { find: brief(text, 100), found: shown, ...(more === 0 ? {} : { more }) };
}

function wordsOf(text: string): string[] {
  return [...new Set(text.toLowerCase().split(/[^\p{L}\p{N}]+/u))].filter((word) => word !== '');
}

/** The number of matching words; a plural matches its singular. */
function matchCount(words: readonly string[], text: string): number {
  const low = text.toLowerCase();
  return words.filter(
    (word) => low.includes(word) || (word.length > 3 && low.includes(word.replace(/s$/, ''))),
  ).length;
}
