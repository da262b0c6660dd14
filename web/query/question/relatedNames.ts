// Which related records and fields the words of a question can name.
import type { Model } from '../../model/model.ts';
import { type FoundMany, junctionEnds } from '../find.ts';
import { multiplies, type NodePath, reachedFromSeveral } from '../paths.ts';
import { nameParts, stem } from './vocabulary.ts';

/** The last words of roles that say what the related records are: Sequel Of, Reports To. */
const ownRoleEndings = new Set(['of', 'to', 'for']);

/**
 * Whether the words name the related records, not only what these call the record itself: the parent of “accounts
 * without parent” is no Account (Parent Account), but the sequel of “books without sequel” is a Book (Sequel Of).
 */
export function areNamed(model: Model, { path, words }: FoundMany, wanted: readonly string[]): boolean {
  const name = nameParts(model.entities.get(path.steps.at(-1)?.entity ?? '')?.label ?? '');
  const role = nameParts(words.at(-1) ?? '').slice(name.length);
  return (
    ownRoleEndings.has(role.at(-1) ?? '') || wanted.some((word) => name.some((part) => stem(part) === word))
  );
}

/**
 * Whether the path leads to a parent, and from there to many others: nobody means the other tickets of a ticket's
 * agent by “tickets”, and a measure of them would count them for each of the tickets.
 */
export function isDetour(model: Model, { root, steps }: NodePath): boolean {
  return !isOwnOrOfMany(model, { root, steps }) && multiplies(model, root, steps);
}

/**
 * Whether a sum takes each value once: that of the payments' invoices, or of the matches of a player's cards, would
 * take an invoice for each payment. What junction records connect is meant for each of them.
 */
export function isSummable(model: Model, { root, steps }: NodePath): boolean {
  const shared = reachedFromSeveral(model, root, steps);
  return shared === undefined || (isOwnOrOfMany(model, { root, steps }) && junctionEnds(shared).length > 0);
}

const isOwnOrOfMany = (model: Model, { root, steps }: NodePath) =>
  steps.length === 0 || multiplies(model, root, steps.slice(0, 1));

/**
 * The only nearest records of their kind: goals of a team's players and goals in its matches are different ones, also
 * if they are equally far.
 */
export function onlyNearest(found: readonly FoundMany[]): FoundMany | undefined {
  const [nearest, ...others] = found;
  const [kind, length] = [nearest?.path.steps.at(-1)?.entity, nearest?.path.steps.length];
  const isOther = ({ path: { steps } }: FoundMany) =>
    steps.length === length &&
    steps.at(-1)?.entity === kind &&
    steps[0]?.entity !== nearest?.path.steps[0]?.entity;
  return others.some(isOther) ? undefined : nearest;
}
