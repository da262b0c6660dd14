// Puts queries among the recent ones. It stands apart from them, since their titles take all words of a query to make.

import type { Speaker } from '../query/filters/ruleWords.ts';
import { isRunnable } from '../query/request.ts';
import { sentence, sentenceText } from '../query/sentence.ts';
import { withRecent } from './recent.ts';
import { recentQueries } from './remembered.ts';

/** Only a query that stood for a while is worth remembering: it takes many edits to get there. */
const STANDS = 4000;

/** Remembers the query once it has stood for a moment. Calling the result cancels that. */
export function rememberQuery(speaker: Speaker, code: string, work: string): () => void {
  const timer = setTimeout(() => {
    if (!isRunnable(speaker.doc)) return;
    const title = sentenceText(sentence(speaker));
    recentQueries.set(withRecent(recentQueries.get(), { code, title, at: Date.now(), work }));
  }, STANDS);
  return () => clearTimeout(timer);
}
