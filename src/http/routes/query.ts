// The query endpoint, its summaries, export and explanation, and the functions that conditions are made of.
import type { FastifySchemaCompiler } from 'fastify';
import type { FastifyValidationResult } from 'fastify/types/schema.js';
import { z } from 'zod';
import { explainGrid } from '../../app/explain.ts';
import { exportGrid } from '../../app/export.ts';
import { runGrid } from '../../app/grid.ts';
import { runSummaries } from '../../app/summaries.ts';
import { Explanation } from '../../contract/explain.ts';
import { ExportQuery, exportTypes } from '../../contract/export.ts';
import { GridAnswer, GridBody, SummaryAnswer } from '../../contract/grid.ts';
import { OperatorList } from '../../contract/operators.ts';
import { readGridRequest } from '../../contract/read-grid.ts';
import { operatorList } from '../../query/operators.ts';
import { acceptedFormat } from '../accept.ts';
import { sendJson } from '../answers.ts';
import type { App, Services } from '../app.ts';
import { attachment, files } from '../media.ts';
import { clientSignal, streamBody, streamJson } from '../stream.ts';
import { validatorCompiler } from '../validation.ts';

const tags = ['Query'];
const path = '/api/database/uni-grid-request';

export function queryRoutes(app: App, { database }: Services): void {
  app.post(
    path,
    {
      schema: {
        summary: 'Rows of related entities, filtered, sorted, paged, grouped',
        tags,
        body: GridBody,
        response: { 200: GridAnswer },
      },
      validatorCompiler: readByRoute,
    },
    async (request, reply) => {
      const signal = clientSignal(reply.raw);
      const answer = await runGrid(database, readGridRequest(request.body), signal);
      return typeof answer === 'string' ? sendJson(reply, answer) : streamJson(reply, answer, signal);
    },
  );

  app.post(
    `${path}/summaries`,
    {
      schema: {
        summary: 'The summaries of a query alone',
        tags,
        body: GridBody,
        response: { 200: SummaryAnswer },
      },
      validatorCompiler: readByRoute,
    },
    async (request, reply) =>
      sendJson(reply, await runSummaries(database, readGridRequest(request.body), clientSignal(reply.raw))),
  );

  app.post(
    `${path}/export`,
    {
      schema: {
        summary: 'All rows of a query as a file',
        tags,
        body: GridBody,
        querystring: ExportQuery,
        response: { 200: files(Object.values(exportTypes)) },
      },
      validatorCompiler: readByRoute,
    },
    async (request, reply) => {
      const { format = acceptedFormat(request.headers.accept), safe } = request.query;
      const options = { format, safe: safe === '1' };
      const signal = clientSignal(reply.raw);
      const file = await exportGrid(database, readGridRequest(request.body), options, signal);
      reply
        .type(file.contentType)
        .header('content-disposition', attachment(file.fileName))
        .header('vary', 'accept');
      return streamBody(reply, file.body, signal);
    },
  );

  app.post(
    `${path}/explain`,
    {
      schema: {
        summary: 'The SQL of a query, and how the engine would run it',
        tags,
        body: GridBody,
        response: { 200: Explanation },
      },
      validatorCompiler: readByRoute,
    },
    async (request, reply) => explainGrid(database, readGridRequest(request.body), clientSignal(reply.raw)),
  );

  app.get(
    '/api/database/operators',
    { schema: { summary: 'The functions of conditions', tags, response: { 200: OperatorList } } },
    async () => operatorList,
  );
}

/** The schema only documents the body: with or without its wrapper it is read by readGridRequest. */
function readByRoute(part: Parameters<FastifySchemaCompiler<unknown>>[0]): FastifyValidationResult {
  const { schema, httpPart } = part;
  const isRead = httpPart !== 'body' && schema instanceof z.ZodType;
  return isRead ? validatorCompiler({ ...part, schema }) : () => true;
}
