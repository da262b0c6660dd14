/** A join of a million rows leaves the service in every format, and its memory stays where it was. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exportFormats } from '../../src/contract/formats.ts';
import { type RunningCommand, startCommand } from '../http/service.ts';
import { megabyte, residentBytes } from '../support/resident.ts';
import { createDatabase, engines, type TestDatabase } from '../support/servers.ts';
import { queryPath } from './service.ts';

const digits = `(${Array.from({ length: 10 }, (_, d) => `SELECT ${d} AS d`).join(' UNION ALL ')})`;

/** The same words on every engine: digits crossed are rows. */
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

  test.for(exportFormats)('as %s takes no more memory than a short one', async (format, { annotate }) => {
    await (await send(format, { limit: 20_000 })).arrayBuffer();
    const before = await residentBytes(service.pid);
    const { body, status } = await send(format, {});
    expect(status).toBe(200);
    let most = before;
    let bytes = 0;
    let parts = 0;
    for await (const part of body ?? []) {
      bytes += part.length;
      if (parts++ % 200 === 0) most = Math.max(most, await residentBytes(service.pid));
    }
    const grown = (most - before) / megabyte;
    await annotate(
      `${engine}: a million joined rows as ${format} (${(bytes / megabyte).toFixed(0)} MB): ${grown.toFixed(0)} MB more`,
      'F8',
    );
    expect(bytes).toBeGreaterThan(megabyte);
    expect(grown).toBeLessThan(64);
  });
});
