// What the two kinds of saved documents do differently: how a body of theirs is read and checked.
import type { Asker } from '../database.ts';
import type { Draft } from './document.ts';
import type { Documents } from './documents.ts';

/** A body whose fields are right. */
export interface ReadDraft {
  /** As it was given; null where it is to be made. */
  readonly slug: string | null;
  /** Looks at the rest of it, which takes the database or the store. */
  draft(asker: Asker): Promise<Draft>;
}

export interface DocumentUse {
  readonly documents: Documents;
  /** A Problem says what is wrong with the fields. */
  read(body: unknown): ReadDraft;
}

/** The fields of an object, whatever they are. */
export function sentFields(sent: unknown): Readonly<Record<string, unknown>> {
  return typeof sent === 'object' && sent !== null ? { ...sent } : {};
}
