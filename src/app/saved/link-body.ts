// The body of a new link: its expiry, and the parameters' values for what it shows.
import { readBody } from '../../contract/issues.ts';
import { Problem } from '../../contract/problem.ts';
import { LinkBody } from '../../contract/saved.ts';
import type { OpenDatabase, Requester } from '../database.ts';
import type { StoredDocument } from './document.ts';
import { expiryOf, type LinkDraft } from './links.ts';
import { checkArguments } from './rows.ts';
import { sentFields } from './use.ts';

/** `check` tells which queries take which values; throws a Problem if they do not fit. */
export async function readLink(
  body: unknown,
  check: (values: LinkDraft['arguments']) => Promise<Pick<LinkDraft, 'taken' | 'versions'>>,
): Promise<LinkDraft> {
  const { expires } = readBody(LinkBody, body);
  const endsAt = expiryOf(expires, Date.now());
  // As sent: a schema may drop names that it considers dangerous.
  const values = sentFields(sentFields(body).arguments) as LinkDraft['arguments'];
  try {
    return { expires, endsAt, arguments: values, ...(await check(values)) };
  } catch (error) {
    throw error instanceof Problem ? inBody(error) : error;
  }
}

/** Those who follow the link cannot give values, so the query must run with these. */
export function readQueryLink(
  open: OpenDatabase,
  requester: Requester,
  query: StoredDocument,
  body: unknown,
): Promise<LinkDraft> {
  return readLink(body, async (values) => {
    await checkArguments(open, requester, query, values);
    return { taken: { [query.slug]: Object.keys(values) }, versions: {} };
  });
}

/** Translates a pointer into the query to one into the link's body. */
function inBody(problem: Problem): Problem {
  const { pointer = '' } = problem.extras;
  const isMissing = pointer.startsWith('/unigrid/parameters/');
  if (!isMissing && !pointer.startsWith('/unigrid/arguments/')) return problem;
  const at = isMissing ? '/arguments' : pointer.slice('/unigrid'.length);
  return new Problem('malformed-request', problem.message, { ...problem.extras, pointer: at });
}
