// Finds a field anywhere around the chosen entities: "art name" → Album › Artist › Name.

import { foldForSearch } from '../model/matching.ts';
import type { Column, Entity, Model, Relation } from '../model/model.ts';
import { rootLabel } from './columns.ts';
import type { QueryDocument, Step } from './document.ts';
import { countingField } from './groups/rowCount.ts';
import { derivedColumns, type FieldPath, type NodePath, stepOf } from './paths.ts';

export interface Found {
  readonly path: FieldPath;
  /** The path and then the field: Album, Artist, Name. */
  readonly words: readonly string[];
  readonly column: Column;
  /** Some step leads to many records. */
  readonly many: boolean;
}

interface Place {
  readonly root: string;
  readonly steps: readonly Step[];
  readonly labels: readonly string[];
  readonly entity: Entity;
  readonly many: boolean;
  /** The path leads to a parent, and from there to its other children. */
  readonly isDetour: boolean;
  readonly came: Relation | undefined;
  /** Its fields, a root's computed ones first. */
  readonly columns: readonly Column[];
}

const MAX_STEPS = 4;
/** In a schema of thousands of entities, only those near the roots are searched. */
const MAX_PLACES = 600;

/** The paths to search. */
export interface FindOptions {
  /**
   * Includes paths back along a relation, for example to the other invoices of an invoice's customer. Only filters need
   * them.
   */
  readonly includeSiblings?: boolean;
  /** Lets the words for a record find its name field: “genre” finds Genre › Name. */
  readonly matchRecordNames?: boolean;
}

function leadsStraightBack(relation: Relation, came: Relation | undefined): boolean {
  return (
    came !== undefined &&
    relation.type !== came.type &&
    relation.own.join() === came.other.join() &&
    relation.other.join() === came.own.join()
  );
}

/** The entities around the roots, nearest first. */
function placesAround(
  doc: QueryDocument,
  model: Model,
  { includeSiblings = false }: FindOptions = {},
): readonly Place[] {
  const places: Place[] = doc.entities.flatMap((root) => {
    const entity = model.entities.get(root.id);
    // Several roots may have fields of the same name.
    const labels = doc.entities.length > 1 ? [rootLabel(doc, model, root.alias)] : [];
    if (!entity) return [];
    const columns = [...derivedColumns(doc, model, root.alias), ...entity.columns];
    return [
      { root: root.alias, steps: [], labels, entity, many: false, isDetour: false, came: undefined, columns },
    ];
  });
  // The list grows during iteration: a breadth-first search.
  for (const place of places) {
    if (places.length >= MAX_PLACES || place.steps.length >= MAX_STEPS) break;
    for (const relation of place.entity.relations) {
      const isSibling = includeSiblings && relation.type === 'one2many';
      if (leadsStraightBack(relation, place.came) && !isSibling) continue;
      const entity = model.entities.get(relation.entity);
      if (!entity) continue;
      places.push({
        root: place.root,
        steps: [...place.steps, stepOf(relation)],
        labels: [...place.labels, relation.label],
        entity,
        many: place.many || relation.type === 'one2many',
        isDetour: place.isDetour || (relation.type === 'one2many' && place.came?.type === 'many2one'),
        came: relation,
        columns: entity.columns,
      });
    }
  }
  return places;
}

function startsAWord(text: string, part: string): boolean {
  const folded = foldForSearch(text);
  for (let at = folded.indexOf(part); at >= 0; at = folded.indexOf(part, at + 1)) {
    if (at === 0 || !/[\p{L}\p{N}]/u.test(folded.charAt(at - 1))) return true;
  }
  return false;
}

/** Whether the column stands for the record: it is part of its name, or of its key if it has no name. */
function identifiesRecord({ entity }: Place, name: string): boolean {
  const { labelColumns, key } = entity;
  return (labelColumns.length > 0 ? labelColumns : key).includes(name);
}

/**
 * The score of the parts: each must begin a word of the path or the field, and at least one must match the field
 * itself, or the record that it stands for.
 */
function rank(place: Place, { label, name }: Column, parts: readonly string[], byRecord: boolean): number {
  let inField = 0;
  for (const part of parts) {
    if (startsAWord(label, part) || foldForSearch(name).startsWith(part)) inField++;
    else if (!place.labels.some((word) => startsAWord(word, part))) return 0;
  }
  const distance = place.steps.length * 10 + (place.many ? 6 : 0) + (place.isDetour ? 3 : 0);
  if (inField === 0) {
    const record = place.labels.at(-1) ?? '';
    const isAsked = byRecord && place.steps.length > 0 && parts.some((part) => startsAWord(record, part));
    return isAsked && identifiesRecord(place, name) ? 100 - distance : 0;
  }
  // An exact name is preferred among the fields of one entity, but a nearer entity still comes first.
  const whole = foldForSearch(label) === parts.join(' ') ? 8 : 0;
  return 100 + whole + inField * 4 - distance;
}

function foundAt(place: Place, column: Column): Found {
  const path = { root: place.root, steps: place.steps, attribute: column.name };
  return { path, words: [...place.labels, column.label], column, many: place.many };
}

/** The list without a search: the fields of the roots, then those of entities one step away. */
export function nearbyFields(
  doc: QueryDocument,
  model: Model,
  { many: withMany = false } = {},
): ReadonlyArray<{ readonly label: string; readonly items: readonly Found[] }> {
  return placesAround(doc, model)
    .filter(({ steps, many }) => steps.length <= 1 && (withMany || !many))
    .map((place) => ({
      label: place.labels.at(-1) ?? place.entity.label,
      items: place.columns.map((column) => foundAt(place, column)),
    }));
}

/** All fields with at most one value per root row, nearest first. */
export function singleValuedFields(doc: QueryDocument, model: Model): readonly Found[] {
  return placesAround(doc, model)
    .filter(({ many }) => !many)
    .flatMap((place) => place.columns.map((column) => foundAt(place, column)));
}

/** A relation to many records, which can be counted. */
export interface FoundMany {
  readonly path: NodePath;
  /** The path; its last word is the relation. */
  readonly words: readonly string[];
}

const MAX_MANY = 5;
/** Counting records farther away is rarely intended. */
const MANY_STEPS = 2;

/** The relations to many records with a matching name; without a search, those of the roots. */
export function findMany(doc: QueryDocument, model: Model, search: string): readonly FoundMany[] {
  const parts = partsOf(search);
  return placesAround(doc, model)
    .filter(({ came, labels, steps }) => {
      if (came?.type !== 'one2many' || steps.length > MANY_STEPS) return false;
      if (parts.length === 0) return steps.length === 1;
      return (
        parts.every((part) => labels.some((label) => startsAWord(label, part))) &&
        parts.some((part) => startsAWord(came.label, part))
      );
    })
    .slice(0, MAX_MANY)
    .map(({ root, steps, labels }) => ({ path: { root, steps }, words: labels }));
}

/** What junction records connect; none if the records have a key of their own. */
export function junctionEnds({ key, relations }: Entity): readonly Relation[] {
  const ends = relations.filter(
    ({ type, own }) => type === 'many2one' && own.every((column) => key.includes(column)),
  );
  return key.every((column) => ends.some(({ own }) => own.includes(column))) ? ends : [];
}

/**
 * The relations to junction records without a key of their own that lead to records of this name: a course has as many
 * enrolments as students.
 */
export function findConnected(
  doc: QueryDocument,
  model: Model,
  matchesName: (label: string) => boolean,
): FoundMany | undefined {
  for (const { came, root, steps, labels } of placesAround(doc, model)) {
    const link =
      came?.type === 'one2many' && steps.length === 1 ? model.entities.get(came.entity) : undefined;
    if (!came || !link) continue;
    const others = junctionEnds(link).filter((end) => !leadsStraightBack(end, came));
    const names = others.flatMap(({ label, entity }) => [label, model.entities.get(entity)?.label ?? entity]);
    if (names.some(matchesName)) return { path: { root, steps }, words: labels };
  }
  return undefined;
}

/** The fields for counting records with a matching name, usually their keys, whatever their own names are. */
export function findRecords(doc: QueryDocument, model: Model, search: string): readonly Found[] {
  const parts = partsOf(search);
  return placesAround(doc, model)
    .filter(({ labels, root }) => {
      const way = labels.length > 0 ? labels : [rootLabel(doc, model, root)];
      const isAbout = parts.some((part) => startsAWord(way.at(-1) ?? '', part));
      return isAbout && parts.every((part) => way.some((label) => startsAWord(label, part)));
    })
    .slice(0, MAX_FOUND)
    .flatMap((place) => {
      const key = place.entity.column.get(countingField(place.entity, place.steps) ?? '');
      return key ? [foundAt(place, key)] : [];
    });
}

const MAX_FOUND = 30;

function partsOf(search: string): readonly string[] {
  return foldForSearch(search)
    .split(/[^\p{L}\p{N}_]+/u)
    .filter(Boolean);
}

export function findFields(
  doc: QueryDocument,
  model: Model,
  search: string,
  options: FindOptions = {},
): readonly Found[] {
  const parts = partsOf(search);
  if (parts.length === 0) return [];
  const hits = placesAround(doc, model, options).flatMap((place) =>
    place.columns.flatMap((column) => {
      const score = rank(place, column, parts, options.matchRecordNames ?? false);
      if (score === 0) return [];
      return [{ score, found: foundAt(place, column) }];
    }),
  );
  return hits
    .sort((a, b) => b.score - a.score)
    .slice(0, MAX_FOUND)
    .map(({ found }) => found);
}
