// The query endpoint and the table of functions that its conditions are made of.
import { Readable } from 'node:stream';
import { runGrid } from '../../app/grid.ts';
import { GridAnswer } from '../../contract/grid.ts';
import { OperatorList } from '../../contract/operators.ts';
import { readGridRequest } from '../../contract/read-grid.ts';
import { operatorList } from '../../query/operators.ts';
import { sendJson } from '../answers.ts';
import type { App, Services } from '../app.ts';
import { clientSignal } from '../stream.ts';

const tags = ['Query'];

export function queryRoutes(app: App, { database }: Services): void {
  app.post(
    '/api/database/uni-grid-request',
    {
      schema: {
        summary: 'Rows of related entities, filtered, sorted, paged',
        tags,
        response: { 200: GridAnswer },
      },
    },
    async (request, reply) => {
      const answer = await runGrid(database, readGridRequest(request.body), clientSignal(reply));
      return sendJson(
        reply,
        typeof answer === 'string' ? answer : Readable.from(answer, { objectMode: false }),
      );
    },
  );

  app.get(
    '/api/database/operators',
    { schema: { summary: 'The functions of conditions', tags, response: { 200: OperatorList } } },
    async () => operatorList,
  );
}
