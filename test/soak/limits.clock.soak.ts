/** Limits on the time of a request. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningCommand, startCommand } from '../http/service.ts';
import { loadData } from '../query/load.ts';
import { endless, nested } from '../query/nested.ts';
import { queryPath } from '../query/service.ts';
import { zoo } from '../query/zoo.ts';
import { liveEngines as engines, type TestDatabase } from '../support/servers.ts';

const timeoutMs = 2_000;
const depth = 10_000;

describe.each(engines)('limits on %s', (engine) => {
  let database: TestDatabase;
  let service: RunningCommand;
  beforeAll(async () => {
    database = await loadData(engine, zoo);
    service = await startCommand(['-d', database.url, '--statement-timeout', `${timeoutMs / 1_000}s`]);
  });
  afterAll(async () => {
    await service?.stop();
    await database?.drop();
  });

  async function timed(body: string): Promise<{ status: number; ms: number }> {
    const begin = performance.now();
    const { status } = await fetch(service.base + queryPath, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    return { status, ms: performance.now() - begin };
  }

  test('a body nested 10,000 times is refused in under 50 ms', async ({ annotate }) => {
    let slowest = 0;
    for (const [what, body] of nested) {
      const times: number[] = [];
      for (let i = 0; i < 21; i++) {
        const { status, ms } = await timed(body(depth));
        expect({ what, status }).toEqual({ what, status: 400 });
        times.push(ms);
      }
      // The median, because outliers are caused by the machine.
      slowest = Math.max(slowest, times.toSorted((one, other) => one - other)[10] ?? 0);
    }
    await annotate(
      `${engine}: ${nested.length} bodies nested ${depth} times: 400 within ${slowest.toFixed(0)} ms`,
      'A14',
    );
    expect(slowest).toBeLessThan(50);
  });

  test('an endless query is answered within half a second of its limit', async ({ annotate }) => {
    let slowest = 0;
    for (let i = 0; i < 5; i++) {
      const { status, ms } = await timed(endless);
      expect(status).toBe(504);
      slowest = Math.max(slowest, ms);
    }
    await annotate(
      `${engine}: 5 endless queries with ${timeoutMs / 1_000} s to run: 5 × 504, the slowest ${Math.round(slowest - timeoutMs)} ms after its time`,
      'A14',
    );
    expect(slowest).toBeLessThan(timeoutMs + 500);
  });
});
