// The rows of a query for an assistant: few enough to read, with notes on what was omitted.
import { placeOf, questionOf } from '../../app/agents/asked.ts';
import { type Answer, runGrid, type TellPage, type ToldPage } from '../../app/read/grid.ts';
import { readRequest } from '../../app/read/queries.ts';
import { mostAgentRows } from '../../contract/agents.ts';
import { type GridRequest, isWholeNumber } from '../../contract/grid.ts';
import { parseExact, writeExact } from '../../contract/json.ts';
import { Problem } from '../../contract/problem.ts';
import type { ReadGridRequest } from '../../contract/read-grid.ts';
import { Cache } from '../../query/cache.ts';
import { sentenceOf } from '../../query/sentence.ts';
import { partsAnswer, type ToolAnswer } from '../answer.ts';
import { decoded } from '../quoted.ts';
import { pageLink, type Visit } from '../visit.ts';
import type { Account } from './tool.ts';

const usualRows = 50;
/** About 8,000 tokens. */
const mostLetters = 24_000;
const longestValue = 500;
interface Meant {
  readonly read: ReadGridRequest;
  readonly said: string;
}

/** Assistants repeat questions, as pages do. */
const meant = new Cache<Meant>('asked documents');

/** `document` is the query, with or without its wrapper. */
export async function rowsAnswer(visit: Visit, document: object, account: Account): Promise<ToolAnswer> {
  const query = queryIn(document);
  const given: unknown = Reflect.get(query, 'limit');
  const asked = given === undefined ? usualRows : given;
  // Reading the document reports a limit that is not a number.
  const limit = isWholeNumber(asked) ? Math.min(Number(asked), mostAgentRows) : asked;
  const paged = (rows: unknown) => {
    const one = { ...query, limit: rows };
    // Reading the document reports other fields in the wrapper too.
    return query === document ? one : { ...document, unigrid: one };
  };
  const question = questionOf(visit.asker.principal, query);
  account.question = question;
  account.said = 'A query that could not be read.';
  const { read, said } = meant.get(null, query === document ? question.text : writeExact(document), () => ({
    read: readRequest(paged(limit)),
    // The contract has validated it, so it is a request.
    said: sentenceOf(query as GridRequest),
  }));
  account.said = said;
  const first = await gridPage(visit, read);
  const notes = [
    ...(limit === asked || !first.isFollowed
      ? []
      : [`An answer has ${mostAgentRows} rows at most: go on with after = next.`]),
    ...(first.isEstimated ? ['size.total is an estimate.'] : []),
  ];
  const shown = first.bytes.length <= mostLetters ? first : await shortened(visit, paged, first, notes);
  account.rows = shown.rows;
  account.place = placeOf(question);
  const link = pageLink(visit, account.place);
  return partsAnswer([`${JSON.stringify({ sentence: said }).slice(0, -1)},`, shown.bytes.subarray(1)], {
    link,
    notes,
  });
}

/** A query document without its wrapper. */
export function queryIn(document: object): object {
  const wrapped: unknown = Reflect.get(document, 'unigrid');
  return typeof wrapped === 'object' && wrapped !== null ? wrapped : document;
}

/** A JSON answer and its metadata. */
export interface Page extends ToldPage {
  readonly bytes: Uint8Array;
}

function gridPage({ database, asker }: Visit, read: ReadGridRequest): Promise<Page> {
  return wholePage((tell) => runGrid(database, asker, read, tell));
}

export async function wholePage(answer: (tell: TellPage) => Promise<Answer>): Promise<Page> {
  const told: ToldPage[] = [];
  const bytes = await whole(await answer((page) => told.push(page)));
  const [page] = told;
  if (page === undefined) throw new Error('an answer ended without its size');
  return { ...page, bytes };
}

/** Removes `next` from an answer with more rows, for clients that page by offset. */
export function withoutNext(text: string): string {
  return `${text.slice(0, text.lastIndexOf(',"next":"'))}}`;
}

export async function whole(answer: Answer): Promise<Uint8Array> {
  if (answer instanceof Uint8Array) return answer;
  const parts: Uint8Array[] = [];
  for await (const part of answer) parts.push(Uint8Array.from(part));
  return Buffer.concat(parts);
}

interface Answered {
  readonly data: readonly (readonly unknown[])[];
}

/** Cuts long values first, then rows: `next` then continues after the last row shown. */
async function shortened(
  visit: Visit,
  paged: (rows: number) => object,
  first: Page,
  notes: string[],
): Promise<Page> {
  let page = first;
  let text = decoded(first.bytes);
  if (text.length <= mostLetters) return first;
  text = shortValues(text);
  if (text.length > mostLetters && first.rows > 1) {
    const fitting = Math.max(1, Math.floor((first.rows * mostLetters) / text.length));
    page = await gridPage(visit, readRequest(paged(fitting)));
    text = shortValues(decoded(page.bytes));
    notes.push(`Only ${fitting} rows fit into one answer: go on with after = next.`);
  }
  if (text.length > 2 * mostLetters) {
    throw new Problem('too-large', 'These rows are too long for an answer: select fewer columns or rows.');
  }
  if (text.includes(cutMark)) notes.push(cutNote);
  return { ...page, bytes: Buffer.from(text) };
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
