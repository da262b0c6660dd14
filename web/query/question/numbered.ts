// The record that a question's records reference, by the number that is its key: “invoices of customer 5”.
import type { Entity, Relation } from '../../model/model.ts';
import { isNumeric } from '../../values/types.ts';
import { isAmount, type WordCursor } from './cursor.ts';
import { yearOf } from './periods.ts';
import { nameParts, stem } from './vocabulary.ts';

/** The number of words that the name takes from a position on. */
function matchLength(name: string, stems: readonly string[]): number {
  const parts = nameParts(name).map(stem);
  return parts.length > 0 && parts.every((part, i) => part === stems[i]) ? parts.length : 0;
}

/** The relations that the words name: by their own names, or by an entity's name if only one of them leads to it. */
function namedRelations(
  cursor: WordCursor,
  at: number,
  { relations }: Entity,
): readonly (readonly [Relation, length: number])[] {
  const stems = cursor.words.slice(at).map(stem);
  return relations
    .filter(({ type, own }) => type === 'many2one' && own.length === 1)
    .map((relation, _, all) => {
      const target = cursor.model.entities.get(relation.entity);
      const isOnly = all.every((other) => other === relation || other.entity !== relation.entity);
      const byTarget = target && isOnly ? matchLength(target.label, stems) : 0;
      return [relation, Math.max(matchLength(relation.label, stems), byTarget)] as const;
    })
    .filter(([, length]) => length > 0);
}

/** Four digits after a name could also be a year, so they count as neither. */
export const isKeyNumber = (word: string): boolean => /^\d{1,18}$/.test(word) && yearOf(word) === undefined;

/** The one record that the question itself is about. */
export function readOwnNumber({ doc, entity, sense, meaning }: WordCursor): void {
  const [root] = doc.entities;
  const [attribute] = entity?.key ?? [];
  if (!root || attribute === undefined || sense.key === undefined) return;
  const path = { root: root.alias, steps: [], attribute };
  meaning.comparisons.push({ path, operator: 'EQ', values: [sense.key], words: sense.key });
}

interface NumberedReference {
  readonly attribute: string;
  readonly value: string;
  readonly next: number;
}

/** The reference that the words from a position on name, and the number after it. */
export function numberedReferenceAt(cursor: WordCursor, at: number): NumberedReference | undefined {
  const { entity, model } = cursor;
  const [found, another] = entity ? namedRelations(cursor, at, entity) : [];
  if (!entity || !found || another) return undefined;
  const [{ own: [attribute = ''] = [], other, entity: target }, length] = found;
  const value = cursor.plain[at + length] ?? '';
  const key = model.entities.get(target)?.key ?? [];
  const isKey = key.length === 1 && key[0] === other[0] && entity.column.get(attribute)?.type === 'integer';
  return isKey && isKeyNumber(value) ? { attribute, value, next: at + length + 1 } : undefined;
}

/** “shirt number 10”: a number that is a name. */
export function readNumberNamed(cursor: WordCursor): boolean {
  const field = cursor.fieldCalled(cursor.at);
  const compared = field && cursor.equal(field.next);
  if (!compared || !isNumeric(field.found.column.type) || isAmount(field.found)) return false;
  const { operator, values, next } = compared;
  const words = cursor.wordsUpTo(next);
  cursor.meaning.comparisons.push({ path: field.found.path, operator, values, words });
  cursor.at = next;
  return true;
}

export function readNumberedReference(cursor: WordCursor): boolean {
  const [root] = cursor.doc.entities;
  const found = numberedReferenceAt(cursor, cursor.at);
  if (!root || !found) return false;
  const path = { root: root.alias, steps: [], attribute: found.attribute };
  const words = cursor.wordsUpTo(found.next);
  cursor.meaning.comparisons.push({ path, operator: 'EQ', values: [found.value], words });
  cursor.at = found.next;
  return true;
}
