// What somebody sends to make a link: an end, and values that the query takes.
import { readBody } from '../../contract/issues.ts';
import { Problem } from '../../contract/problem.ts';
import { LinkBody } from '../../contract/saved.ts';
import type { Asker, OpenDatabase } from '../database.ts';
import type { Kept } from './document.ts';
import { endOf, type LinkDraft } from './links.ts';
import { checkArguments } from './rows.ts';
import { sentFields } from './use.ts';

/** Whoever follows the link cannot give any values, so that the query must run with these. */
export async function readLink(
  open: OpenDatabase,
  asker: Asker,
  kept: Kept,
  body: unknown,
): Promise<LinkDraft> {
  const { expires } = readBody(LinkBody, body);
  const endsAt = endOf(expires, Date.now());
  // As they were sent: a schema may leave out what it takes for dangerous names.
  const values = sentFields(sentFields(body).arguments) as LinkDraft['arguments'];
  try {
    await checkArguments(open, asker, kept, values);
  } catch (error) {
    throw error instanceof Problem ? inBody(error) : error;
  }
  return { expires, endsAt, arguments: values };
}

/** From where something stands in the query to where it stands in the body of the link. */
function inBody(problem: Problem): Problem {
  const { pointer = '' } = problem.extras;
  const isMissing = pointer.startsWith('/unigrid/parameters/');
  if (!isMissing && !pointer.startsWith('/unigrid/arguments/')) return problem;
  const at = isMissing ? '/arguments' : pointer.slice('/unigrid'.length);
  return new Problem('malformed-request', problem.message, { ...problem.extras, pointer: at });
}
