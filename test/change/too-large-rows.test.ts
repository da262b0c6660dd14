/** Rows that the engine can keep but not show: MySQL and MariaDB give NULL for a text above `max_allowed_packet`. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type Service, startService } from '../http/service.ts';
import { createDatabase, type TestDatabase } from '../support/servers.ts';

let database: TestDatabase;
let service: Service;

beforeAll(async () => {
  database = await createDatabase('mysql');
  await database.run(`create table page (id integer primary key, body longtext, n integer);
    insert into page values (1, repeat(char(1), 3000000), 1), (2, 'short', 1)`);
  service = await startService(database.url, { edit: true });
});
afterAll(async () => {
  await service.close();
  await database.drop();
});

/** As JSON each character has six, and the server's default is 16 MB. */
const body = '\u0001'.repeat(3_000_000);

const Problem = z.object({ type: z.string().optional(), detail: z.string().optional() });
const Answer = Problem.extend({ refusals: z.array(Problem).optional() });

const change = (op: string, more: object) => ({ op, entity: 'page', ...more });

/** A dry run reports a refusal of its change; without the row as it was, there is nothing to try. */
test.each([
  ['insert', change('insert', { set: { id: 3, body } }), 200],
  ['update', change('update', { key: { id: 2 }, set: { body }, expect: { body: 'short' } }), 200],
  ['update of a number', change('update', { key: { id: 1 }, set: { n: 2 }, expect: { n: 1 } }), 422],
  ['delete', change('delete', { key: { id: 1 }, expect: { n: 1 } }), 422],
])('the %s of such a row is refused for this reason, and changes nothing', async (_op, one, trial) => {
  const send = async (isTrial: boolean) => {
    const response = await service.post('/api/database/changes', { changes: [one], dry_run: isTrial });
    const answer = Answer.parse(await response.json());
    const { type, detail } = answer.refusals?.[0] ?? answer;
    return [response.status, type, detail];
  };
  const told = [
    'urn:joinery:problem:refused-by-database',
    'A row is larger than the database server may put together.',
  ];
  expect(await send(false)).toEqual([422, ...told]);
  expect(await send(true)).toEqual([trial, ...told]);
  expect(await database.rows('select id, length(body), n from page order by id')).toEqual([
    [1, 3_000_000, 1],
    [2, 5, 1],
  ]);
});
