// Who sees a saved thing, and who may change it. Each reader has a few audiences; what is addressed to one of them is
// theirs to see, so that a list needs no look at what others keep to themselves.
import { createHash } from 'node:crypto';
import type { Visibility } from '../../contract/kept.ts';
import type { Principal } from '../../identity/admit.ts';

/** As far as others may know it. */
export interface Shared {
  /** Null where the service had no users: it belongs to everybody. */
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
/** Names of any length and in any script, as keys of an index that compares bytes. */
const named = (what: 'user' | 'role', name: string) =>
  createHash('sha256').update(`${what} ${name}`).digest('hex');

/** Those that it is addressed to. */
export function audiencesOf({ owner, visibility }: Shared): string[] {
  if (owner === null || visibility === 'everyone')
    return [everyone, ...(owner === null ? [] : [named('user', owner)])];
  const roles = visibility === 'private' ? [] : visibility.roles;
  return [...new Set([named('user', owner), ...roles.map((role) => named('role', role))])];
}

/** Those that a reader belongs to. */
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
