// The tools `query` and `explain`, which both take the query document.
import { questionOf, workbenchPlace } from '../../app/agents/question-log.ts';
import { explainGrid, readRequest } from '../../app/read/queries.ts';
import type { GridRequest } from '../../contract/grid.ts';
import { Problem } from '../../contract/problem.ts';
import { sentenceOf } from '../../query/sentence.ts';
import { dataAnswer } from '../answer.ts';
import { pageLink } from '../tool-request.ts';
import { queryIn, rowsAnswer } from './rows.ts';
import type { Tool } from './tool.ts';

const list = { type: 'array' };
const object = { type: 'object' };
const text = { type: 'string' };
const number = { type: 'integer' };

/** Every field of a document, briefly: the description explains their content, and problems the rest. */
const properties: Readonly<Record<keyof GridRequest, object>> = {
  entities: { type: 'array', items: object },
  where: object,
  order: list,
  offset: number,
  limit: number,
  count: { enum: ['exact', 'estimate', 'none'] },
  group: list,
  having: object,
  top: object,
  pivot: text,
  parameters: list,
  arguments: object,
  timezone: text,
  after: text,
};

const inputSchema = { type: 'object', properties, required: ['entities'] } as const;

/** The query document's grammar, for models that do not read the reference. */
export const queryGrammar = `entities: [{id, attributes: [{id, alias?, summaries?: ["count","sum","avg","min","max","count_distinct"], bucket?: "month", selected?: false}, {entity: {id, relation: {attr_parent: <column of the outer entity>, attr_child?}, attributes}}]}]. Related rows are outer joined.
where: {func: {name, args: [{alias}, {value}]}} or {cond: {with: "AND"|"OR"|"NOT", entries: [where]}}. Functions: EQ LT LTE GT GTE BETWEEN_INC IN ICONTAINS ISTARTS_WITH IENDS_WITH ILIKE IS_NULL IN_PERIOD (second argument {period: {unit: "month", offset: -1}}) EXISTS ({entity, where}), NOT_… for opposites.
group: [alias]; measures are named <summary>_<alias> in order, having, top: {n, per?, order}. pivot: one alias of group. order: [{alias, asc?: false}].
An attribute may be computed: {alias, expr: {fn: "MUL", args: [{alias}, {value}]}}, or count related rows without repeating: {alias, rollup: {entity, summary, of?}}.
Totals of a joined parent count each parent once. Answers have cols once and rows as arrays, at most 200; go on with after = next. Example: {"entities":[{"id":"Invoice","attributes":[{"id":"Total","summaries":["sum"]},{"id":"Country","alias":"country"}]}],"group":["country"],"order":[{"alias":"sum_Total","asc":false}],"limit":5}`;

const description = `Read rows by a query document; it cannot change anything and is not SQL.
${queryGrammar}`;

export const queryTool: Tool = {
  name: 'query',
  description,
  inputSchema,
  run: (toolRequest, given, callRecord) => rowsAnswer(toolRequest, documentIn(given), callRecord),
};

const maxPlanLength = 6_000;

export const explainTool: Tool = {
  name: 'explain',
  description: 'The SQL that a query document becomes, and how the engine would run it. Reads no rows.',
  inputSchema: { type: 'object', properties: { entities: list }, required: ['entities'] },
  async run(toolRequest, given, callRecord) {
    const document = documentIn(given);
    callRecord.said = 'An explanation of a query that could not be read.';
    const query = queryIn(document);
    callRecord.question = questionOf(toolRequest.requester.principal, query);
    const read = readRequest(document);
    // The contract has validated it, so it is a request.
    callRecord.said = sentenceOf(query as GridRequest);
    const { plan, ...explained } = await explainGrid(toolRequest.database, toolRequest.requester, read);
    callRecord.place = workbenchPlace(callRecord.question);
    const data = { ...explained, plan: plan.slice(0, maxPlanLength) };
    const notes = plan.length > maxPlanLength ? ['The plan was cut.'] : [];
    return dataAnswer(JSON.stringify(data), { link: pageLink(toolRequest, callRecord.place), notes });
  },
};

function documentIn(given: unknown): object {
  if (typeof given === 'object' && given !== null) return given;
  throw new Problem('malformed-request', 'The arguments are a query document: an object with entities.', {
    pointer: '',
  });
}
