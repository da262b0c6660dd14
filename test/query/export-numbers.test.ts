/** Numbers in exports on every engine: averages, quotients and doubles stay numbers, exact numbers keep their digits. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type Engine, engines, type TestDatabase } from '../support/servers.ts';
import { unzip } from '../support/unzip.ts';
import { queryPath, type Service, serve } from './service.ts';

const doubles: Readonly<Record<Engine, string>> = {
  sqlite: 'REAL',
  postgres: 'DOUBLE PRECISION',
  duckdb: 'DOUBLE',
  mysql: 'DOUBLE',
};

/** Averages of 393,599 or so have 18 digits with the decimals that they are shown with. */
const lengths = [393_599, 393_600, 393_602, 250_000, 250_000, 250_001];

describe.each(engines)('numbers in exports on %s', (engine) => {
  let database: TestDatabase;
  let service: Service;
  beforeAll(async () => {
    database = await createDatabase(engine);
    await database.run(`CREATE TABLE track
      (id INTEGER PRIMARY KEY, genre VARCHAR(9), length INTEGER, volume ${doubles[engine]}, code BIGINT);
      INSERT INTO track VALUES ${lengths
        .map(
          (length, i) =>
            `(${i}, '${i < 3 ? 'Rock' : 'Pop'}', ${length}, 0.30000000000000004, 9007199254740993)`,
        )
        .join(', ')};`);
    service = await serve(database.url);
  });
  afterAll(async () => {
    await service?.close();
    await database?.drop();
  });

  async function send(format: string, query: object) {
    const { statusCode, rawPayload } = await service.app.inject({
      method: 'POST',
      url: `${queryPath}/export?format=${format}`,
      headers: { host: 'localhost', 'content-type': 'application/json' },
      payload: JSON.stringify(query),
    });
    return { statusCode, rawPayload };
  }

  /** The cells below the headings: numbers as numbers, texts in quotes. */
  async function sheetOf(query: object): Promise<(number | string)[][]> {
    const { statusCode, rawPayload } = await send('xlsx', query);
    expect(statusCode).toBe(200);
    const sheet = String(unzip(rawPayload).get('xl/worksheets/sheet1.xml'));
    return [...sheet.matchAll(/<row>(.*?)<\/row>/gs)].slice(1).map(([, row = '']) =>
      (row.match(/<c\/>|<c.*?<\/c>/gs) ?? []).map((cell) => {
        const content = cell.replace(/<[^>]*>/g, '');
        return cell.startsWith('<c><v>') ? Number(content) : `'${content}'`;
      }),
    );
  }

  const track = (...attributes: object[]) => [{ id: 'track', attributes }];
  const averages = {
    entities: track({ id: 'genre' }, { id: 'volume', summaries: ['sum', 'avg'] }),
    group: ['genre'],
    order: [{ alias: 'genre' }],
  };

  test.each(['csv', 'tsv', 'json', 'ndjson', 'xlsx'])(
    'averages of doubles are exported as %s',
    async (to) => {
      expect((await send(to, averages)).statusCode).toBe(200);
    },
  );

  test('averages and what is computed from them are numbers of a sheet', async () => {
    const rows = await sheetOf({
      entities: track(
        { id: 'genre' },
        { id: 'length', summaries: ['avg'] },
        { alias: 'more', expr: { fn: 'ADD', args: [{ alias: 'avg_length' }, { value: 1 }] } },
        { alias: 'run', over: { fn: 'running', of: 'avg_length', order: [{ alias: 'genre' }] } },
      ),
      group: ['genre'],
      order: [{ alias: 'genre' }],
    });
    const [pop, rock] = [750_001 / 3, 1_180_801 / 3];
    expect(rows.map(([genre]) => genre)).toEqual(["'Pop'", "'Rock'"]);
    rows.forEach((row, i) => {
      const average = i === 0 ? pop : rock;
      const expected = [average, average + 1, i === 0 ? pop : pop + rock];
      for (const [at, cell] of row.slice(1).entries()) expect(cell).toBeCloseTo(expected[at] ?? 0, 6);
    });
  });

  test('quotients are numbers of a sheet', async () => {
    const rows = await sheetOf({
      entities: track(
        { id: 'length' },
        { alias: 'third', expr: { fn: 'DIV', args: [{ alias: 'length' }, { value: 3 }] } },
      ),
    });
    expect(rows).toHaveLength(lengths.length);
    for (const [length, third] of rows) expect(third).toBeCloseTo(Number(length) / 3, 6);
  });

  test('a double is a number of a sheet, and a long integer a text', async () => {
    const rows = await sheetOf({ entities: track({ id: 'volume' }, { id: 'code' }) });
    for (const [volume, code] of rows) {
      expect(volume).toBeCloseTo(0.3, 12);
      expect(code).toBe("'9007199254740993'");
    }
  });
});
