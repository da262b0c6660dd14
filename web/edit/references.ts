// Placeholders for values that are known only after a new row is inserted; they name the row by its id in the tray.
import type { Cell } from '../api/exact.ts';

interface Reference {
  readonly ref: string;
  readonly column: string;
}

/** A value that is known after the new row is inserted. */
export function referenceTo(id: string, column: string): Cell {
  return { ref: id, column };
}

/** Documents in the data never look like references to new rows. */
export function referenceIn(value: Cell | undefined): Reference | undefined {
  if (typeof value !== 'object' || value === null || !('ref' in value && 'column' in value)) return undefined;
  const { ref, column } = value;
  if (typeof ref !== 'string' || typeof column !== 'string' || !isNewId(ref)) return undefined;
  return Object.keys(value).length === 2 ? { ref, column } : undefined;
}

/** The new row that a value refers to. */
export function referredTo(value: Cell | undefined): string | undefined {
  return referenceIn(value)?.ref;
}

const NEW_ID = 'new row ';

export function newId(unique: string): string {
  return `${NEW_ID}${unique}`;
}

function isNewId(id: string): boolean {
  return id.startsWith(NEW_ID);
}
