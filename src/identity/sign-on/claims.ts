// What the identity provider says about a person, and what of it the service takes.
import { isObject } from '../../contract/json.ts';
import type { UserAttribute, UserAttributes, UserValue } from '../../contract/policy.ts';
import { Problem } from '../../contract/problem.ts';
import { normalise } from '../passwords.ts';
import { longestName } from '../users.ts';

/** Which claims say what. A name that is no claim itself may be a path, as in `realm_access.roles`. */
export interface ClaimNames {
  readonly name: string;
  readonly roles: string;
  readonly attributes: string;
}

/** What is kept with a session. */
export interface Claims {
  readonly roles: readonly string[];
  readonly attributes: UserAttributes;
}

export interface Person {
  readonly name: string;
  readonly claims: Claims;
}

type Given = Readonly<Record<string, unknown>>;

/** As much as every store can keep with each session without growing heavy. */
const mostCharacters = 16 * 1024;

export function signOnRefused(detail: string, cause?: unknown): Problem {
  return new Problem('sign-on-refused', detail, cause === undefined ? {} : { cause });
}

/** A Problem says why somebody cannot be let in under the name that the provider gives. */
export function personOf(given: Given, names: ClaimNames): Person {
  const name = nameIn(given, names.name);
  const claims = {
    roles: rolesIn(claimIn(given, names.roles)),
    attributes: attributesIn(claimIn(given, names.attributes)),
  };
  if (JSON.stringify(claims).length > mostCharacters) {
    throw signOnRefused('The identity provider gives you more roles and attributes than can be kept.');
  }
  return { name, claims };
}

/** From what was kept. */
export function readClaims(json: string): Claims {
  return JSON.parse(json) as Claims; // Only what `personOf` has made is kept.
}

function claimIn(given: Given, path: string): unknown {
  // Many providers name claims by addresses, which have dots in them.
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
  // Whoever may enter any address there could enter somebody else's.
  if (claim === 'email' && given.email_verified !== true) {
    throw signOnRefused('The identity provider has not verified your e-mail address.');
  }
  const name = normalise(value);
  const isUsable = name !== '' && name.length <= longestName && name === name.trim();
  // A colon ends the name in HTTP Basic; what nobody sees would make two names look like one.
  if (!isUsable || /[:\p{C}\p{Zl}\p{Zp}]/u.test(name)) {
    throw signOnRefused(
      `The identity provider gives you a name that cannot be used here: it must have 1 to ${longestName} characters, none of them ":" or invisible.`,
    );
  }
  return name;
}

/** One role may stand alone. What is no text gives no role. */
function rolesIn(value: unknown): readonly string[] {
  const roles = [value].flat().filter((role) => typeof role === 'string' && role !== '');
  return [...new Set(roles as string[])].sort(); // The filter leaves texts only.
}

/** What a condition cannot compare with is left out, and grants nothing. */
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

/** A number that large has lost digits on its way, so that it may be that of somebody else. */
function isExact(value: unknown): boolean {
  return typeof value === 'number' && Math.abs(value) <= Number.MAX_SAFE_INTEGER;
}
