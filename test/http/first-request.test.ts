import { describe, expect, test } from 'vitest';
import { createDatabase } from '../support/servers.ts';
import { startService } from './service.ts';

interface Sent {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: object;
  readonly status: number;
}

const requests: readonly Sent[] = [
  { method: 'GET', path: '/api/database/tables/t?limit=-1', status: 400 },
  { method: 'GET', path: '/api/database/tables/t?limit=1', status: 200 },
  { method: 'GET', path: '/api/database/tables/t/recs/[1]?by=id', status: 200 },
  { method: 'GET', path: '/api/database/tables/t/recs/[1]?bye=id', status: 400 },
  { method: 'POST', path: '/api/login', body: { username: '' }, status: 400 },
  { method: 'POST', path: '/api/logout', body: { why: 1 }, status: 400 },
  { method: 'POST', path: '/api/database/uni-grid-request', body: { entities: 7 }, status: 400 },
  {
    method: 'POST',
    path: '/api/database/uni-grid-request/export?format=pdf',
    body: { entities: [] },
    status: 400,
  },
];

// Validators are loaded by the first request that needs them; that request must be read in the same way.
describe('the first request of each kind', () => {
  test.each(requests)(
    '$method $path is answered like the second one',
    async ({ method, path, body, status }) => {
      await using database = await createDatabase('sqlite');
      await database.run('create table t (id integer primary key); insert into t values (1)');
      await using service = await startService(database.url);
      const ask = async () => {
        const response = await (method === 'GET' ? service.get(path) : service.post(path, body));
        return [response.status, response.headers.get('content-type'), await response.text()];
      };
      const first = await ask();
      expect(await ask()).toEqual(first);
      expect(first[0]).toBe(status);
    },
  );
});
