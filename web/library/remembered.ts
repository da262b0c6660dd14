// Queries that this browser remembers: the recent ones by themselves, others by name.
import { currentUser, gate } from '../api/session.ts';
import { isRunnable } from '../query/request.ts';
import { type Speaker, sentence, sentenceText } from '../query/sentence.ts';
import { createStoredStoreFor } from '../state/stored.ts';
import { type Remembered, withRecent } from './recent.ts';

/** Only a query that stood for a while is worth remembering: it takes many edits to get there. */
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

// Several services on one host are told apart by their path, and so are the users of one browser.
const home = new URL('.', document.baseURI).pathname;

function storeOf(kind: string) {
  const key = () => [`joinery.${kind}`, home, currentUser()].filter(Boolean).join(' ');
  return createStoredStoreFor({ get: key, subscribe: gate.subscribe }, read);
}

export const recentQueries = storeOf('recent');
export const savedQueries = storeOf('saved');

/** Remembers the query once it has stood for a moment. Calling the result cancels that. */
export function rememberQuery(speaker: Speaker, code: string, work: string): () => void {
  const timer = setTimeout(() => {
    if (!isRunnable(speaker.doc)) return;
    const title = sentenceText(sentence(speaker));
    recentQueries.set(withRecent(recentQueries.get(), { code, title, at: Date.now(), work }));
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
