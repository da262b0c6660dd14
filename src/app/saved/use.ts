// What differs between the two kinds of saved documents: how their bodies are read and checked.
import type { Requester } from '../database.ts';
import type { Draft } from './document.ts';
import type { Documents } from './documents.ts';

/** A body with valid fields. */
export interface ReadDraft {
  /** As given; null to derive one. */
  readonly slug: string | null;
  /** Checks the rest, which takes the database or the store. */
  draft(requester: Requester): Promise<Draft>;
}

export interface DocumentUse {
  readonly documents: Documents;
  /** Throws a Problem if the fields are invalid. */
  read(body: unknown): ReadDraft;
}

/** The fields of an object, unvalidated. */
export function sentFields(sent: unknown): Readonly<Record<string, unknown>> {
  return typeof sent === 'object' && sent !== null ? { ...sent } : {};
}
