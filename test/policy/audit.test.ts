/** The audit log: its content, that it is tamper-evident, and that it contains no values. */
import { createHash } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { AuditEntry } from '../../src/contract/audit.ts';
import { login, runCommand, startCommand } from '../http/service.ts';
import { temporaryFolder } from '../support/folders.ts';
import { createDatabase } from '../support/servers.ts';

const Made = z.object({ url: z.string() });

test('reads, exports, logins and policy changes are logged in a verifiable chain, without values', async () => {
  await using database = await createDatabase('sqlite');
  await database.run(`
    CREATE TABLE customer (id integer PRIMARY KEY, name text NOT NULL);
    INSERT INTO customer VALUES (1, 'Alma'), (2, 'Bert'), (3, 'Cleo');
  `);
  const folder = await temporaryFolder();
  const [users, policy, stateFile] = ['users.txt', 'policy.json', 'state.sqlite'].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  await writeFile(users, 'ann=a\nroot=r\n');
  const document = {
    users: { ann: { roles: ['all'] }, root: { roles: ['admin'] } },
    roles: { all: { '*': { read: true } } },
  };
  await writeFile(policy, JSON.stringify(document));
  const state = `sqlite:///${stateFile}`;
  const command = await startCommand(['-d', database.url, '-u', users, '--policy', policy, '--state', state]);
  const verify = (...more: string[]) =>
    runCommand(['audit', 'verify', '-d', database.url, '--state', state, ...more]);
  {
    await using running = command;
    const ann = await login(running.base, 'ann', 'a');
    const root = await login(running.base, 'root', 'r');
    const get = async (path: string, headers: Record<string, string>) =>
      (await fetch(running.base + path, { headers })).text();
    await get('/api/database/tables/customer/recs/[2]', ann);
    await get('/api/database/tables/customer/recs/[77]', ann);
    await get('/api/database/tables/customer', ann);
    const request = { entities: [{ id: 'customer', attributes: [{ id: 'name' }] }], limit: 2 };
    for (const to of ['', '/export?format=csv']) {
      const response = await fetch(`${running.base}/api/database/uni-grid-request${to}`, {
        method: 'POST',
        headers: { ...ann, 'content-type': 'application/json' },
        body: JSON.stringify({
          ...request,
          where: { func: { name: 'NOT_EQ', args: [{ alias: 'name' }, { value: 'Hidden' }] } },
        }),
      });
      await response.text();
    }
    await get('/api/database/mode', { ...root, 'x-view-as': 'ann' });
    await writeFile(policy, JSON.stringify({ ...document, users: { ...document.users, bob: {} } }));
    await expect.poll(() => running.log(), { timeout: 20_000 }).toContain('the policy has changed');
    expect((await fetch(`${running.base}/api/audit`, { headers: ann })).status).toBe(403);

    const text = await get('/api/audit', root);
    const lines = text.trimEnd().split('\n');
    const entries = lines.map((line) => AuditEntry.parse(JSON.parse(line)));
    expect(
      entries.map(({ user, action, entities, rows, as }) => [user, action, entities.join(), rows, as]),
    ).toEqual([
      ['ann', 'login', '', null, undefined],
      ['root', 'login', '', null, undefined],
      ['ann', 'read', 'customer', 1, undefined],
      ['ann', 'read', 'customer', null, undefined],
      ['ann', 'read', 'customer', 3, undefined],
      ['ann', 'read', 'customer', 2, undefined],
      ['ann', 'export', 'customer', 3, undefined],
      ['root', 'read', '', null, 'ann'],
      [null, 'policy', '', null, undefined],
      ['ann', 'read', '', null, undefined],
    ]);
    const page = async (query: string) =>
      (await get(`/api/audit?${query}`, root))
        .trimEnd()
        .split('\n')
        .map((line) => AuditEntry.parse(JSON.parse(line)).seq);
    // Each read of the log adds an entry itself, so the pages begin before those.
    expect(await page('order=desc&before=11&limit=3')).toEqual([10, 9, 8]);
    expect(await page('order=desc&before=8&limit=3')).toEqual([7, 6, 5]);
    expect(await page('before=4')).toEqual([1, 2, 3]);
    expect(await page('order=desc&before=11&user=ann')).toEqual([10, 8, 7, 6, 5, 4, 3, 1]);
    expect(await page('before=11&action=login&user=root')).toEqual([2]);
    for (const query of ['limit=0', 'limit=1001', 'before=x', 'order=up', 'action=look', 'limt=3']) {
      const { status } = await fetch(`${running.base}/api/audit?${query}`, { headers: root });
      expect([query, status]).toEqual([query, 400]);
    }
    expect((await fetch(`${running.base}/api/access/catalog`, { headers: ann })).status).toBe(403);
    // The admin role grants nothing on entities, but whoever edits grants has to know all of them.
    expect(JSON.parse(await get('/api/database/catalog', root)).entities).toEqual({});
    expect(Object.keys(JSON.parse(await get('/api/access/catalog', root)).entities)).toEqual(['customer']);
    expect(text).not.toMatch(/Alma|Bert|Hidden|\[2\]/);

    // Refused requests, and reads through a link, which are made on behalf of its creator.
    await expect(login(running.base, 'ann', 'wrong')).rejects.toThrow('401');
    const post = async (path: string, body: object) => {
      const headers = { ...ann, 'content-type': 'application/json' };
      return (
        await fetch(running.base + path, { method: 'POST', headers, body: JSON.stringify(body) })
      ).json();
    };
    await post('/api/queries', { title: 'Names', slug: 'names', unigrid: request });
    const link = await post('/api/queries/names/links', { expires: '2099-01-01T00:00:00Z' });
    const { url } = Made.parse(link);
    for (const way of ['', '?format=csv']) await (await fetch(url + way)).text();
    const lastEntry = async (query: string) =>
      (await get(`/api/audit?order=desc&limit=1&${query}`, root))
        .trimEnd()
        .split('\n')
        .map((line) => AuditEntry.parse(JSON.parse(line)))
        .map(({ user, via, action, entities, rows }) => [user, via, action, entities.join(), rows]);
    expect(await lastEntry('action=login-refused')).toEqual([['ann', 'open', 'login-refused', '', null]]);
    expect(await lastEntry('user=ann')).toEqual([['ann', 'open', 'export', 'customer', 3]]);
    expect(await lastEntry('user=ann&action=read')).toEqual([['ann', 'open', 'read', 'customer', 2]]);
    entries.forEach(({ seq, previous, hash }, i) => {
      expect(seq).toBe(i + 1);
      expect(previous).toBe(entries[i - 1]?.hash ?? '');
      const body = (lines[i] ?? '').replace(/,"hash":"[0-9a-f]+"\}$/, '}');
      expect(createHash('sha256').update(body).digest('hex')).toBe(hash);
    });
  }
  const whole = await verify();
  expect(whole).toMatchObject({
    code: 0,
    output: expect.stringMatching(
      /^The audit log is whole\. Entries: \d+\.\nLast entry: \d+:[0-9a-f]{64}\n$/,
    ),
  });
  const noted = /Last entry: (.*)\n/.exec(whole.output)?.[1] ?? '';
  expect((await verify('--holds', noted)).code).toBe(0);
  expect(
    await verify(
      '--holds',
      noted.replace(/.$/, (letter) => (letter === '0' ? '1' : '0')),
    ),
  ).toMatchObject({
    code: 1,
    log: expect.stringContaining('is another one'),
  });
  expect((await verify('--holds', '7')).code).toBe(2);
  const db = new Database(stateFile);
  // A row holds several entries; this changes the line of the fourth and removes the fifth.
  const rows = db.prepare<[], { seq: number; line: string }>('select seq, line from audit').all();
  const change = db.prepare<[string, number]>('update audit set line = ? where seq = ?');
  const changed = async (edit: (line: string) => string | null) => {
    for (const { seq, line } of rows) {
      const lines = line.split('\n').flatMap((one) => edit(one) ?? []);
      change.run(lines.join('\n'), seq);
    }
    db.exec("delete from audit where line = ''");
    return verify();
  };
  const isEntry = (line: string, seq: number) => line.startsWith(`{"seq":${seq},`);
  expect(
    await changed((line) => (isEntry(line, 4) ? line.replace('"read"', '"write"') : line)),
  ).toMatchObject({ code: 1, log: expect.stringContaining('entry 4 was changed') });
  expect((await changed((line) => line)).code).toBe(0);
  expect(await changed((line) => (isEntry(line, 5) ? null : line))).toMatchObject({
    code: 1,
    log: expect.stringContaining('entries before 6 are missing'),
  });
  db.close();
});

test('an entry names the action, however the address of the request is written', async () => {
  await using database = await createDatabase('sqlite');
  await database.run(`
    CREATE TABLE customer (id integer PRIMARY KEY, name text);
    INSERT INTO customer VALUES (1, 'Alma');
  `);
  const folder = await temporaryFolder();
  const users = join(folder, 'users.txt');
  await writeFile(users, 'ann=a\n');
  const flags = ['-u', users, '--admin', 'ann', '--edit', '--state', `sqlite:///${join(folder, 'state')}`];
  await using running = await startCommand(['-d', database.url, ...flags]);
  const ann = await login(running.base, 'ann', 'a');
  const send = async (method: string, path: string, body?: object, more: Record<string, string> = {}) => {
    const headers = {
      ...ann,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...more,
    };
    const content = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(running.base + path, { method, headers, ...content });
    const text = await response.text();
    expect([path, response.status, text]).toEqual([path, expect.toBeOneOf([200, 201]), text]);
    return text;
  };
  const all = { read: true, insert: true };
  const policy = { users: { ann: { roles: ['admin', 'all'] } }, roles: { all: { '*': all } } };
  // The first policy is recorded, and every later one.
  await send('PUT', '/api/%70olicy', { policy }, { 'if-match': '"0"' });
  await send('PUT', '/api/policy/', { policy }, { 'if-match': '"1"' });
  const query = { entities: [{ id: 'customer', attributes: [{ id: 'name' }] }] };
  await send('POST', '/api/database/uni-grid-request/export/', query);
  await send('POST', '/api/database/uni-grid-request/ex%70ort', query);
  await send('POST', '/api/database/tables/customer/%61dd', { name: 'Bert' });
  const changes = [{ op: 'insert', entity: 'customer', set: { name: 'Cleo' } }];
  await send('POST', '/api/database/%63hanges', { changes });
  await send('POST', '/api/queries/', { title: 'Names', slug: 'names', unigrid: query });
  await send('GET', '/api/queries/names/rows.csv/');
  await send('GET', '/api/queries/names/rows%2Ecsv');
  const link = await send('POST', '/api/queries/names/links/', { expires: '2099-01-01T00:00:00Z' });
  const { pathname } = new URL(Made.parse(JSON.parse(link)).url);
  await send('GET', `${pathname}?%66ormat=csv`);
  const log = await send('GET', '/api/audit/');
  await send('POST', '/api/logout/');
  const again = await login(running.base, 'ann', 'a');
  const last = await send('GET', '/api/audit?action=logout', undefined, again);
  const lines = [...log.trimEnd().split('\n'), ...last.trimEnd().split('\n')];
  expect(lines.map((line) => AuditEntry.parse(JSON.parse(line)).action)).toEqual([
    ...['policy', 'policy', 'export', 'export', 'write', 'write', 'write', 'export', 'export', 'write'],
    ...['export', 'logout'],
  ]);
});

test('verifying a missing store fails, and does not create one', async () => {
  const folder = await temporaryFolder();
  const missing = join(folder, 'mistyped.sqlite');
  const verify = (...more: string[]) => runCommand(['audit', 'verify', ...more], { JOINERY_HOME: folder });
  expect(await verify('--state', `sqlite:///${missing}`)).toEqual({
    code: 1,
    output: '',
    log: `joinery: There is no state store ${missing}: check its address.\n`,
  });
  expect(await verify('-d', `sqlite:///${missing}`)).toMatchObject({
    code: 1,
    output: '',
    log: expect.stringContaining(`There is no state store ${folder}`),
  });
  expect(await verify('--state', 'none')).toMatchObject({
    code: 1,
    output: '',
    log: expect.stringContaining('ends with it'),
  });
  expect(await readdir(folder)).toEqual([]);
});
