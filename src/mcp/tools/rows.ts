// Rows of a query for an assistant: few enough to be read, and it is told what was left out.
import { documentText } from '../../app/agents/asked.ts';
import { runGrid } from '../../app/read/grid.ts';
import { readRequest } from '../../app/read/queries.ts';
import { mostAgentRows } from '../../contract/agents.ts';
import { type GridRequest, isWholeNumber } from '../../contract/grid.ts';
import { parseExact, writeExact } from '../../contract/json.ts';
import { Problem } from '../../contract/problem.ts';
import type { ReadGridRequest } from '../../contract/read-grid.ts';
import { Cache } from '../../query/cache.ts';
import { sentenceOf } from '../../query/sentence.ts';
import { dataAnswer, type ToolAnswer } from '../answer.ts';
import { pageLink, type Visit } from '../visit.ts';
import type { Account } from './tool.ts';

const usualRows = 50;
/** About 8,000 tokens. */
const mostLetters = 24_000;
const longestValue = 500;
/** Quotes within values are escaped, so no value can look like this. */
const size = /\],"size":\{"offset":(\d+),"total":(?:\d+|null),"frame":(\d+)\}/;

const nextAtEnd = /,"next":"[^"]*"\}$/;

interface Meant {
  readonly read: ReadGridRequest;
  readonly said: string;
}

/** An assistant asks the same more than once, as a page does. */
const meant = new Cache<Meant>('asked documents');

/** `document` is the query, with or without its wrapper. */
export async function rowsAnswer(visit: Visit, document: object, account: Account): Promise<ToolAnswer> {
  const query = queryIn(document);
  const given: unknown = Reflect.get(query, 'limit');
  const asked = given === undefined ? usualRows : given;
  // What is no number is told by whoever reads the document.
  const limit = isWholeNumber(asked) ? Math.min(Number(asked), mostAgentRows) : asked;
  const paged = (rows: unknown) => {
    const one = { ...query, limit: rows };
    return query === document ? one : { unigrid: one };
  };
  account.document = query;
  account.said = 'A query that could not be read.';
  const text = `${query === document ? '' : 'unigrid '}${documentText(query)}`;
  const { read, said } = meant.get(null, text, () => ({
    read: readRequest(paged(limit)),
    // It has been read by the contract, so it is a request.
    said: sentenceOf(query as GridRequest),
  }));
  account.said = said;
  const first = await wholeText(await runGrid(visit.database, visit.asker, read));
  const notes = [
    ...(limit === asked || !hasNext(first)
      ? []
      : [`An answer has ${mostAgentRows} rows at most: go on with after = next.`]),
    ...(Reflect.get(query, 'count') === 'estimate' ? ['size.total is an estimate.'] : []),
  ];
  const shown =
    first.length <= mostLetters ? first : await shortened(visit, paged, pageOf(first).rows, first, notes);
  account.rows = pageOf(shown).rows;
  const place = visit.asked.placeOf(visit.asker.principal, account);
  account.place = place;
  const sentence = JSON.stringify({ sentence: account.said });
  return dataAnswer(`${sentence.slice(0, -1)},${shown.slice(1)}`, { link: pageLink(visit, place), notes });
}

/** A query document without its wrapper. */
export function queryIn(document: object): object {
  const wrapped: unknown = Reflect.get(document, 'unigrid');
  return typeof wrapped === 'object' && wrapped !== null ? wrapped : document;
}

/** Where the rows of an answer begin, and how many there are. */
export function pageOf(answer: string): { readonly offset: number; readonly rows: number } {
  const [, offset = 0, rows = 0] = size.exec(answer) ?? [];
  return { offset: Number(offset), rows: Number(rows) };
}

/** Whether rows follow those of an answer. */
export function hasNext(answer: string): boolean {
  return nextAtEnd.test(answer);
}

/** The answer without what leads on, for who goes on by an offset. */
export function withoutNext(answer: string): string {
  return answer.replace(nextAtEnd, '}');
}

export async function wholeText(answer: Uint8Array | AsyncIterable<Uint8Array>): Promise<string> {
  if (answer instanceof Uint8Array) {
    return Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength).toString();
  }
  const parts: Uint8Array[] = [];
  for await (const part of answer) parts.push(Uint8Array.from(part));
  return Buffer.concat(parts).toString();
}

interface Answered {
  readonly data: readonly (readonly unknown[])[];
}

/** Long values first, then fewer rows: `next` then leads on from the last row that is given. */
async function shortened(
  { database, asker }: Visit,
  paged: (rows: number) => object,
  rows: number,
  first: string,
  notes: string[],
): Promise<string> {
  let text = shortValues(first);
  if (text.length > mostLetters && rows > 1) {
    const fitting = Math.max(1, Math.floor((rows * mostLetters) / text.length));
    const again = await wholeText(await runGrid(database, asker, readRequest(paged(fitting))));
    text = shortValues(again);
    notes.push(`Only ${fitting} rows fit into one answer: go on with after = next.`);
  }
  if (text.length > 2 * mostLetters) {
    throw new Problem('too-large', 'These rows are too long for an answer: select fewer columns or rows.');
  }
  if (text.includes(cutMark)) notes.push(cutNote);
  return text;
}

const cutMark = '…[cut]';
export const cutNote = `Values longer than ${longestValue} characters were cut at ${cutMark}.`;

export function shortValues(text: string): string {
  const answer = parseExact(text) as Answered;
  return writeExact({ ...answer, data: answer.data.map((row) => row.map(shortValue)) });
}

export function shortValue(value: unknown): unknown {
  return isLong(value) ? `${value.slice(0, longestValue)}${cutMark}` : value;
}

export function isLong(value: unknown): value is string {
  return typeof value === 'string' && value.length > longestValue;
}
