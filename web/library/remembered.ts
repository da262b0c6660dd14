// Queries that this browser remembers: the recent ones by themselves, others by name.
import { isRunnable } from '../query/request.ts';
import { type Speaker, sentence, sentenceText } from '../query/sentence.ts';
import { createStoredStore } from '../state/stored.ts';

export interface Remembered {
  readonly code: string;
  readonly title: string;
  readonly at: number;
}

const RECENT = 12;
/** Many edits lead to one query: only what stood for a while is worth remembering. */
const STANDS = 4000;

function read(value: unknown): readonly Remembered[] {
  if (!Array.isArray(value)) return [];
  return value.filter(
    (one): one is Remembered =>
      typeof one === 'object' &&
      one !== null &&
      typeof one.code === 'string' &&
      typeof one.title === 'string' &&
      typeof one.at === 'number',
  );
}

// Several services on one host are told apart by their path.
const home = new URL('.', document.baseURI).pathname;
export const recentQueries = createStoredStore(`joinery.recent ${home}`, read);
export const savedQueries = createStoredStore(`joinery.saved ${home}`, read);

/** Notes the query once it has stood for a moment; what it gives back ends the waiting. */
export function rememberQuery(speaker: Speaker, code: string): () => void {
  const timer = setTimeout(() => {
    if (!isRunnable(speaker.doc)) return;
    const title = sentenceText(sentence(speaker));
    const others = recentQueries.get().filter((one) => one.code !== code && one.title !== title);
    recentQueries.set([{ code, title, at: Date.now() }, ...others].slice(0, RECENT));
  }, STANDS);
  return () => clearTimeout(timer);
}

export function saveQuery(code: string, title: string): void {
  const others = savedQueries.get().filter((one) => one.title !== title);
  savedQueries.set([{ code, title, at: Date.now() }, ...others]);
}

export function forgetQuery(code: string): void {
  savedQueries.set(savedQueries.get().filter((one) => one.code !== code));
}
