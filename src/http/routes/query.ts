// The query endpoint and the table of functions that its conditions are made of.
import { runGrid } from '../../app/grid.ts';
import { GridAnswer } from '../../contract/grid.ts';
import { OperatorList } from '../../contract/operators.ts';
import { readGridRequest } from '../../contract/read-grid.ts';
import { operatorList } from '../../query/operators.ts';
import { sendJson } from '../answers.ts';
import type { App, Services } from '../app.ts';
import { clientSignal, streamJson } from '../stream.ts';

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
      const signal = clientSignal(reply);
      const answer = await runGrid(database, readGridRequest(request.body), signal);
      return typeof answer === 'string' ? sendJson(reply, answer) : streamJson(reply, answer, signal);
    },
  );

  app.get(
    '/api/database/operators',
    { schema: { summary: 'The functions of conditions', tags, response: { 200: OperatorList } } },
    async () => operatorList,
  );
}
