/** Revoking a link aborts the answers in progress through it. */
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SlowReader } from '../support/reader.ts';
import { ifMatch, openTestBed, type SavedTestBed } from './desk.ts';

/** More than the buffers of two sockets, so that an unread answer cannot have been sent completely. */
const rowCount = 20_000;
const rowBytes = 3_000;
const big = { entities: [{ id: 'big', attributes: [{ id: 'id' }, { id: 'body' }] }], count: 'none' };

let desk: SavedTestBed;
beforeAll(async () => {
  desk = await openTestBed();
  await desk.data.run(`
    CREATE TABLE big (id integer PRIMARY KEY, body text);
    INSERT INTO big WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${rowCount})
      SELECT i, printf('%.*c', ${rowBytes}, 'x') FROM n;
    CREATE VIEW endless AS WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
      SELECT count(*) AS number FROM n;`);
});
afterAll(() => desk[Symbol.asyncDispose]());

const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();

/** A user's saved query, and a link to it. */
async function linked(whose: 'ada' | 'bo', title: string, lifeMs = 3_600_000, unigrid: object = big) {
  const saved = await desk[whose].post('/api/queries', { body: { title, unigrid } });
  const path = `/api/queries/${saved.body.slug}`;
  const { body } = await desk[whose].post(`${path}/links`, { body: { expires: inMs(lifeMs) } });
  return { saved, path, id: body.id as string, url: new URL(body.url) };
}

async function reading(url: URL): Promise<SlowReader> {
  const reader = await SlowReader.ask(desk.service.base, `${url.pathname}?format=csv`);
  expect(await reader.begin()).toBe(200);
  return reader;
}

test('ending a link in any way aborts the answers under way through it, and no others', async ({
  annotate,
}) => {
  const [revoked, gone, passing, dismissed, other] = await Promise.all([
    linked('ada', 'Revoked'),
    linked('ada', 'Gone'),
    linked('ada', 'Passing', 4_000),
    linked('bo', 'Of Bo'),
    linked('ada', 'Other'),
  ]);
  const ended = [revoked, gone, passing, dismissed];
  const readers = await Promise.all(ended.map(({ url }) => reading(url)));
  const others = await reading(other.url);
  expect((await desk.ada.delete(`${revoked.path}/links/${revoked.id}`)).status).toBe(204);
  expect((await desk.ada.delete(gone.path, ifMatch(gone.saved))).status).toBe(204);
  await desk.dismissBo();
  const statuses = () =>
    Promise.all(ended.map(async ({ url }) => (await fetch(`${url}?limit=0`, { method: 'HEAD' })).status));
  await expect.poll(statuses, { timeout: 20_000 }).toEqual([404, 404, 404, 404]);
  const endedAt = performance.now();
  expect(await Promise.all(readers.map((reader) => reader.rest()))).toEqual(readers.map(() => 'reset'));
  const tookMs = Math.round(performance.now() - endedAt);
  expect(tookMs).toBeLessThan(5_000);
  expect(await others.rest()).toBe('whole');
  await annotate(`4 ways in which a link ends: 4 answers under way, 4 reset after ${tookMs} ms`, 'A12');
});

test('revoking a link refuses a request that has not been answered yet', async () => {
  const endless = { entities: [{ id: 'endless', attributes: [{ id: 'number' }] }] };
  const { path, id, url } = await linked('ada', 'Endless', 3_600_000, endless);
  const asked = desk.nobody.get(url.href);
  await delay(300);
  expect((await desk.ada.delete(`${path}/links/${id}`)).status).toBe(204);
  const never = await desk.nobody.get(`${desk.service.base}/api/links/${'x'.repeat(43)}`);
  const answer = await asked;
  expect([answer.status, answer.text]).toEqual([404, never.text]);
});
