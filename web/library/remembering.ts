// Adds queries to the recent ones. A module of its own, since composing their titles needs all the vocabulary of
// queries.

import type { Speaker } from '../query/filters/ruleWords.ts';
import { isRunnable } from '../query/request.ts';
import { sentence, sentenceText } from '../query/sentence.ts';
import { withRecent } from './recent.ts';
import { recentQueries } from './remembered.ts';

/** A query is remembered only after it was unchanged for this long, which skips the steps of editing it. */
const REMEMBER_AFTER_MS = 4000;

/** Remembers the query unless it changes soon. The returned function cancels that. */
export function rememberQuery(speaker: Speaker, code: string, work: string): () => void {
  const timer = setTimeout(() => {
    if (!isRunnable(speaker.doc)) return;
    const title = sentenceText(sentence(speaker));
    recentQueries.set(withRecent(recentQueries.get(), { code, title, at: Date.now(), work }));
  }, REMEMBER_AFTER_MS);
  return () => clearTimeout(timer);
}
