/**
 * Rows are inserted and deleted while a client pages through them: every row that exists all the time is delivered
 * exactly once, in order.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type Service, serve } from '../query/service.ts';
import {
  createDatabase,
  type LiveEngine as Engine,
  liveEngines as engines,
  type LiveDatabase as TestDatabase,
} from '../support/servers.ts';

const Page = z.object({
  data: z.array(z.array(z.unknown())),
  size: z.object({ frame: z.number() }),
  next: z.string().optional(),
});

const columnTypes: Readonly<Record<Engine, string>> = {
  sqlite: 'name TEXT NOT NULL, weight NUMERIC(6,1), note TEXT',
  postgres: 'name TEXT NOT NULL, weight NUMERIC(6,1), note TEXT',
  mysql: 'name VARCHAR(40) NOT NULL, weight NUMERIC(6,1), note MEDIUMTEXT',
};

/** Rows with even ids stay; each has two neighbours that come and go, one below and one above. */
const steady = Array.from({ length: 120 }, (_, i) => 2 * i);
const neighbours = steady.flatMap((id) => [id + 1, id + 1_001]);

/** Computed from the id, so that a reinserted row returns to its old place. */
const nameOf = (id: number) => `n${String((id * 37) % 101).padStart(3, '0')}é`;
const weightOf = (id: number) => (id % 5 === 0 ? 'null' : String(((id * 13) % 17) - 4.5));
const partOf = (id: number) => id % 30;

function insert(ids: readonly number[], noteLength: number): string {
  const note = 'n'.repeat(noteLength);
  const rows = ids.map((id) => `(${id}, ${partOf(id)}, '${nameOf(id)}', ${weightOf(id)}, '${note}')`);
  return rows.length === 0
    ? ''
    : `INSERT INTO item (id, part_id, name, weight, note) VALUES ${rows.join(', ')};`;
}

/** Pseudo-random numbers, the same in every run. */
function drawing(start: number): (below: number) => number {
  let state = start;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Deletes some of the neighbours, whether delivered or not, and inserts others. */
class Mover {
  readonly #present = new Set<number>();
  readonly #draw = drawing(12);
  readonly #noteLength: number;

  constructor(noteLength: number) {
    this.#noteLength = noteLength;
  }

  /** Initially all neighbours exist. */
  begin(): string {
    for (const id of neighbours) this.#present.add(id);
    return `DELETE FROM item; ${insert([...steady, ...neighbours], this.#noteLength)}`;
  }

  /** Deletes more than it inserts, so that fewer rows remain than were counted before. */
  step(): string {
    const going = [...this.#present].filter(() => this.#draw(4) === 0);
    const coming = neighbours.filter((id) => !this.#present.has(id) && this.#draw(8) === 0);
    for (const id of going) this.#present.delete(id);
    for (const id of coming) this.#present.add(id);
    const changed = steady[this.#draw(steady.length)];
    return [
      going.length === 0 ? '' : `DELETE FROM item WHERE id IN (${going.join(', ')});`,
      insert(coming, this.#noteLength),
      `UPDATE item SET note = '${'x'.repeat(this.#noteLength)}' WHERE id = ${changed};`,
    ].join('\n');
  }
}

interface Query {
  readonly entities: readonly object[];
  readonly order?: readonly object[];
  readonly group?: readonly string[];
}

const item = { id: 'item', attributes: ['id', 'name', 'weight', 'note'].map((id) => ({ id })) };
const part = { entity: { id: 'part', relation: { attr_parent: 'part_id' }, attributes: [{ id: 'title' }] } };
const withPart = { id: 'item', attributes: [{ id: 'id' }, part] };
const grouped = { id: 'item', attributes: [{ id: 'name' }, { id: 'weight', summaries: ['count'] }] };
const by = (alias: string, more: object = {}) => ({ alias, ...more });

/** The first value of each row identifies it. */
const queries = {
  'by key': { entities: [item] },
  'by key, backwards': { entities: [item], order: [by('id', { asc: false })] },
  'by text': { entities: [item], order: [by('name')] },
  'by text, backwards': { entities: [item], order: [by('name', { asc: false })] },
  'by a number that may be missing': { entities: [item], order: [by('weight')] },
  'by a number that may be missing, which comes first': {
    entities: [item],
    order: [by('weight', { asc: false, nulls: 'first' })],
  },
  'by two columns': { entities: [item], order: [by('weight', { asc: false }), by('name')] },
  'by the column of a partner': { entities: [withPart], order: [by('title')] },
  'in groups': { entities: [grouped], group: ['name'] },
  'in groups, backwards': { entities: [grouped], group: ['name'], order: [by('name', { asc: false })] },
} as const satisfies Readonly<Record<string, Query>>;
export const queryNames = Object.keys(queries) as QueryName[]; // The keys of a literal are those of its type.

export type QueryName = keyof typeof queries;

export interface MovingRowsOptions {
  /** The queries per engine; all by default. */
  readonly only?: Readonly<Partial<Record<Engine, readonly QueryName[]>>>;
  /** The length of each note; long ones cause streaming. */
  readonly noteLength: number;
  readonly pageRows: readonly number[];
}

/** The tests of one file. */
export function checkMovingRows({ noteLength, pageRows, only }: MovingRowsOptions): void {
  const moved = engines.filter((engine) => only === undefined || only[engine] !== undefined);
  describe.each(moved)(`rows with ${noteLength} characters that come and go on %s`, (engine) => {
    let database: TestDatabase;
    let service: Service;
    const mover = new Mover(noteLength);
    beforeAll(async () => {
      database = await createDatabase(engine);
      const parts = Array.from({ length: 30 }, (_, i) => `(${i}, 'part ${(i * 7) % 30}')`);
      await database.run(`CREATE TABLE part (id INTEGER PRIMARY KEY, title VARCHAR(40) NOT NULL);
        CREATE TABLE item (id INTEGER PRIMARY KEY, part_id INTEGER NOT NULL, ${columnTypes[engine]},
          FOREIGN KEY (part_id) REFERENCES part (id));
        INSERT INTO part VALUES ${parts.join(', ')};`);
      await database.run(mover.begin());
      service = await serve(database.url);
    });
    afterAll(async () => {
      await service?.close();
      await database?.drop();
    });

    async function page(query: Query, more: object) {
      const { status, body } = await service.query(JSON.stringify({ ...query, ...more }));
      expect(status, body.slice(0, 500)).toBe(200);
      return Page.parse(JSON.parse(body));
    }

    /** The permanent rows, in the order of delivery without any changes. */
    async function expected(query: Query): Promise<unknown[]> {
      await database.run('DELETE FROM item WHERE id % 2 = 1');
      const { data, next } = await page(query, { limit: 100_000 });
      expect(next).toBeUndefined();
      return data.map(([value]) => value);
    }

    /** Pages through the rows, changing them before every page. */
    async function delivered(query: Query, limit: number): Promise<unknown[]> {
      const found: unknown[] = [];
      for (let after: string | undefined, pages = 0; ; pages++) {
        expect(pages, 'there is no last page').toBeLessThan(10_000);
        const { data, size, next } = await page(query, { limit, after });
        expect(data.length).toBeLessThanOrEqual(limit);
        expect(size.frame).toBe(data.length);
        found.push(...data.map(([value]) => value));
        if (next === undefined) return found;
        expect(data).toHaveLength(limit);
        after = next;
        await database.run(mover.step());
      }
    }

    test.for(only?.[engine] ?? queryNames)(
      '%s: rows that stay are delivered exactly once',
      { timeout: 120_000 },
      async (name, { annotate }) => {
        const query = queries[name];
        for (const limit of pageRows) {
          const staying = await expected(query);
          expect(staying.length).toBeGreaterThan(50);
          await database.run(mover.begin());
          const found = await delivered(query, limit);
          const isStaying = new Set(staying);
          expect(
            found.filter((value) => isStaying.has(value)),
            `pages of ${limit}`,
          ).toEqual(staying);
          await annotate(
            `${engine}, ${name}, pages of ${limit}: ${staying.length} of ${staying.length} delivered once`,
            'F17',
          );
        }
      },
    );
  });
}
