/** Large change sets are worked on beside the service's own thread, so that other requests are answered meanwhile. */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { WrittenFile } from '../../src/dialects/sqlite/writer/written-file.ts';
import { createDatabase, type TestDatabase } from '../support/servers.ts';
import { type Service, startService } from './service.ts';

let database: TestDatabase;
let service: Service;

beforeAll(async () => {
  database = await createDatabase('sqlite');
  await database.run('CREATE TABLE thing (id integer PRIMARY KEY, body text)');
  service = await startService(database.url, { edit: true });
});
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  await service.close();
  await database.drop();
});

async function send(body: object | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) {
  const response = await service.get('/api/database/changes', {
    method: 'POST',
    body: body instanceof Uint8Array ? body : JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  });
  return { status: response.status, json: JSON.parse(await response.text()) };
}

const inserted = (id: number, body: string) => ({ op: 'insert', entity: 'thing', set: { id, body } });

// The statements of a short change run on the service's own thread, which takes seconds for a long text.
test('a large text is not written by the thread that answers requests', async () => {
  const here = vi.spyOn(WrittenFile.prototype, 'answer');
  const body = 'y'.repeat(3_000_000);
  const large = await send({ changes: [inserted(2, body)] });
  expect([large.status, large.json.changes[0].after.body === body]).toEqual([201, true]);
  expect(here).not.toHaveBeenCalled();
  expect((await send({ changes: [inserted(3, 'y')] })).status).toBe(201);
  expect(here).toHaveBeenCalled();
});

test('a large set is not parsed by the thread that answers requests, and is refused as ever', async () => {
  const body = JSON.stringify({ note: Array.from({ length: 900_000 }, (_, i) => i), changes: [] });
  const here = vi.spyOn(JSON, 'parse');
  const { status, json } = await send(Buffer.from(body));
  expect([status, json.detail, json.pointer]).toEqual([400, 'Expected a text, not a list.', '/note']);
  expect(here.mock.calls.filter(([text]) => text.length > 4_000_000)).toEqual([]);
});

test('the changes of a large set are applied in their order, whatever is in them', async () => {
  const filler = 'é\\"'.repeat(300);
  const changes = [
    ...Array.from({ length: 3_000 }, (_, i) => inserted(100 + i, `${i} ${filler}`)),
    {
      op: 'update',
      entity: 'thing',
      key: { id: 100 },
      set: { body: 'last' },
      expect: { body: `0 ${filler}` },
    },
  ];
  const { status, json } = await send({ note: 'many', changes });
  expect([status, json.note, json.changes.length]).toEqual([201, 'many', 3_001]);
  expect(json.changes[2_999].after.body).toBe(`2999 ${filler}`);
  expect(json.changes[3_000].after.body).toBe('last');
});

const filled = (id: number) => inserted(id, 'z'.repeat(4_500_000));

test.each([
  ['is not JSON', (text: string) => `${text}}`, 400, 'malformed-request', undefined],
  ['is not UTF-8', (text: string) => text.replace('z', '\u00e9'), 400, 'malformed-request', undefined],
  [
    'has a name twice',
    (text: string) => text.replace('"id"', '"id":1,"id"'),
    400,
    'invalid-change',
    '/changes/0/set/id',
  ],
  [
    'names no column',
    (text: string) => text.replace('"id"', '"di"'),
    400,
    'invalid-change',
    '/changes/0/set/di',
  ],
])('a large set that %s is refused', async (_what, spoiled, status, kind, pointer) => {
  const text = spoiled(JSON.stringify({ changes: [filled(50)] }));
  const answer = await send(Buffer.from(text, 'latin1'));
  expect([answer.status, answer.json.type, answer.json.pointer]).toEqual([
    status,
    `urn:joinery:problem:${kind}`,
    pointer,
  ]);
});

test('a large set is known again by its Idempotency-Key', async () => {
  const key = { 'idempotency-key': 'large' };
  const first = await send({ changes: [filled(60)] }, key);
  const again = await send({ changes: [filled(60)] }, key);
  const other = await send({ changes: [filled(61)] }, key);
  expect([first.status, again.status, other.status]).toEqual([201, 201, 409]);
  expect(again.json).toEqual(first.json);
});

test('several large sets at once are all read', async () => {
  const answers = await Promise.all([70, 71, 72].map((id) => send({ changes: [filled(id)] })));
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
});
