// Fields that have no value: “without a company”, “not returned”.
import { isQuantity } from '../../values/types.ts';
import type { OwnField, WordCursor } from './cursor.ts';
import { endOfName, ofMany, stateDate } from './values.ts';
import { superiorWords } from './vocabulary.ts';

/** “without a company”, “not returned”: a field that is null. */
export function readMissing(cursor: WordCursor, from: number): boolean {
  const preceding = cursor.plain.slice(cursor.at, from);
  const isWithout = preceding.includes('without') || preceding.includes('no');
  const word = cursor.plain[from] ?? '';
  const field = isWithout
    ? (cursor.ownField(from) ??
      cursor.field(from, ({ many }) => !many) ??
      asSingleWord(referenceToSuperior(cursor, word), from) ??
      ofMany(cursor, from))
    : asNamed(cursor, stateDate(cursor, word), from);
  if (!field) return false;
  const { path, column } = field.found;
  // “without renewals”: their number always has a value.
  if (isQuantity(column) && !column.nullable && path.steps.length === 0)
    cursor.meaning.comparisons.push({
      path,
      operator: 'EQ',
      values: ['0'],
      words: cursor.wordsUpTo(field.next),
    });
  else cursor.meaning.presences.push({ path, isPresent: false });
  cursor.at = field.next;
  return true;
}

/** “without a manager”: the only reference to the same entity, if nothing has that name. */
function referenceToSuperior({ doc, entity }: WordCursor, word: string): OwnField | undefined {
  const [root] = doc.entities;
  const references = entity?.columns.filter(({ pointsTo }) => pointsTo?.entity === entity.name) ?? [];
  const [column, another] = superiorWords.has(word) ? references : [];
  return root && column && !another
    ? { column, path: { root: root.alias, steps: [], attribute: column.name } }
    : undefined;
}

const asSingleWord = (found: OwnField | undefined, from: number) => found && { found, next: from + 1 };
const asNamed = (cursor: WordCursor, found: OwnField | undefined, from: number) =>
  found && { found, next: endOfName(cursor, found, from + 1) };
