import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase, type LiveEngine, liveEngines, type TestDatabase } from '../test/support/servers.ts';
import { demoData } from './data.ts';
import { quoteFor } from './ddl.ts';
import { demoScript } from './script.ts';

const data = demoData();
const rowsOf = (name: string) => data.find((table) => table.name === name)?.rows ?? [];

describe.each(liveEngines)('the demo on %s', (engine: LiveEngine) => {
  const q = quoteFor(engine);
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createDatabase(engine);
    await database.run(demoScript(engine));
  });
  afterAll(() => database.drop());

  const column = async (statement: string) => (await database.rows(statement)).map(([value]) => value);

  it('has all rows of all tables', async () => {
    for (const { name, rows } of data) {
      const [count] = await column(`SELECT count(*) FROM ${q(name)}`);
      expect(Number(count), name).toBe(rows.length);
    }
  });

  it('keeps names in every script, and sorts them by code point', async () => {
    const names = await column(`SELECT ${q('Name')} FROM ${q('Artist')} ORDER BY ${q('Name')}`);
    const given = rowsOf('Artist').map((row) => String(row[1]));
    expect(names).toEqual(given.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))));
    const playlists = await column(`SELECT ${q('Name')} FROM ${q('Playlist')} ORDER BY ${q('PlaylistId')}`);
    expect(playlists).toEqual(rowsOf('Playlist').map((row) => row[1]));
  });

  it('keeps binary values', async () => {
    const icons = await column(`SELECT ${q('Icon')} FROM ${q('Genre')} ORDER BY ${q('GenreId')}`);
    expect(icons).toEqual(rowsOf('Genre').map((row) => row[2]));
  });

  it('has views that add up to the total revenue of all invoices', async () => {
    const cents = rowsOf('Invoice').reduce((sum, row) => sum + Math.round(Number(row.at(-1)) * 100), 0);
    for (const view of ['MonthlyRevenue', 'CustomerRevenue']) {
      const revenues = await column(`SELECT ${q('Revenue')} FROM ${q(view)}`);
      expect(revenues.reduce<number>((sum, revenue) => sum + Math.round(Number(revenue) * 100), 0)).toBe(
        cents,
      );
    }
  });

  it('numbers a new row after the loaded rows', async () => {
    await database.run(`INSERT INTO ${q('Playlist')} (${q('Name')}) VALUES ('Neu')`);
    expect(
      await column(`SELECT ${q('PlaylistId')} FROM ${q('Playlist')} WHERE ${q('Name')} = 'Neu'`),
    ).toEqual([rowsOf('Playlist').length + 1]);
  });

  it('refuses a row whose parent does not exist', async () => {
    const orphan = `INSERT INTO ${q('Album')} (${['Title', 'ArtistId', 'ReleaseDate'].map(q).join(', ')})
      VALUES ('Orphan', 0, '2024-01-01')`;
    await expect(database.run(orphan)).rejects.toThrow(/foreign key/i);
  });
});
