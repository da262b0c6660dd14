/** Several users who save concurrently, on several instances with one store. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Service, startService } from '../http/service.ts';
import { liveEngines as engines } from '../support/servers.ts';
import { ifMatch, openTestBed, people, personAt, type SavedTestBed } from './desk.ts';

describe.each(engines)('with a store on %s', (engine) => {
  let desk: SavedTestBed;
  const others: Service[] = [];
  beforeAll(async () => {
    desk = await openTestBed({ store: engine, open: true });
    for (let i = 0; i < 2; i++)
      others.push(await startService(desk.data.url, { store: await desk.place.another() }));
  });
  afterAll(async () => {
    for (const other of others) await other.close();
    await desk[Symbol.asyncDispose]();
  });
  const instance = (i: number) =>
    [desk.nobody, ...others.map(({ base }) => personAt(base, {}))][i % 3] ?? desk.nobody;
  const sorted = (statuses: readonly { status: number }[]) => statuses.map(({ status }) => status).toSorted();

  test('of concurrent changes to one version, exactly one succeeds', async () => {
    let made = await desk.nobody.post('/api/queries', { body: { title: 'Contested', unigrid: people } });
    for (let round = 0; round < 10; round++) {
      const body = (who: number) => ({ title: `By ${who}`, unigrid: people });
      const answers = await Promise.all(
        [0, 1, 2, 3].map((who) =>
          instance(who).put('/api/queries/contested', { body: body(who), ...ifMatch(made) }),
        ),
      );
      expect(sorted(answers)).toEqual([200, 412, 412, 412]);
      const winner = answers.findIndex(({ status }) => status === 200);
      made = await instance(round).get('/api/queries/contested');
      expect(made.body).toMatchObject({ title: `By ${winner}`, version: round + 2 });
    }
    const { body } = await desk.nobody.get('/api/queries/contested/versions');
    expect(body.data.map(({ version }: { version: number }) => version)).toEqual([
      11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1,
    ]);
  });

  test('a concurrent change and deletion of one version do not both succeed', async () => {
    for (let round = 0; round < 10; round++) {
      const made = await desk.nobody.post('/api/dashboards', { body: { title: 'Going' } });
      const address = `/api/dashboards/${made.body.slug}`;
      const [put, gone] = await Promise.all([
        instance(1).put(address, { body: { title: 'Staying' }, ...ifMatch(made) }),
        instance(2).delete(address, ifMatch(made)),
      ]);
      const after = await desk.nobody.get(address);
      const outcome = [put.status, gone.status, after.status];
      // Either the change or the deletion wins, and the other one finds another version, or nothing.
      const isChanged = put.status === 200;
      expect(outcome).toEqual(isChanged ? [200, 412, 200] : [412, 204, 404]);
    }
  });

  test('concurrent documents with one title get different slugs', async () => {
    const made = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        instance(i).post('/api/queries', { body: { title: 'Same', unigrid: people } }),
      ),
    );
    expect(new Set(made.map(({ status }) => status))).toEqual(new Set([201]));
    const slugs = made.map(({ body }) => body.slug);
    expect(new Set(slugs).size).toBe(12);
    for (const slug of slugs) expect(slug).toMatch(/^same(-\d+)?$/);
  });

  test('of concurrent documents with one given slug, exactly one gets it', async () => {
    for (const send of ['post', 'put'] as const) {
      const path = send === 'post' ? '/api/queries' : '/api/queries/wanted-put';
      const made = await Promise.all(
        Array.from({ length: 8 }, (_, i) =>
          instance(i)[send](path, { body: { title: 'T', slug: `wanted-${send}`, unigrid: people } }),
        ),
      );
      expect(made.filter(({ status }) => status === 201)).toHaveLength(1);
      const refused = new Set(made.map(({ status }) => status).filter((status) => status !== 201));
      expect(refused).toEqual(new Set([send === 'post' ? 409 : 428]));
      expect((await desk.nobody.get(`/api/queries/wanted-${send}/versions`)).body.data).toHaveLength(1);
    }
  });

  test('a deleted document is restored only once', async () => {
    const made = await desk.nobody.post('/api/queries', { body: { title: 'Undone', unigrid: people } });
    await desk.nobody.delete('/api/queries/undone', ifMatch(made));
    const back = await Promise.all(
      [0, 1, 2, 3].map((i) =>
        instance(i).put('/api/queries/undone', { body: { title: 'Undone', unigrid: people } }),
      ),
    );
    expect(sorted(back)).toEqual([201, 428, 428, 428]);
    expect((await desk.nobody.get('/api/queries/undone/versions')).body.data).toHaveLength(2);
  });
});
