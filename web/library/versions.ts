// What changed from one version of a saved query to another, its title and sharing included.
import type { SavedQuery } from '../api/kept.ts';
import { t } from '../messages/index.ts';
import { difference } from '../query/difference.ts';
import { fromKept } from '../query/kept.ts';
import type { Speaker } from '../query/sentence.ts';
import type { SentencePart } from '../ui/Sentence.tsx';
import { visibilityText } from './keeping.ts';

type Version = Pick<SavedQuery, 'title' | 'description' | 'visibility' | 'unigrid' | 'view'>;

const word = (text: string): SentencePart => ({ kind: 'word', text });

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function ofQuery(
  before: Version,
  after: Version,
  speaker: Omit<Speaker, 'doc'>,
): readonly (readonly SentencePart[])[] {
  if (same([before.unigrid, before.view], [after.unigrid, after.view])) return [];
  const [old, now] = [before, after].map(({ unigrid, view }) => fromKept(unigrid, view));
  const told = old && now ? difference({ ...speaker, doc: old }, { ...speaker, doc: now }) : [];
  if (told.length > 0) return told;
  // Another arrangement that nobody would notice is no change to tell of; another question always is.
  return same(before.unigrid, after.unigrid) ? [] : [[word(t.difference.other)]];
}

export function versionChanges(
  before: Version,
  after: Version,
  speaker: Omit<Speaker, 'doc'>,
): readonly (readonly SentencePart[])[] {
  return [
    ...(before.title === after.title
      ? []
      : [[word(`${t.difference.title}: `), { kind: 'name' as const, text: after.title }]]),
    ...(before.description === after.description ? [] : [[word(t.difference.description)]]),
    ...(same(before.visibility, after.visibility)
      ? []
      : [
          [
            word(`${t.difference.visibility}: `),
            { kind: 'value' as const, text: visibilityText(after.visibility) },
          ],
        ]),
    ...ofQuery(before, after, speaker),
  ];
}
