import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildDemo } from './build.ts';
import { demoData } from './data.ts';
import { tables } from './schema.ts';

let folder: string;
let file: string;
let database: Database.Database;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'joinery-demo-'));
  file = join(folder, 'demo.sqlite');
  buildDemo(file);
  database = new Database(file, { readonly: true });
});

afterAll(() => {
  database.close();
  rmSync(folder, { recursive: true });
});

const number = (sql: string) => Number(database.prepare(sql).pluck().get());
const column = (sql: string) => database.prepare(sql).pluck().all();
const checksum = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex');

describe('the demo database', () => {
  it('is byte for byte the same in every build', () => {
    const again = join(folder, 'again.sqlite');
    buildDemo(again);
    expect(checksum(again)).toBe(checksum(file));
  });

  it('is at most 8 MB', () => {
    expect(statSync(file).size).toBeLessThanOrEqual(8 * 1024 * 1024);
  });

  it('passes the integrity and foreign key checks', () => {
    expect(database.pragma('integrity_check')).toEqual([{ integrity_check: 'ok' }]);
    expect(database.pragma('foreign_key_check')).toEqual([]);
  });

  it('has exactly 20,000 invoices, and enough rows in the other tables', () => {
    expect(number('SELECT count(*) FROM Artist')).toBeGreaterThanOrEqual(275);
    expect(number('SELECT count(*) FROM Album')).toBeGreaterThanOrEqual(330);
    expect(number('SELECT count(*) FROM Track')).toBeGreaterThanOrEqual(3300);
    expect(number('SELECT count(*) FROM PlaylistTrack')).toBeGreaterThanOrEqual(8000);
    expect(number('SELECT count(*) FROM Customer')).toBeGreaterThanOrEqual(600);
    expect(number('SELECT count(*) FROM Invoice')).toBe(20_000);
    expect(number('SELECT count(*) FROM InvoiceLine')).toBeGreaterThanOrEqual(50_000);
  });

  it('has invoices whose totals are the sums of their lines to the cent', () => {
    const wrong = column(`
      SELECT i.InvoiceId FROM Invoice i LEFT JOIN InvoiceLine l USING (InvoiceId)
      GROUP BY i.InvoiceId
      HAVING round(i.Total * 100) <> coalesce(sum(round(l.UnitPrice * 100) * l.Quantity), 0)`);
    expect(wrong).toEqual([]);
    expect(number('SELECT count(*) FROM Invoice WHERE Total <= 0')).toBe(0);
  });

  it('numbers its invoices in the order of their dates, over five whole years', () => {
    const dates = column('SELECT InvoiceDate FROM Invoice ORDER BY InvoiceId');
    expect(dates).toEqual(dates.toSorted());
    expect(dates.at(0)).toMatch(/^2021-01-0[1-3] \d\d:\d\d:\d\d$/);
    expect(dates.at(-1)).toMatch(/^2025-12-3[01] \d\d:\d\d:\d\d$/);
    expect(number('SELECT count(*) FROM MonthlyRevenue')).toBe(60);
  });

  it('sells most in December, less in summer than in spring, and more every year', () => {
    const sold = (year: number, month: string) =>
      number(`SELECT Revenue FROM MonthlyRevenue WHERE Month = '${year}-${month}-01'`);
    const years = [2021, 2022, 2023, 2024, 2025];
    for (const year of years) {
      const best = column(`SELECT strftime('%m', Month) FROM MonthlyRevenue
        WHERE Month LIKE '${year}%' ORDER BY Revenue DESC LIMIT 1`);
      expect(best).toEqual(['12']);
      expect(sold(year, '07')).toBeLessThan(sold(year, '04'));
    }
    const revenues = column(
      "SELECT sum(Revenue) FROM MonthlyRevenue GROUP BY strftime('%Y', Month) ORDER BY Month",
    );
    expect(revenues).toEqual(revenues.toSorted((a, b) => Number(a) - Number(b)));
  });

  it('sells no track before it was released', () => {
    const early = number(`SELECT count(*) FROM InvoiceLine JOIN Invoice USING (InvoiceId)
      JOIN Track USING (TrackId) JOIN Album USING (AlbumId) WHERE ReleaseDate > date(InvoiceDate)`);
    expect(early).toBe(0);
  });

  it.each([
    ['Artist', 'Name'],
    ['Album', 'Title'],
    ['Genre', 'Name'],
    ['MediaType', 'Name'],
    ['Playlist', 'Name'],
    ['Customer', 'Email'],
    ['Employee', 'Email'],
  ])('has unique values in %s.%s', (table, name) => {
    expect(column(`SELECT ${name} FROM ${table} GROUP BY ${name} HAVING count(*) > 1`)).toEqual([]);
  });

  it('has rows without partners, so that outer joins matter', () => {
    expect(
      number('SELECT count(*) FROM Artist WHERE ArtistId NOT IN (SELECT ArtistId FROM Album)'),
    ).toBeGreaterThan(0);
    expect(number('SELECT count(*) FROM CustomerRevenue WHERE Invoices = 0')).toBeGreaterThan(0);
    expect(
      number('SELECT count(*) FROM Track WHERE TrackId NOT IN (SELECT TrackId FROM InvoiceLine)'),
    ).toBeGreaterThan(0);
    expect(number('SELECT count(*) FROM Employee WHERE ReportsTo IS NULL')).toBe(1);
  });

  it('has texts no longer than their columns allow', () => {
    for (const table of tables) {
      for (const { name, size } of table.columns.filter(({ type }) => type === 'string')) {
        const longest = number(`SELECT coalesce(max(length("${name}")), 0) FROM "${table.name}"`);
        expect(longest, `${table.name}.${name}`).toBeLessThanOrEqual(size?.[0] ?? 0);
      }
    }
  });

  it('contains exactly the rows of demoData()', () => {
    for (const { name, columns, rows } of demoData()) {
      const names = columns.map((each) => `"${each}"`).join(', ');
      const types = tables.find((table) => table.name === name)?.columns.map(({ type }) => type) ?? [];
      const stored = database.prepare(`SELECT ${names} FROM "${name}" ORDER BY rowid`).raw().all();
      const given = rows.map((row) =>
        row.map((value, index) =>
          types[index] === 'decimal' || typeof value === 'boolean' ? Number(value) : value,
        ),
      );
      expect(stored, name).toEqual(given);
    }
  });

  it('has icons that are different PNG images', () => {
    const icons = column('SELECT Icon FROM Genre WHERE Icon IS NOT NULL');
    expect(icons.length).toBeGreaterThan(20);
    for (const icon of icons) {
      expect(Buffer.isBuffer(icon) && icon.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
    }
    expect(new Set(icons.map(String)).size).toBe(icons.length);
  });
});
