// Finds attributes that conditions use and no user of the policy has: probably a typo, unless an identity provider
// supplies them, which the policy does not tell.
import { pointerTo } from '../../contract/json.ts';
import {
  actions,
  type PolicyArgument,
  type PolicyDocument,
  type PolicyWhere,
} from '../../contract/policy.ts';
import { didYouMean } from '../../contract/suggest.ts';

/** A sentence for each name, at its first position. Empty if the policy has no attributes at all. */
export function unknownAttributes({ users = {}, roles = {} }: PolicyDocument): string[] {
  const known = new Set(Object.values(users).flatMap(({ attributes = {} }) => Object.keys(attributes)));
  if (known.size === 0) return [];
  const sentences = new Map<string, string>();
  for (const { name, pointer } of attributeUses(roles)) {
    if (known.has(name) || sentences.has(name)) continue;
    sentences.set(
      name,
      `no user of the policy has the attribute "${name}" at ${pointer}: that grants nothing unless an identity provider gives it.${didYouMean(name, known)}`,
    );
  }
  return [...sentences.values()];
}

/** The user attributes that a condition uses, whether or not it fits the database. */
export function attributesIn(where: PolicyWhere | undefined): string[] {
  return [...new Set([...inCondition(where, '')].map(({ name }) => name))];
}

interface AttributeUse {
  readonly name: string;
  readonly pointer: string;
}

function* attributeUses(roles: NonNullable<PolicyDocument['roles']>): Generator<AttributeUse> {
  // Identical objects are examined once.
  const seen = new Set<unknown>();
  for (const [role, entries] of Object.entries(roles)) {
    for (const [entity, rights] of Object.entries(entries)) {
      if (seen.has(rights)) continue;
      seen.add(rights);
      for (const action of actions) {
        const right = rights[action];
        if (right === undefined || right === true) continue;
        for (const part of ['rows', 'check'] as const)
          yield* inCondition(right[part], pointerTo('', 'roles', role, entity, action, part));
      }
    }
  }
}

function* inCondition(where: PolicyWhere | null | undefined, pointer: string): Generator<AttributeUse> {
  for (const [i, entry] of (where?.cond?.entries ?? []).entries())
    yield* inCondition(entry, pointerTo(pointer, 'cond', 'entries', i));
  for (const [i, argument] of (where?.func?.args ?? []).entries())
    yield* inArgument(argument, pointerTo(pointer, 'func', 'args', i));
}

function* inArgument({ user, where }: PolicyArgument, pointer: string): Generator<AttributeUse> {
  if (user !== undefined) yield { name: user, pointer: pointerTo(pointer, 'user') };
  yield* inCondition(where, pointerTo(pointer, 'where'));
}
