// The tool `propose_changes`: does a dry run of changes and keeps them for a person to review and apply.
import { SentJson } from '../../app/change/plan/sent-json.ts';
import { type AppliedChange, ChangeSetBody } from '../../contract/change.ts';
import { readBody } from '../../contract/issues.ts';
import { parseExact, writeExact } from '../../contract/json.ts';
import { Problem } from '../../contract/problem.ts';
import { dataAnswer, refusalAnswer } from '../answer.ts';
import { pageLink } from '../tool-request.ts';
import { cutNote, isLong, shortValue } from './rows.ts';
import type { Tool } from './tool.ts';

const maxChanges = 200;

export const proposeChangesTool: Tool = {
  name: 'propose_changes',
  description: `Try changes of data and get a link where a person reviews and applies them; nothing is changed by this. Give the link to the person.
changes: [{op: "insert", entity, set}, {op: "update", entity, key, set, expect}, {op: "delete", entity, key, expect}], values by column; key has all key columns, expect the values of the changed columns as last read.`,
  inputSchema: {
    type: 'object',
    properties: {
      note: { type: 'string', description: 'Why' },
      changes: { type: 'array', items: { type: 'object' } },
    },
    required: ['changes'],
  },
  async run(toolRequest, given, callRecord) {
    callRecord.said = 'A proposal of changes.';
    const { changes, requester, addresses, proposals } = toolRequest;
    if (changes === null) {
      throw new Problem(
        'method-not-allowed',
        'Nothing can be changed: the service was started without --edit.',
      );
    }
    if (requester.principal.viewer !== null) {
      throw new Problem('forbidden', 'Nothing can be proposed in the name of another user.');
    }
    const set = readBody(ChangeSetBody.omit({ dry_run: true }), given);
    if (set.changes.length > maxChanges) {
      throw new Problem(
        'too-large',
        `A proposal has at most ${maxChanges} changes: a person looks at each.`,
        {
          pointer: '/changes',
        },
      );
    }
    callRecord.said = `A proposal: ${numberOf(set.changes.length)} of ${entitiesIn(set.changes)}.`;
    const text = writeExact({ ...set, dry_run: true });
    const { body } = await changes.apply({ requester, addresses, request: null }, new SentJson(text));
    const trial = parseExact(String(body)) as Trial;
    const { changes: images, refusals } = trial;
    if (refusals.length > 0) return refusalAnswer(writeExact({ refusals }));
    const id = await proposals.keep(requester.principal, set);
    callRecord.place = `#/proposed/${id}`;
    const shown = images.map(different);
    const isCut = shown.some(({ before, after }) => [before, after].some(hasLong));
    const notes = ['Nothing is changed yet: a person applies it at the link.', ...(isCut ? [cutNote] : [])];
    return dataAnswer(writeExact({ changes: shown.map(briefly) }), {
      link: pageLink(toolRequest, callRecord.place),
      notes,
    });
  },
};

/** The parts of a dry run's result that are used here. */
interface Trial {
  readonly changes: readonly AppliedChange[];
  readonly refusals: readonly unknown[];
}

function hasLong(image: AppliedChange['before']): boolean {
  return Object.values(image ?? {}).some(isLong);
}

/** For an updated row, only the columns that change. */
function different({ before, after, ...change }: AppliedChange): AppliedChange {
  const differs = (name: string) => writeExact(before?.[name]) !== writeExact(after?.[name]);
  const only = (image: typeof before) =>
    image && Object.fromEntries(Object.entries(image).filter(([name]) => differs(name)));
  return { ...change, before: only(before), after: only(after) };
}

function briefly({ before, after, ...change }: AppliedChange): object {
  const short = (image: typeof before) =>
    image && Object.fromEntries(Object.entries(image).map(([name, value]) => [name, shortValue(value)]));
  return { ...change, before: short(before), after: short(after) };
}

function numberOf(count: number): string {
  return count === 1 ? 'one change' : `${count} changes`;
}

function entitiesIn(changes: readonly { readonly entity: string }[]): string {
  return [...new Set(changes.map(({ entity }) => entity))].join(', ');
}
