/** Without --edit data cannot be changed: every writing address answers 405, and no writer is open. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand, type Service, startCommand, startService } from '../http/service.ts';
import { importsOf } from '../support/imports.ts';
import { createDatabase, type LiveDatabase } from '../support/servers.ts';

let database: LiveDatabase;
let service: Service;
beforeAll(async () => {
  database = await createDatabase('sqlite');
  await database.run('create table thing (id integer primary key); insert into thing values (1)');
  service = await startService(database.url);
});
afterAll(async () => {
  await service.close();
  await database.drop();
});

test('without --edit, no route under /api/database writes', async ({ annotate }) => {
  const routes = [...service.app.knownPaths]
    .filter(([path]) => path.startsWith('/api/database'))
    .flatMap(([path, { methods }]) =>
      [...methods]
        .filter((method) => !['GET', 'HEAD', 'OPTIONS'].includes(method))
        .map((method) => `${method} ${path}`),
    );
  // These have a query in the body, refresh the schema, or decide about an inferred relation.
  const reading = routes.filter((route) => /uni-grid-request|refresh$|inferred\/:id$/.test(route));
  expect(routes.filter((route) => !reading.includes(route))).toEqual([]);
  await annotate(`without --edit ${routes.length} routes take a body, 0 of them write`, 'A23');
});

test.each([
  ['POST', '/tables/thing/add', 'OPTIONS'],
  ['PATCH', '/tables/thing/recs/[1]', 'GET, HEAD, OPTIONS'],
  ['DELETE', '/tables/thing/recs/[1]', 'GET, HEAD, OPTIONS'],
  ['POST', '/changes', 'OPTIONS'],
  ['GET', '/changes', 'OPTIONS'],
  ['POST', '/changes/x/undo', 'OPTIONS'],
  ['POST', '/imports', 'OPTIONS'],
  ['PATCH', '/imports/x', 'OPTIONS'],
  ['POST', '/imports/x/run', 'OPTIONS'],
])('%s %s answers 405', async (method, path, allow) => {
  const response = await service.get(`/api/database${path}`, {
    method,
    ...(method === 'GET' ? {} : { body: '{}', headers: { 'content-type': 'application/json' } }),
  });
  expect([response.status, response.headers.get('allow')]).toEqual([405, allow]);
});

test('only the change use case and the dialects import a writer', () => {
  const root = join(import.meta.dirname, '../..');
  const importers = globSync('src/**/*.ts', { cwd: root })
    .filter((path) => !path.startsWith('src/dialects/') && !path.startsWith('src/app/change/'))
    .filter((path) =>
      importsOf({ path, text: readFileSync(join(root, path), 'utf8') }).some(({ specifier }) =>
        /(^|\/)writer(\.ts|\/)/.test(specifier),
      ),
    );
  expect(importers).toEqual([]);
  expect(readFileSync(join(root, 'src/app/database.ts'), 'utf8')).not.toMatch(/openWriter/);
});

test('the demo accepts changes unless --read-only is given, and DuckDB refuses --edit', async () => {
  const methods = async (...args: string[]) => {
    await using running = await startCommand(args);
    const response = await fetch(`${running.base}/api/database/changes`, { method: 'OPTIONS' });
    return response.headers.get('allow');
  };
  const both = await Promise.all([methods(), methods('--read-only')]);
  expect(both).toEqual(['GET, HEAD, POST, OPTIONS', 'OPTIONS']);
  await using duckdb = await createDatabase('duckdb');
  const { code, log } = await runCommand(['--database', duckdb.url, '--edit']);
  expect(code).toBe(2);
  expect(log).toMatch(/DuckDB is only read: leave --edit out/);
});

test('/api/access/why allows changes without a policy only if --edit is given', async () => {
  const asked = '/api/access/why?entity=thing&action=insert';
  expect(await (await service.get(asked)).json()).toEqual({
    allowed: false,
    reason: 'There is no policy: everybody may read.',
    grants: [],
  });
  await using edited = await startService(database.url, { edit: true });
  expect(await (await edited.get(asked)).json()).toEqual({
    allowed: true,
    reason: 'There is no policy: everybody may read and change everything.',
    grants: [],
  });
});
