// The rows of a query for an assistant: few enough to read, with notes on what was omitted.
import { questionOf, workbenchPlace } from '../../app/agents/question-log.ts';
import { type Answer, type OnPage, type PageInfo, runGrid } from '../../app/read/grid.ts';
import { readRequest } from '../../app/read/queries.ts';
import { maxAgentRows } from '../../contract/agents.ts';
import { type GridRequest, isWholeNumber } from '../../contract/grid.ts';
import { parseExact, writeExact } from '../../contract/json.ts';
import { Problem } from '../../contract/problem.ts';
import type { ReadGridRequest } from '../../contract/read-grid.ts';
import { Cache } from '../../query/cache.ts';
import { sentenceOf } from '../../query/sentence.ts';
import { partsAnswer, type ToolAnswer } from '../answer.ts';
import { decoded } from '../quoted.ts';
import { pageLink, type ToolRequest } from '../tool-request.ts';
import type { CallRecord } from './tool.ts';

const defaultRows = 50;
/** About 8,000 tokens. */
const maxCharacters = 24_000;
const maxValueLength = 500;
interface ParsedQuery {
  readonly read: ReadGridRequest;
  readonly said: string;
}

/** Assistants repeat questions, as pages do. */
const parsedQueries = new Cache<ParsedQuery>('asked documents');

/** `document` is the query, with or without its wrapper. */
export async function rowsAnswer(
  toolRequest: ToolRequest,
  document: object,
  callRecord: CallRecord,
): Promise<ToolAnswer> {
  const query = queryIn(document);
  const given: unknown = Reflect.get(query, 'limit');
  const asked = given === undefined ? defaultRows : given;
  // Reading the document reports a limit that is not a number.
  const limit = isWholeNumber(asked) ? Math.min(Number(asked), maxAgentRows) : asked;
  const paged = (rows: unknown) => {
    const one = { ...query, limit: rows };
    // Reading the document reports other fields in the wrapper too.
    return query === document ? one : { ...document, unigrid: one };
  };
  const question = questionOf(toolRequest.requester.principal, query);
  callRecord.question = question;
  callRecord.said = 'A query that could not be read.';
  const { read, said } = parsedQueries.get(
    null,
    query === document ? question.text : writeExact(document),
    () => ({
      read: readRequest(paged(limit)),
      // The contract has validated it, so it is a request.
      said: sentenceOf(query as GridRequest),
    }),
  );
  callRecord.said = said;
  const first = await gridPage(toolRequest, read);
  const notes = [
    ...(limit === asked || !first.hasMore
      ? []
      : [`An answer has ${maxAgentRows} rows at most: go on with after = next.`]),
    ...(first.isEstimated ? ['size.total is an estimate.'] : []),
  ];
  const shown =
    first.bytes.length <= maxCharacters ? first : await shortened(toolRequest, paged, first, notes);
  callRecord.rows = shown.rows;
  callRecord.place = workbenchPlace(question);
  const link = pageLink(toolRequest, callRecord.place);
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
export interface Page extends PageInfo {
  readonly bytes: Uint8Array;
}

function gridPage({ database, requester }: ToolRequest, read: ReadGridRequest): Promise<Page> {
  return collectPage((onPage) => runGrid(database, requester, read, onPage));
}

export async function collectPage(answer: (onPage: OnPage) => Promise<Answer>): Promise<Page> {
  const pages: PageInfo[] = [];
  const bytes = await collectBytes(await answer((page) => pages.push(page)));
  const [page] = pages;
  if (page === undefined) throw new Error('an answer ended without its size');
  return { ...page, bytes };
}

/** Removes `next` from an answer with more rows, for clients that page by offset. */
export function withoutNext(text: string): string {
  return `${text.slice(0, text.lastIndexOf(',"next":"'))}}`;
}

export async function collectBytes(answer: Answer): Promise<Uint8Array> {
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
  toolRequest: ToolRequest,
  paged: (rows: number) => object,
  first: Page,
  notes: string[],
): Promise<Page> {
  let page = first;
  let text = decoded(first.bytes);
  if (text.length <= maxCharacters) return first;
  text = shortValues(text);
  if (text.length > maxCharacters && first.rows > 1) {
    const fitting = Math.max(1, Math.floor((first.rows * maxCharacters) / text.length));
    page = await gridPage(toolRequest, readRequest(paged(fitting)));
    text = shortValues(decoded(page.bytes));
    notes.push(`Only ${fitting} rows fit into one answer: go on with after = next.`);
  }
  if (text.length > 2 * maxCharacters) {
    throw new Problem('too-large', 'These rows are too long for an answer: select fewer columns or rows.');
  }
  if (text.includes(cutMark)) notes.push(cutNote);
  return { ...page, bytes: Buffer.from(text) };
}

const cutMark = '…[cut]';
export const cutNote = `Values longer than ${maxValueLength} characters were cut at ${cutMark}.`;

export function shortValues(text: string): string {
  const answer = parseExact(text) as Answered;
  return writeExact({ ...answer, data: answer.data.map((row) => row.map(shortValue)) });
}

export function shortValue(value: unknown): unknown {
  return isLong(value) ? `${value.slice(0, maxValueLength)}${cutMark}` : value;
}

export function isLong(value: unknown): value is string {
  return typeof value === 'string' && value.length > maxValueLength;
}
