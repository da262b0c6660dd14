// The query endpoint with its summaries, export and explanation, and the functions that expressions can use.
import { exportTypes } from '../../contract/formats.ts';
import type { ReadGridRequest } from '../../contract/read-grid.ts';
import { sendJson } from '../answer/answers.ts';
import { attachment, files } from '../answer/media.ts';
import { schemaOf } from '../answer/schemas.ts';
import { streamBody, streamJson } from '../answer/stream.ts';
import { readsOwnBody } from '../answer/validation.ts';
import type { App, Services } from '../app.ts';
import { callerOf } from '../gate/admit.ts';
import { parseJson } from '../gate/body.ts';

const tags = ['Query'];
const path = '/api/database/uni-grid-request';
const grid = () => import('../../contract/grid.ts');
const exports = () => import('../../contract/export.ts');

type Queries = typeof import('../../app/read/queries.ts');
let loaded: Queries | undefined;

/** All that queries need; loaded by the first query. */
async function queries(): Promise<Queries> {
  loaded ??= await import('../../app/read/queries.ts');
  return loaded;
}

let similar: InstanceType<Queries['SimilarBodies']> | undefined;

/** Programs mostly send bodies that differ in a few values. */
function readBody({ readRequest, SimilarBodies }: Queries, body: unknown): ReadGridRequest {
  if (typeof body !== 'string') return readRequest(body);
  similar ??= new SimilarBodies((text) => readRequest(parseJson(text)));
  return similar.read(body);
}

export function queryRoutes(app: App, { database }: Services): void {
  app.post(
    path,
    {
      schema: {
        summary: 'Rows of related entities, filtered, sorted, paged, grouped',
        tags,
        body: schemaOf(grid, 'GridBody'),
        response: { 200: schemaOf(grid, 'GridAnswer') },
      },
      ...readByRoute,
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const use = await queries();
      const answer = await use.runGrid(database, caller, readBody(use, request.body));
      return answer instanceof Uint8Array
        ? sendJson(reply, answer)
        : streamJson(reply, answer, caller.signal);
    },
  );

  app.post(
    `${path}/summaries`,
    {
      schema: {
        summary: 'The summaries of a query alone',
        tags,
        body: schemaOf(grid, 'GridBody'),
        response: { 200: schemaOf(grid, 'SummaryAnswer') },
      },
      ...readByRoute,
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const use = await queries();
      return sendJson(reply, await use.runSummaries(database, caller, readBody(use, request.body)));
    },
  );

  app.post(
    `${path}/export`,
    {
      schema: {
        summary: 'All rows of a query as a file',
        tags,
        body: schemaOf(exports, 'ExportBody'),
        querystring: schemaOf(exports, 'ExportQuery'),
        response: { 200: files(Object.values(exportTypes)) },
      },
      ...readByRoute,
    },
    async (request, reply) => {
      const { acceptedFormat } = await import('../answer/accept.ts');
      const { format = acceptedFormat(request.headers.accept), safe } = request.query;
      const caller = callerOf(request);
      const use = await queries();
      const { splitHeadings: takeHeadings } = await exports();
      const body: unknown = request.body;
      const { query, headings } = takeHeadings(typeof body === 'string' ? parseJson(body) : body);
      const options = { format, safe: safe === '1', headings };
      const file = await use.exportGrid(database, caller, use.readRequest(query), options);
      reply
        .type(file.contentType)
        .header('content-disposition', attachment(file.fileName))
        .header('vary', 'accept');
      return streamBody(reply, file.body, caller.signal);
    },
  );

  app.post(
    `${path}/explain`,
    {
      schema: {
        summary: 'The SQL of a query, and how the engine would run it',
        tags,
        body: schemaOf(grid, 'GridBody'),
        response: { 200: schemaOf(() => import('../../contract/explain.ts'), 'Explanation') },
      },
      ...readByRoute,
    },
    async (request) => {
      const caller = callerOf(request);
      const use = await queries();
      return use.explainGrid(database, caller, readBody(use, request.body));
    },
  );

  app.get(
    '/api/database/operators',
    {
      schema: {
        summary: 'The functions of conditions',
        tags,
        response: { 200: schemaOf(() => import('../../contract/operators.ts'), 'OperatorList') },
      },
    },
    async () => (await queries()).operatorList,
  );

  app.get(
    '/api/database/functions',
    {
      schema: {
        summary: 'The functions of computed fields',
        tags,
        response: { 200: schemaOf(() => import('../../contract/functions.ts'), 'FunctionList') },
      },
    },
    async () => (await queries()).functionList,
  );
}

/** The body is parsed by readBody, with or without its wrapper. */
const readByRoute = { config: { bodyAsText: true, reads: true }, ...readsOwnBody };
