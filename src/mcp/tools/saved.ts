// Saved queries: the tool `run_saved`, and a tool for each query that its owner offers to assistants.
import { hash } from 'node:crypto';
import { placeOf, questionOf } from '../../app/agents/asked.ts';
import { isPageName, type QueryString } from '../../app/saved/arguments.ts';
import { readerOf } from '../../app/saved/audience.ts';
import type { Kept } from '../../app/saved/document.ts';
import { savedQueries } from '../../app/saved/queries.ts';
import { documentOf, isOffered, type RowsAsk, runSaved } from '../../app/saved/rows.ts';
import { mostAgentRows, OfferedBody, RunSavedBody } from '../../contract/agents.ts';
import type { GridRequest } from '../../contract/grid.ts';
import { readBody } from '../../contract/issues.ts';
import { parseExact, pointerTo } from '../../contract/json.ts';
import type { ModeType } from '../../contract/mode.ts';
import { Problem } from '../../contract/problem.ts';
import { sentenceOf } from '../../query/sentence.ts';
import { dataAnswer, type ToolAnswer } from '../answer.ts';
import { decoded } from '../quoted.ts';
import { pageLink, type Visit } from '../visit.ts';
import { cutNote, type Page, shortValues, wholePage, withoutNext } from './rows.ts';
import { inputOf } from './schema.ts';
import type { Account, Tool } from './tool.ts';

const listed = 40;
const usualRows = 50;
const mostLetters = 48_000;

export const runSavedTool: Tool = {
  name: 'run_saved',
  description: 'Run a saved query by its slug, with values for its parameters. Without a slug: list them.',
  inputSchema: inputOf(RunSavedBody),
  async run(visit, given, account) {
    account.said = 'A saved query.';
    const { slug, ...ask } = readBody(RunSavedBody, given ?? {});
    if (slug === undefined) return listOfSaved(visit, account);
    return runOne(visit, await found(visit, slug), ask, account);
  },
};

/** The title and description of a saved query. */
interface About {
  readonly title: string;
  readonly description: string;
}

export function aboutOf({ content }: Kept): About {
  const { title, description } = parseExact(content) as About;
  return { title, description };
}

function documentsOf({ database, store }: Visit) {
  return savedQueries(database, store).documents;
}

export function found(visit: Visit, slug: string): Promise<Kept> {
  return documentsOf(visit).find(readerOf(visit.asker.principal), slug);
}

export async function listSaved(visit: Visit, limit: number, after: string | null) {
  const reader = readerOf(visit.asker.principal);
  return documentsOf(visit).list(reader, { search: null, limit, after });
}

async function listOfSaved(visit: Visit, account: Account): Promise<ToolAnswer> {
  account.said = 'The list of saved queries.';
  const { items, next } = await listSaved(visit, listed, null);
  const queries = items.map((kept) => ({
    slug: kept.slug,
    title: aboutOf(kept).title,
    parameters: documentOf(kept).parameters.map(({ name, type, required }) => ({ name, type, required })),
  }));
  const notes = next === null ? [] : [`Only the ${listed} that were changed last.`];
  account.place = '#/library';
  return dataAnswer(JSON.stringify({ queries }), { link: pageLink(visit, account.place), notes });
}

async function runOne(visit: Visit, kept: Kept, ask: OfferedBody, account: Account): Promise<ToolAnswer> {
  const { unigrid } = documentOf(kept);
  const given = Object.fromEntries(
    Object.entries(ask.arguments ?? {}).flatMap(([name, value]) => {
      if (value === null) return [];
      return [[name, Array.isArray(value) ? value.map(String) : String(value)] as const];
    }),
  );
  const limit = ask.limit ?? Math.min(Number(unigrid.limit ?? usualRows), mostAgentRows);
  const sent: QueryString = {
    ...given,
    limit: String(limit),
    ...(ask.offset === undefined ? {} : { offset: String(ask.offset) }),
  };
  // The contract validated it when it was saved.
  const document = { ...unigrid, arguments: { ...unigrid.arguments, ...ask.arguments } } as GridRequest;
  account.said = sentenceOf(document);
  account.question = questionOf(visit.asker.principal, document);
  const page = await pageOf(visit, { kept, sent, format: null, isKnown: () => false });
  const notes: string[] = [];
  const text = shortened(decoded(page.bytes), notes);
  account.rows = page.rows;
  if (page.isFollowed) notes.push(`More rows follow: go on with offset ${page.offset + BigInt(page.rows)}.`);
  // With arguments, a link to the question itself; without, to the saved query.
  account.place =
    ask.arguments === undefined ? `#/saved/${encodeURIComponent(kept.slug)}` : placeOf(account.question);
  const sentence = JSON.stringify({ title: aboutOf(kept).title, sentence: account.said });
  const link = pageLink(visit, account.place);
  const rows = page.isFollowed ? withoutNext(text) : text;
  return dataAnswer(`${sentence.slice(0, -1)},${rows.slice(1)}`, { link, notes });
}

async function pageOf({ database, asker }: Visit, ask: RowsAsk): Promise<Page> {
  try {
    return await wholePage(async (tell) => {
      const { body } = await runSaved(database, asker, { ...ask, tell });
      if (body === null || 'fileName' in body) throw new Error('a page of rows was asked for');
      return body;
    });
  } catch (error) {
    throw pointed(error);
  }
}

function shortened(whole: string, notes: string[]): string {
  if (whole.length <= mostLetters) return whole;
  const text = shortValues(whole);
  if (text.length > mostLetters) {
    throw new Problem('too-large', 'These rows are too long for an answer: ask for fewer by limit.');
  }
  notes.push(cutNote);
  return text;
}

/** What is a parameter of the address there is an argument here. */
function pointed(error: unknown): unknown {
  if (!(error instanceof Problem) || error.extras.parameter === undefined) return error;
  const { parameter, allowed, ...extras } = error.extras;
  return new Problem(error.kind, error.message, {
    ...extras,
    pointer: pointerTo('/arguments', parameter),
    ...(allowed === undefined ? {} : { allowed: allowed.filter((name) => !isPageName(name)) }),
  });
}

const prefix = 'saved_';
const longestName = 64;
const mostOffered = 50;
const plainName = /^\w{1,40}$/;

/** Clients accept at most 64 characters. */
function toolName(slug: string): string {
  const name = `${prefix}${slug.replaceAll('-', '_')}`;
  if (name.length <= longestName && !slug.includes('--')) return name;
  return `${name.slice(0, longestName - 9)}_${hash('sha256', slug, 'hex').slice(0, 8)}`;
}

/** The JSON type of each type's values. */
const jsonTypes: Readonly<Record<ModeType, string>> = {
  boolean: 'boolean',
  integer: 'integer',
  numeric: 'number',
  string: 'string',
  text: 'string',
  datetime: 'string',
  date: 'string',
  time: 'string',
  interval: 'string',
  binary: 'string',
  selection: 'string',
  json: 'string',
  uuid: 'string',
  array: 'string',
  other: 'string',
};

/**
 * The title of a saved query is user input: it appears in no tool description, where assistants would take it for
 * instructions. Parameter names must appear there, and do so only if they are plain words.
 */
function offeredTool(kept: Kept): Tool {
  const { parameters } = documentOf(kept);
  const plain = parameters.filter(({ name }) => plainName.test(name));
  const values = {
    type: 'object',
    properties: Object.fromEntries(
      plain.map(({ name, type, many }) => {
        const one = { type: jsonTypes[type] };
        return [name, many ? { type: 'array', items: one } : one];
      }),
    ),
    required: plain.filter(({ required }) => required).map(({ name }) => name),
  };
  return {
    name: toolName(kept.slug),
    description: `A saved query that its owner offers. Read joinery://queries/${kept.slug} for what it is about.`,
    inputSchema: {
      type: 'object',
      properties: {
        ...(parameters.length === 0 ? {} : { arguments: values }),
        limit: { type: 'integer' },
        offset: { type: 'integer' },
      },
    },
    run: (visit, given, account) => {
      account.said = 'A saved query.';
      return runOne(visit, kept, readBody(OfferedBody, given ?? {}), account);
    },
  };
}

/** The saved queries offered to the caller as tools. */
export async function offeredTools(visit: Visit): Promise<Tool[]> {
  const all = await documentsOf(visit).all(readerOf(visit.asker.principal));
  return all.filter(isOffered).slice(0, mostOffered).map(offeredTool);
}

/** Null if there is none of this name. */
export async function offeredToolNamed(visit: Visit, name: string): Promise<Tool | null> {
  if (!name.startsWith(prefix)) return null;
  return (await offeredTools(visit)).find((tool) => tool.name === name) ?? null;
}
