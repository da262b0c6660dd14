// Which columns name a record for people, guessed from names and types.
import type { Column } from './model.ts';

type Candidate = Pick<Column, 'name' | 'type' | 'inKey' | 'inReference' | 'nullable'>;

const textTypes = new Set<Column['type']>(['string', 'text']);
/** Best first. */
const namePatterns: readonly RegExp[] = [
  /^(name|label|caption)$/i,
  /^(full|display|company|user|product|item)_?name$/i,
  /^title$/i,
  /(name|title)$/i,
  /^(subject|headline|email|e_?mail|login|code|sku|iban|number|description)$/i,
];
/** Attributes that many records share, such as the class of a ticket. */
const categoryNamePattern =
  /(class|kind|type|status|state|category|level|gender|sex|currency|country|language|unit|colou?r|priority|mode|method|channel|source|role|group)$/i;
const firstNamePattern = /^(first|given|fore)_?name$/i;
const lastNamePattern = /^(last|family|sur)_?name$/i;

/** One column, or first and last name; none if only the key identifies records. */
export function labelColumns(columns: readonly Candidate[]): readonly string[] {
  const candidates = columns.filter(({ type, inReference }) => textTypes.has(type) && !inReference);
  const given = candidates.find(({ name }) => firstNamePattern.test(name));
  const family = candidates.find(({ name }) => lastNamePattern.test(name));
  for (const [rank, pattern] of namePatterns.entries()) {
    // A person's title is not their name.
    if (rank === 2 && given && family) return [given.name, family.name];
    const found = candidates.find(({ name }) => pattern.test(name));
    if (found) return [found.name];
  }
  // A nullable column cannot identify records.
  const any = candidates.find(
    ({ name, type, inKey, nullable }) =>
      type === 'string' && !inKey && !nullable && !categoryNamePattern.test(name),
  );
  return any ? [any.name] : [];
}

const housekeepingName = /(creat|updat|modif|chang|insert|delet|import|load|sync)/i;
/** Times at which a row was written describe the row, not the thing it stands for. */
export function isHousekeeping({ name }: Pick<Column, 'name'>): boolean {
  return housekeepingName.test(name);
}

const lifeDateName = /(birth|^born|^dob$|death|^died)/i;
/** A date of birth does not say when something happened. */
export function isLifeDate({ name }: Pick<Column, 'name'>): boolean {
  return lifeDateName.test(name);
}

const readableTypes = new Set<Column['type']>(['string', 'text', 'date', 'datetime', 'selection']);

/**
 * The columns that describe a record without a name: its first texts and dates. Numbers alone describe nothing, and
 * neither does the time of the last update.
 */
export function distinctiveTexts(columns: readonly Candidate[]): readonly string[] {
  return columns
    .filter((column) => {
      const isMoment = column.type === 'date' || column.type === 'datetime';
      return readableTypes.has(column.type) && !column.inReference && !(isMoment && isHousekeeping(column));
    })
    .slice(0, 2)
    .map(({ name }) => name);
}
