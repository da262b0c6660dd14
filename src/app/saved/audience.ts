// Who may see a saved document, and who may change it. Each reader belongs to a few audiences and sees what is
// addressed to one of them, so a list need not examine other users' private documents.
import { createHash } from 'node:crypto';
import type { Visibility } from '../../contract/documents.ts';
import type { Principal } from '../../identity/admit.ts';

/** The parts that decide who may see it. */
export interface Shared {
  /** Null if the service had no users: it belongs to everybody. */
  readonly owner: string | null;
  readonly visibility: Visibility;
}

export interface Reader {
  readonly name: string | null;
  readonly roles: readonly string[];
}

export function readerOf({ name, rights }: Principal): Reader {
  return { name, roles: rights.roles };
}

const everyone = 'everyone';
/** Hashed, since names of any length and script become keys of an index that compares bytes. */
const named = (what: 'user' | 'role', name: string) =>
  createHash('sha256').update(`${what} ${name}`).digest('hex');

/** The audiences it is addressed to. */
export function audiencesOf({ owner, visibility }: Shared): string[] {
  if (owner === null || visibility === 'everyone')
    return [everyone, ...(owner === null ? [] : [named('user', owner)])];
  const roles = visibility === 'private' ? [] : visibility.roles;
  return [...new Set([named('user', owner), ...roles.map((role) => named('role', role))])];
}

/** The audiences a reader belongs to. */
export function audiencesFor({ name, roles }: Reader): string[] {
  const own = name === null ? [] : [named('user', name)];
  return [everyone, ...own, ...new Set(roles.map((role) => named('role', role)))];
}

export function sees(reader: Reader, shared: Shared): boolean {
  const addressed = new Set(audiencesOf(shared));
  return audiencesFor(reader).some((audience) => addressed.has(audience));
}

export function owns({ name }: Pick<Reader, 'name'>, { owner }: Pick<Shared, 'owner'>): boolean {
  return owner === null || owner === name;
}
