import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { Pool, type Pooled } from './pool.ts';

/** A session that implements only what the pool uses. */
class Dummy implements Pooled {
  isEnded = false;
  waitedMs = 0;
  soiled = false;
  ended = false;
  cleaning = Promise.withResolvers<void>();
  readonly #listeners = new Set<(error: Error) => void>();

  onEnded(listener: (error: Error) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  clean(): Promise<void> | null {
    if (!this.soiled) return null;
    this.soiled = false;
    return this.cleaning.promise;
  }

  drop(): void {
    this.isEnded = true;
    for (const listener of this.#listeners) listener(new Error('gone'));
  }

  async end(): Promise<void> {
    this.ended = true;
  }
}

function poolOf(size: number, waitMs = 20) {
  const opened: Dummy[] = [];
  const lost: string[] = [];
  const pool = new Pool<Dummy>({
    size,
    waitMs,
    limitMs: () => Number.POSITIVE_INFINITY,
    open: async () => {
      const session = new Dummy();
      opened.push(session);
      return session;
    },
    onIdleLost: (error) => lost.push(error.message),
  });
  return { pool, opened, lost };
}

describe('a pool of sessions', () => {
  test('lends the same session again', async () => {
    const { pool, opened } = poolOf(2);
    for (let i = 0; i < 3; i++) (await pool.lend('short')).release();
    expect(opened).toHaveLength(1);
  });

  test('replaces a lost session, and reports it only if it was idle', async () => {
    const { pool, opened, lost } = poolOf(1);
    const first = await pool.lend('short');
    first.session.drop();
    first.release();
    (await pool.lend('short')).release();
    expect(lost).toEqual([]);
    opened[1]?.drop();
    expect(lost).toEqual(['gone']);
    (await pool.lend('short')).release();
    expect(opened).toHaveLength(3);
  });

  test('lends a soiled session only once it is clean, and keeps its slot until then', async () => {
    const { pool, opened } = poolOf(1);
    const lease = await pool.lend('short', { makesDirty: true });
    lease.session.soiled = true;
    lease.release();
    await expect(pool.lend('short')).rejects.toMatchObject({ kind: 'overloaded' });
    lease.session.cleaning.resolve();
    (await pool.lend('short')).release();
    expect(opened).toHaveLength(1);
  });

  test('does not lend a session whose cleaning failed', async () => {
    const { pool, opened } = poolOf(1);
    const lease = await pool.lend('short', { makesDirty: true });
    lease.session.soiled = true;
    lease.release();
    lease.session.drop();
    lease.session.cleaning.reject(new Error('the server is gone'));
    expect((await pool.lend('short')).session).toBe(opened[1]);
  });

  test('lends sessions that were cleaned before for work that soils them, and spares the others', async () => {
    const { pool, opened } = poolOf(2);
    const [plain, other] = [await pool.lend('short'), await pool.lend('short', { makesDirty: true })];
    other.session.soiled = true;
    other.session.cleaning.resolve();
    other.release();
    plain.release();
    await Promise.resolve();
    for (let i = 0; i < 3; i++) {
      const soiling = await pool.lend('short', { makesDirty: true });
      expect(soiling.session).toBe(opened[1]);
      soiling.session.soiled = true;
      soiling.release();
      await Promise.resolve();
      const sparing = await pool.lend('short');
      expect(sparing.session).toBe(opened[0]);
      sparing.release();
    }
    expect(opened).toHaveLength(2);
  });

  test('drops idle sessions when the server falls silent', async () => {
    const { pool, opened } = poolOf(2);
    const [first, second] = [await pool.lend('short'), await pool.lend('short')];
    first.release();
    pool.dropIdle();
    expect(opened.map(({ isEnded: gone }) => gone)).toEqual([true, false]);
    second.release();
    expect((await pool.lend('short')).session).toBe(opened[1]);
  });

  test('does not lend sessions that were open when all were retired', async () => {
    const { pool, opened } = poolOf(2);
    const [first, second] = [await pool.lend('short'), await pool.lend('short')];
    first.release();
    pool.retire();
    second.release();
    expect(opened).toMatchObject([{ ended: true }, { isEnded: true }]);
    expect((await pool.lend('short')).session).toBe(opened[2]);
  });

  test('that is closed ends idle sessions, hands over busy ones, and lends no more', async () => {
    const { pool, opened } = poolOf(2);
    const [first, second] = [await pool.lend('short'), await pool.lend('short')];
    first.release();
    const handed: Dummy[] = [];
    await pool.close((session) => handed.push(session));
    expect(opened[0]).toMatchObject({ ended: true });
    expect(handed).toEqual([opened[1]]);
    second.release();
    expect(opened[1]).toMatchObject({ isEnded: true });
    await expect(pool.lend('short')).rejects.toMatchObject({ kind: 'database-unavailable' });
  });

  test('frees the slot if no session can be opened', async () => {
    let isUp = false;
    const pool = new Pool<Dummy>({
      size: 1,
      waitMs: 20,
      limitMs: () => Number.POSITIVE_INFINITY,
      open: async () => {
        if (!isUp) throw new Error('refused');
        return new Dummy();
      },
    });
    await expect(pool.lend('short')).rejects.toThrow('refused');
    isUp = true;
    (await pool.lend('short')).release();
  });

  test('counts the waiting time from the request, even while a session is being opened', async () => {
    const opening: PromiseWithResolvers<Dummy>[] = [];
    const pool = new Pool<Dummy>({
      size: 1,
      waitMs: 1_000,
      limitMs: () => 60,
      open: () => {
        const next = Promise.withResolvers<Dummy>();
        opening.push(next);
        return next.promise;
      },
    });
    const begin = performance.now();
    const late = expect(pool.lend('short')).rejects.toMatchObject({ kind: 'statement-timeout' });
    const without = expect(pool.lend('short')).rejects.toMatchObject({ kind: 'overloaded' });
    await Promise.all([late, without]);
    expect(performance.now() - begin).toBeLessThan(500);
    // The turn belongs to the session being opened, and passes with it to the next caller.
    const next = pool.lend('short');
    await delay(30);
    const session = new Dummy();
    opening[0]?.resolve(session);
    const lease = await next;
    expect(lease.session).toBe(session);
    expect(session.waitedMs).toBeGreaterThan(25);
    expect(opening).toHaveLength(1);
    lease.release();
  });

  test('reports a timeout to a caller whose time is already over, without a process warning', async () => {
    const warned = vi.fn();
    process.on('warning', warned);
    try {
      const open = () => new Promise<Dummy>(() => {});
      const pool = new Pool<Dummy>({ size: 1, waitMs: 1_000, limitMs: () => 0, open });
      await expect(pool.lend('short')).rejects.toMatchObject({ kind: 'statement-timeout' });
      await delay(5);
      expect(warned).not.toHaveBeenCalled();
    } finally {
      process.off('warning', warned);
    }
  });
});
