// The tool `search_model`: what the database contains, in more detail with each question.
import { runGrid } from '../../app/read/grid.ts';
import { readRequest } from '../../app/read/queries.ts';
import { type SearchModelBody as Ask, SearchModelBody } from '../../contract/agents.ts';
import { readBody } from '../../contract/issues.ts';
import { parseExact, writeExact } from '../../contract/json.ts';
import { Problem } from '../../contract/problem.ts';
import { didYouMean } from '../../contract/suggest.ts';
import type { Entity } from '../../model/database.ts';
import { dataAnswer } from '../answer.ts';
import { bytesOf, maxBytes, takeFitting } from '../budget.ts';
import { entityNamed } from '../entities.ts';
import { entityCard, findIn, overviewOf } from '../overview.ts';
import { pathsBetween } from '../paths.ts';
import { decoded } from '../quoted.ts';
import { pageLink, type ToolRequest } from '../tool-request.ts';
import { collectBytes, cutNote, isLong, shortValue } from './rows.ts';
import { inputOf } from './schema.ts';
import type { Tool } from './tool.ts';

export const searchModelTool: Tool = {
  name: 'search_model',
  description: `What the database holds; begin here. {} lists entities, {find} looks for words in names and comments, {entity} shows columns and relations ("!" = never null), {entity, to} the paths between two, {entity, column} its commonest values.`,
  inputSchema: inputOf(SearchModelBody),
  async run(toolRequest, given, callRecord) {
    callRecord.said = 'A look at the model.';
    const ask = readBody(SearchModelBody, given ?? {});
    callRecord.said = saidOf(ask);
    refuseTwoQuestions(ask);
    const place = ask.entity === undefined ? '#/' : `#/entity/${encodeURIComponent(ask.entity)}`;
    const link = pageLink(toolRequest, place);
    // URLs encode each non-ASCII letter as six characters or more.
    const room = Math.max(minBytes, maxBytes + defaultListSize - bytesOf(link));
    const { data, notes = [] } =
      ask.entity !== undefined && ask.column !== undefined
        ? await valuesOf(toolRequest, ask.entity, ask.column, room)
        : { data: JSON.stringify(await shownTo(toolRequest, ask, room)) };
    callRecord.place = place;
    return dataAnswer(data, { link, notes });
  },
};

interface Findings {
  /** JSON text. */
  readonly data: string;
  readonly notes?: readonly string[];
}

const defaultListSize = 100;
const minBytes = 1_000;

function saidOf({ find, entity, to, column }: Ask): string {
  if (entity === undefined) return find === undefined ? 'What there is.' : `What is about "${find}".`;
  if (column !== undefined) return `The commonest values of ${column} of ${entity}.`;
  return to === undefined ? `What ${entity} has.` : `The ways from ${entity} to ${to}.`;
}

function shownTo({ database: open, requester }: ToolRequest, ask: Ask, room: number): Promise<object> {
  return open.use(requester, async ({ database, dialect, connection }) => {
    await connection.annotate();
    const { find, entity, to, column } = ask;
    if (entity === undefined) {
      if (to !== undefined) throw needsEntity('/to');
      if (column !== undefined) throw needsEntity('/column');
      return find === undefined
        ? overviewOf(database, dialect.title)
        : findIn(database.entities.values(), find, room);
    }
    const from = entityNamed(database, entity, '/entity');
    if (to !== undefined) return pathsBetween(database, from, entityNamed(database, to, '/to'), room);
    return find === undefined ? entityCard(from, room) : findIn([from], find, room);
  });
}

const questions = ['find', 'to', 'column'] as const;

/** The answer to one question would be mistaken for an answer to both. */
function refuseTwoQuestions(ask: Ask): void {
  const [first, second] = questions.filter((name) => ask[name] !== undefined);
  if (first === undefined || second === undefined) return;
  throw new Problem('malformed-request', `"${first}" and "${second}" ask for two things: leave one out.`, {
    pointer: `/${second}`,
  });
}

function needsEntity(pointer: string): Problem {
  return new Problem('malformed-request', 'This needs an entity too.', { pointer });
}

const maxValues = 12;

/** Runs an ordinary query, under the same rights, limits and audit. */
async function valuesOf(
  { database: open, requester }: ToolRequest,
  name: string,
  column: string,
  room: number,
): Promise<Findings> {
  const entity = await open.use(requester, async ({ database }) => {
    const found = entityNamed(database, name, '/entity');
    if (found.column.has(column)) return found;
    throw new Problem(
      'invalid-query',
      `${name} has no column "${column}".${didYouMean(column, found.column.keys())}`,
      {
        pointer: '/column',
        allowed: [...found.column.keys()],
        unknownName: true,
      },
    );
  });
  const query = canBeGrouped(entity, column) ? mostFrequent(name, column) : someRows(name, column);
  const text = decoded(await collectBytes(await runGrid(open, requester, readRequest(query))));
  const { data } = parseExact(text) as { readonly data: readonly (readonly unknown[])[] };
  const values = data.map(([value, rows]) =>
    rows === undefined ? [shortValue(value)] : [shortValue(value), rows],
  );
  const { shown } = takeFitting(values, room - 300);
  const isCut = data.slice(0, shown.length).some(([value]) => isLong(value));
  return {
    data: writeExact({ entity: name, column, 'value, rows': shown }),
    notes: isCut ? [cutNote] : [],
  };
}

function canBeGrouped(entity: Entity, column: string): boolean {
  const mode = entity.column.get(column)?.mode;
  return mode !== 'binary' && mode !== 'json' && mode !== 'array' && mode !== 'other';
}

/** 1 for each row, also without a value: counting the column itself would omit nulls. */
const one = {
  // biome-ignore lint/suspicious/noThenProperty: the query document calls it so.
  case: [{ when: { func: { name: 'IS_NULL', args: [{ alias: 'value' }] } }, then: { value: 1 } }],
  else: { value: 1 },
};

function mostFrequent(entity: string, column: string): object {
  return {
    entities: [
      {
        id: entity,
        attributes: [
          { id: column, alias: 'value' },
          { alias: 'rows', expr: one, selected: false, summaries: ['count'] },
        ],
      },
    ],
    group: ['value'],
    order: [{ alias: 'count_rows', asc: false }],
    limit: maxValues,
    count: 'none',
  };
}

function someRows(entity: string, column: string): object {
  return { entities: [{ id: entity, attributes: [{ id: column }] }], limit: maxValues, count: 'none' };
}
