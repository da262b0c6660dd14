/** A table whose columns are renamed constantly while it is read: no value ever appears under a wrong name. */
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { type Service, startService } from '../http/service.ts';
import {
  createDatabase,
  type LiveEngine as Engine,
  liveEngines as engines,
  type LiveDatabase as TestDatabase,
} from '../support/servers.ts';

/** Every value of column `n_7` is 7; one step renames it to `n_8`. */
const step: Record<Engine, (k: number) => string> = {
  sqlite: (k) =>
    `begin; alter table thing drop column n_${k}; alter table thing add column n_${k + 1} integer default ${k + 1}; commit;`,
  postgres: (k) => `alter table thing drop column n_${k}, add column n_${k + 1} integer default ${k + 1}`,
  mysql: (k) => `alter table thing drop column n_${k}, add column n_${k + 1} integer default ${k + 1}`,
};

interface Seen {
  readonly statuses: Map<number, number>;
  readonly wrong: string[];
}

/** Reads until told to stop; every value must be the number in its column's name. */
async function read(service: Service, seen: Seen, isOver: () => boolean): Promise<void> {
  const paths = ['/api/database/tables/thing', '/api/database/tables/thing/recs/[1]'];
  for (let i = 0; !isOver(); i++) {
    const response = await service.get(paths[i % 2] ?? '');
    const text = await response.text().catch(() => '');
    seen.statuses.set(response.status, (seen.statuses.get(response.status) ?? 0) + 1);
    if (response.status !== 200) continue;
    const columns = [...text.matchAll(/"n_(\d+)":(\w+)/g)];
    const isRight = columns.length > 0 && columns.every(([, name, value]) => name === value);
    if (!isRight) seen.wrong.push(text.slice(0, 300));
  }
}

function answersOf({ statuses }: Seen): number {
  return [...statuses.values()].reduce((sum, count) => sum + count, 0);
}

async function change(database: TestDatabase, changes: number, seen: Seen): Promise<void> {
  for (let k = 0; k < changes; k++) {
    const until = answersOf(seen) + 3;
    while (answersOf(seen) < until) await delay(5);
    // Readers may hold a lock for a moment.
    for (let attempt = 0; ; attempt++) {
      try {
        await database.run(step[database.engine](k));
        break;
      } catch (error) {
        if (attempt === 20) throw error;
        await database.run('rollback').catch(() => {});
      }
    }
  }
}

/** The tests of one file, with this many changes on every engine. */
export function checkChurn(changes: number): void {
  describe.each(engines)('on %s', (engine) => {
    test('answers have the right values or are refused while columns are renamed', {
      timeout: 120_000,
    }, async ({ annotate }) => {
      await using database = await createDatabase(engine);
      await database.run(`create table thing (id integer primary key, n_0 integer default 0);
        insert into thing (id) values (1), (2), (3);`);
      await using service = await startService(database.url, { poolSize: 4 });
      const seen: Seen = { statuses: new Map(), wrong: [] };
      let over = false;
      const readers = [1, 2, 3, 4].map(() => read(service, seen, () => over));
      await change(database, changes, seen);
      over = true;
      await Promise.all(readers);
      expect(seen.wrong.slice(0, 3)).toEqual([]);
      expect([...seen.statuses.keys()].filter((status) => status >= 500 && status !== 503)).toEqual([]);
      expect(seen.statuses.get(200)).toBeGreaterThan(0);
      const last = async () => (await service.get('/api/database/tables/thing')).text();
      await vi.waitFor(async () => expect(await last()).toContain(`"n_${changes}":${changes}`), {
        timeout: 20_000,
      });
      const counts = [...seen.statuses].map(([status, count]) => `${count} × ${status}`).join(', ');
      await annotate(
        `${engine}: ${changes} changes of columns under reading: ${counts}, 0 wrong columns`,
        'F5',
      );
    });
  });
}
