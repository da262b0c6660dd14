// Saved queries: the tool `run_saved`, and a tool for each query that its owner offers to assistants.
import { hash } from 'node:crypto';
import { questionOf, workbenchPlace } from '../../app/agents/question-log.ts';
import { isPageName, type QueryString } from '../../app/saved/arguments.ts';
import { readerOf } from '../../app/saved/audience.ts';
import type { StoredDocument } from '../../app/saved/document.ts';
import { savedQueries } from '../../app/saved/queries.ts';
import { documentOf, isOffered, type RowsRequest, runSaved } from '../../app/saved/rows.ts';
import { maxAgentRows, OfferedBody, RunSavedBody } from '../../contract/agents.ts';
import type { GridRequest, Parameter } from '../../contract/grid.ts';
import { readBody } from '../../contract/issues.ts';
import { parseExact, pointerTo } from '../../contract/json.ts';
import type { ModeType } from '../../contract/mode.ts';
import { Problem } from '../../contract/problem.ts';
import { sentenceOf } from '../../query/sentence.ts';
import { dataAnswer, type ToolAnswer } from '../answer.ts';
import { decoded } from '../quoted.ts';
import { pageLink, type ToolRequest } from '../tool-request.ts';
import { collectPage, cutNote, type Page, shortValues, withoutNext } from './rows.ts';
import { inputOf } from './schema.ts';
import type { CallRecord, Tool } from './tool.ts';

const listed = 40;
const defaultRows = 50;
const maxCharacters = 48_000;

export const runSavedTool: Tool = {
  name: 'run_saved',
  description: 'Run a saved query by its slug, with values for its parameters. Without a slug: list them.',
  inputSchema: inputOf(RunSavedBody),
  async run(toolRequest, given, callRecord) {
    callRecord.said = 'A saved query.';
    const { slug, ...ask } = readBody(RunSavedBody, given ?? {});
    if (slug === undefined) return listOfSaved(toolRequest, callRecord);
    return runOne(toolRequest, await found(toolRequest, slug), ask, callRecord);
  },
};

/** The title and description of a saved query. */
interface About {
  readonly title: string;
  readonly description: string;
}

export function aboutOf({ content }: StoredDocument): About {
  const { title, description } = parseExact(content) as About;
  return { title, description };
}

function documentsOf({ database, store }: ToolRequest) {
  return savedQueries(database, store).documents;
}

export function found(toolRequest: ToolRequest, slug: string): Promise<StoredDocument> {
  return documentsOf(toolRequest).find(readerOf(toolRequest.requester.principal), slug);
}

export async function listSaved(toolRequest: ToolRequest, limit: number, after: string | null) {
  const reader = readerOf(toolRequest.requester.principal);
  return documentsOf(toolRequest).list(reader, { search: null, limit, after });
}

async function listOfSaved(toolRequest: ToolRequest, callRecord: CallRecord): Promise<ToolAnswer> {
  callRecord.said = 'The list of saved queries.';
  const { items, next } = await listSaved(toolRequest, listed, null);
  const queries = items.map((stored) => ({
    slug: stored.slug,
    title: aboutOf(stored).title,
    parameters: documentOf(stored).parameters.map(({ name, type, required }) => ({ name, type, required })),
  }));
  const notes = next === null ? [] : [`Only the ${listed} that were changed last.`];
  callRecord.place = '#/library';
  return dataAnswer(JSON.stringify({ queries }), { link: pageLink(toolRequest, callRecord.place), notes });
}

async function runOne(
  toolRequest: ToolRequest,
  stored: StoredDocument,
  ask: OfferedBody,
  callRecord: CallRecord,
): Promise<ToolAnswer> {
  const { unigrid, parameters } = documentOf(stored);
  const given = textsOf(ask.arguments ?? {}, parameters);
  const limit = ask.limit ?? Math.min(Number(unigrid.limit ?? defaultRows), maxAgentRows);
  const sent: QueryString = {
    ...given,
    limit: String(limit),
    ...(ask.offset === undefined ? {} : { offset: String(ask.offset) }),
  };
  // The contract validated it when it was saved.
  const document = { ...unigrid, arguments: { ...unigrid.arguments, ...ask.arguments } } as GridRequest;
  callRecord.said = sentenceOf(document);
  callRecord.question = questionOf(toolRequest.requester.principal, document);
  const page = await pageOf(toolRequest, { stored, sent, format: null, isKnown: () => false });
  const notes: string[] = [];
  const text = shortened(decoded(page.bytes), notes);
  callRecord.rows = page.rows;
  if (page.hasMore) notes.push(`More rows follow: go on with offset ${page.offset + BigInt(page.rows)}.`);
  // With arguments, a link to the question itself; without, to the saved query.
  callRecord.place =
    ask.arguments === undefined
      ? `#/saved/${encodeURIComponent(stored.slug)}`
      : workbenchPlace(callRecord.question);
  const sentence = JSON.stringify({ title: aboutOf(stored).title, sentence: callRecord.said });
  const link = pageLink(toolRequest, callRecord.place);
  const rows = page.hasMore ? withoutNext(text) : text;
  return dataAnswer(`${sentence.slice(0, -1)},${rows.slice(1)}`, { link, notes });
}

/** The arguments as in an address, which has neither lists nor nulls, and whose page has names like parameters. */
function textsOf(
  values: NonNullable<OfferedBody['arguments']>,
  parameters: readonly Parameter[],
): Readonly<Record<string, string | readonly string[]>> {
  const many = new Map(parameters.map(({ name, many: isMany = false }) => [name, isMany]));
  const texts = Object.entries(values).flatMap(([name, value]) => {
    const pointer = pointerTo('/arguments', name);
    if (isPageName(name)) {
      throw new Problem(
        'malformed-request',
        `There is no parameter "${name}" here: it belongs beside arguments.`,
        {
          pointer,
          allowed: [...many.keys()],
        },
      );
    }
    if (value === null) return [];
    const isMany = many.get(name) ?? Array.isArray(value);
    const list = [value].flat();
    if (isMany !== Array.isArray(value) || list.includes(null)) {
      const wanted = isMany ? 'a list of values without null' : 'one value, not a list';
      throw new Problem('malformed-request', `The parameter "${name}" takes ${wanted}.`, { pointer });
    }
    return [[name, isMany ? list.map(String) : String(value)] as const];
  });
  return Object.fromEntries(texts);
}

async function pageOf({ database, requester }: ToolRequest, ask: RowsRequest): Promise<Page> {
  try {
    return await collectPage(async (onPage) => {
      const { body } = await runSaved(database, requester, { ...ask, onPage });
      if (body === null || 'fileName' in body) throw new Error('a page of rows was asked for');
      return body;
    });
  } catch (error) {
    throw asArgumentProblem(error);
  }
}

function shortened(whole: string, notes: string[]): string {
  if (whole.length <= maxCharacters) return whole;
  const text = shortValues(whole);
  if (text.length > maxCharacters) {
    throw new Problem('too-large', 'These rows are too long for an answer: ask for fewer by limit.');
  }
  notes.push(cutNote);
  return text;
}

/** What is a parameter of the address there is an argument here. */
function asArgumentProblem(error: unknown): unknown {
  if (!(error instanceof Problem) || error.extras.parameter === undefined) return error;
  const { parameter, allowed, ...extras } = error.extras;
  return new Problem(error.kind, error.message, {
    ...extras,
    pointer: pointerTo('/arguments', parameter),
    ...(allowed === undefined ? {} : { allowed: allowed.filter((name) => !isPageName(name)) }),
  });
}

const prefix = 'saved_';
const maxNameLength = 64;
const maxOffered = 50;
const plainName = /^\w{1,40}$/;

/** Clients accept at most 64 characters. */
function toolName(slug: string): string {
  const name = `${prefix}${slug.replaceAll('-', '_')}`;
  if (name.length <= maxNameLength && !slug.includes('--')) return name;
  return `${name.slice(0, maxNameLength - 9)}_${hash('sha256', slug, 'hex').slice(0, 8)}`;
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
function offeredTool(stored: StoredDocument): Tool {
  const { parameters } = documentOf(stored);
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
    name: toolName(stored.slug),
    description: `A saved query that its owner offers. Read joinery://queries/${stored.slug} for what it is about.`,
    inputSchema: {
      type: 'object',
      properties: {
        ...(parameters.length === 0 ? {} : { arguments: values }),
        limit: { type: 'integer' },
        offset: { type: 'integer' },
      },
    },
    run: (toolRequest, given, callRecord) => {
      callRecord.said = 'A saved query.';
      return runOne(toolRequest, stored, readBody(OfferedBody, given ?? {}), callRecord);
    },
  };
}

/** The saved queries offered to the caller as tools. */
export async function offeredTools(toolRequest: ToolRequest): Promise<Tool[]> {
  const all = await documentsOf(toolRequest).all(readerOf(toolRequest.requester.principal));
  return all.filter(isOffered).slice(0, maxOffered).map(offeredTool);
}

/** Null if there is none of this name. */
export async function offeredToolNamed(toolRequest: ToolRequest, name: string): Promise<Tool | null> {
  if (!name.startsWith(prefix)) return null;
  return (await offeredTools(toolRequest)).find((tool) => tool.name === name) ?? null;
}
