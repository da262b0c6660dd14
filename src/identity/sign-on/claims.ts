// The identity provider's claims about a user, and what the service takes from them.
import { isObject } from '../../contract/json.ts';
import type { UserAttribute, UserAttributes, UserValue } from '../../contract/policy.ts';
import { Problem } from '../../contract/problem.ts';
import { normalise } from '../passwords.ts';
import { maxNameLength } from '../users.ts';

/** The names of the claims to read. A name may also be a path, such as `realm_access.roles`. */
export interface ClaimNames {
  readonly name: string;
  readonly roles: string;
  readonly attributes: string;
}

/** What is stored with a session. */
export interface Claims {
  readonly roles: readonly string[];
  readonly attributes: UserAttributes;
}

export interface Person {
  readonly name: string;
  readonly claims: Claims;
}

type Given = Readonly<Record<string, unknown>>;

/** Small enough for every store to keep with each session. */
const maxCharacters = 16 * 1024;

export function signOnRefused(detail: string, cause?: unknown): Problem {
  return new Problem('sign-on-refused', detail, cause === undefined ? {} : { cause });
}

/** Reads a user from the claims; throws a Problem if they cannot be let in under that name. */
export function personOf(given: Given, names: ClaimNames): Person {
  const name = nameIn(given, names.name);
  const claims = {
    roles: rolesIn(claimIn(given, names.roles)),
    attributes: attributesIn(claimIn(given, names.attributes)),
  };
  if (JSON.stringify(claims).length > maxCharacters) {
    throw signOnRefused('The identity provider gives you more roles and attributes than can be kept.');
  }
  return { name, claims };
}

/** Reads the stored form. */
export function readClaims(json: string): Claims {
  return JSON.parse(json) as Claims; // Only the output of `personOf` is stored.
}

function claimIn(given: Given, path: string): unknown {
  // Many providers use URLs as claim names, which contain dots.
  if (Object.hasOwn(given, path)) return given[path];
  return path
    .split('.')
    .reduce<unknown>(
      (value, part) => (isObject(value) && Object.hasOwn(value, part) ? value[part] : undefined),
      given,
    );
}

function nameIn(given: Given, claim: string): string {
  const value = claimIn(given, claim);
  if (typeof value !== 'string') {
    const lack = value === undefined || value === null ? 'missing' : 'no text';
    throw signOnRefused(`The identity provider does not say who you are: the claim ${claim} is ${lack}.`);
  }
  // With an unverified address, a user could claim somebody else's.
  if (claim === 'email' && given.email_verified !== true) {
    throw signOnRefused('The identity provider has not verified your e-mail address.');
  }
  const name = normalise(value);
  const isUsable = name !== '' && name.length <= maxNameLength && name === name.trim();
  // HTTP Basic ends the name at a colon; invisible characters would make two names look alike.
  if (!isUsable || /[:\p{C}\p{Zl}\p{Zp}]/u.test(name)) {
    throw signOnRefused(
      `The identity provider gives you a name that cannot be used here: it must have 1 to ${maxNameLength} characters, none of them ":" or invisible.`,
    );
  }
  return name;
}

/** A single role may stand without a list. Anything but text is ignored. */
function rolesIn(value: unknown): readonly string[] {
  const roles = [value].flat().filter((role) => typeof role === 'string' && role !== '');
  return [...new Set(roles as string[])].sort(); // The filter leaves only strings.
}

/** Leaves out values that conditions cannot compare with; they grant nothing. */
function attributesIn(value: unknown): UserAttributes {
  if (!isObject(value)) return {};
  const known = Object.entries(value).filter((entry): entry is [string, UserAttribute] =>
    isAttribute(entry[1]),
  );
  return Object.fromEntries(known.sort(([one], [other]) => (one < other ? -1 : 1)));
}

function isAttribute(value: unknown): value is UserAttribute {
  return [value].flat().every(isUserValue);
}

function isUserValue(value: unknown): value is UserValue {
  return typeof value === 'string' || typeof value === 'boolean' || isExact(value);
}

/** A larger number may have lost digits on its way and equal another user's. */
function isExact(value: unknown): boolean {
  return typeof value === 'number' && Math.abs(value) <= Number.MAX_SAFE_INTEGER;
}
