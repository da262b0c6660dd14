// The differences between two versions of a saved query, including title and sharing.
import type { SavedQuery } from '../api/saved.ts';
import { late } from '../messages/late.ts';
import { difference } from '../query/difference.ts';
import type { Speaker } from '../query/filters/ruleWords.ts';
import { fromSaved } from '../query/saved.ts';
import type { SentencePart } from '../ui/Sentence.tsx';
import { type About, visibilityText } from './keeping.ts';
import type { Changes } from './VersionsDialog.tsx';

type Version = About & Pick<SavedQuery, 'unigrid' | 'view'>;

const word = (text: string): SentencePart => ({ kind: 'word', text });

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function ofQuery(before: Version, after: Version, speaker: Omit<Speaker, 'doc'>): Changes {
  if (same([before.unigrid, before.view], [after.unigrid, after.view])) return [];
  const [old, now] = [before, after].map(({ unigrid, view }) => fromSaved(unigrid, view));
  const changes = old && now ? difference({ ...speaker, doc: old }, { ...speaker, doc: now }) : [];
  if (changes.length > 0) return changes;
  // A mere layout change is not listed; another query always is.
  return same(before.unigrid, after.unigrid) ? [] : [[word(late.difference.other)]];
}

export function versionChanges(before: Version, after: Version, speaker: Omit<Speaker, 'doc'>): Changes {
  return [...aboutChanges(before, after), ...ofQuery(before, after, speaker)];
}

export function aboutChanges(before: About, after: About): Changes {
  const changes: (readonly SentencePart[])[] = [];
  if (before.title !== after.title) {
    changes.push([word(`${late.difference.title}: `), { kind: 'name', text: after.title }]);
  }
  if (before.description !== after.description) changes.push([word(late.difference.description)]);
  if (!same(before.visibility, after.visibility)) {
    const text = visibilityText(after.visibility);
    changes.push([word(`${late.difference.visibility}: `), { kind: 'value', text }]);
  }
  return changes;
}
