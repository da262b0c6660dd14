/** A join of a million rows is exported in every format, with every cell, in constant memory. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ExportFormat, exportFormats } from '../../src/contract/formats.ts';
import { type RunningCommand, startCommand } from '../http/service.ts';
import { megabyte, residentBytes } from '../support/resident.ts';
import {
  createDatabase,
  type LiveEngine as Engine,
  liveEngines as engines,
  type TestDatabase,
} from '../support/servers.ts';
import { unzip } from '../support/unzip.ts';
import { queryPath } from './service.ts';

const digits = `(${Array.from({ length: 10 }, (_, d) => `SELECT ${d} AS d`).join(' UNION ALL ')})`;

/** The same SQL on every engine: a cross join of digit tables. */
const millionRows = `
CREATE TABLE place (id integer PRIMARY KEY, name varchar(60) NOT NULL);
INSERT INTO place SELECT a.d + 10 * b.d + 100 * c.d, 'a place of some length, as places are'
FROM ${digits} a, ${digits} b, ${digits} c;
CREATE TABLE visit (id integer PRIMARY KEY, place_id integer NOT NULL REFERENCES place (id), note varchar(60),
  cost numeric(10,2), FOREIGN KEY (place_id) REFERENCES place (id));
INSERT INTO visit SELECT a.d + 10 * b.d + 100 * c.d + 1000 * e.d + 10000 * f.d + 100000 * g.d,
  a.d + 10 * b.d + 100 * c.d, 'a note, with "quotes"', 12.5
FROM ${digits} a, ${digits} b, ${digits} c, ${digits} e, ${digits} f, ${digits} g;`;

const request = {
  entities: [
    {
      id: 'visit',
      attributes: [
        { id: 'id' },
        { id: 'note' },
        { id: 'cost' },
        { entity: { id: 'place', relation: { attr_parent: 'place_id' }, attributes: [{ id: 'name' }] } },
      ],
    },
  ],
};

const rowCount = 1_000_000;
const aliases = ['id', 'note', 'cost', 'name'];
const note = 'a note, with "quotes"';
const place = 'a place of some length, as places are';
/** SQLite stores a number, the others a decimal with two digits. */
const costs: Readonly<Record<Engine, string>> = { sqlite: '12.5', postgres: '12.50', mysql: '12.50' };

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

/** The text around and between rows is short; every character of the rows is compared. */
function joined(row: (id: number) => string, separator: string): string {
  return Array.from({ length: rowCount }, (_, id) => row(id)).join(separator);
}

/** The error in a file; null if there is none. */
const mistakesIn: Readonly<Record<ExportFormat, (file: Buffer, cost: string) => string | null>> = {
  csv: (file, cost) => {
    const lines = joined((id) => `${id},${quoted(note)},${cost},${quoted(place)}`, '\r\n');
    return file.toString() === `${aliases.join(',')}\r\n${lines}\r\n` ? null : 'other lines';
  },
  tsv: (file, cost) => {
    const lines = joined((id) => `${id}\t${quoted(note)}\t${cost}\t${place}`, '\r\n');
    return file.toString() === `${aliases.join('\t')}\r\n${lines}\r\n` ? null : 'other lines';
  },
  ndjson: (file, cost) => {
    const [noteText, placeText] = [JSON.stringify(note), JSON.stringify(place)];
    const row = (id: number) => `{"id":${id},"note":${noteText},"cost":${cost},"name":${placeText}}`;
    return file.toString() === `${joined(row, '\n')}\n` ? null : 'other lines';
  },
  json: (file, cost) => {
    const text = file.toString();
    const rows = joined((id) => `[${id},${JSON.stringify(note)},${cost},${JSON.stringify(place)}]`, ',');
    const at = text.indexOf(rows);
    if (at < 0) return 'other rows';
    const around: unknown = JSON.parse(text.slice(0, at) + text.slice(at + rows.length));
    const size = { offset: 0, total: rowCount, frame: rowCount };
    expect(around).toEqual({ data: [], cols: aliases, size });
    return null;
  },
  xlsx: (file, cost) => {
    const sheet = unzip(file).get('xl/worksheets/sheet1.xml') ?? '';
    let next = -1;
    for (const [, row = ''] of sheet.matchAll(/<row>(.*?)<\/row>/gs)) {
      const cells = (row.match(/<c\/>|<c.*?<\/c>/gs) ?? []).map((cell) => cell.replace(/<[^>]*>/g, ''));
      const expected = next < 0 ? aliases : [String(next), note, cost, place];
      if (JSON.stringify(cells) !== JSON.stringify(expected)) return `row ${next} is ${cells}`;
      next++;
    }
    return next === rowCount ? null : `${next} rows`;
  },
};

describe.each(engines)('an export of a million joined rows on %s', (engine) => {
  let database: TestDatabase;
  let service: RunningCommand;
  beforeAll(async () => {
    database = await createDatabase(engine);
    await database.run(millionRows);
    service = await startCommand(['--database', database.url]);
  });
  afterAll(async () => {
    await service?.stop();
    await database?.drop();
  });

  async function send(format: string, extra: object): Promise<Response> {
    return fetch(`${service.base}${queryPath}/export?format=${format}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...request, ...extra }),
    });
  }

  test.for(exportFormats)(
    'as %s has every cell, and uses little more memory than a short export',
    async (format, { annotate }) => {
      const start = { func: { name: 'LT', args: [{ alias: 'id' }, { value: 20_000 }] } };
      await (await send(format, { where: start })).arrayBuffer();
      const before = await residentBytes(service.pid);
      const { body, status } = await send(format, {});
      expect(status).toBe(200);
      let most = before;
      let bytes = 0;
      const parts: Uint8Array[] = [];
      for await (const part of body ?? []) {
        bytes += part.length;
        if (parts.push(part) % 200 === 0) most = Math.max(most, await residentBytes(service.pid));
      }
      const grown = (most - before) / megabyte;
      expect(mistakesIn[format](Buffer.concat(parts), costs[engine])).toBeNull();
      await annotate(
        `${engine}: a million joined rows as ${format} (${(bytes / megabyte).toFixed(0)} MB), every cell right: ${grown.toFixed(0)} MB more`,
        'F8',
      );
      expect(bytes).toBeGreaterThan(megabyte);
      expect(grown).toBeLessThan(64);
    },
  );
});
