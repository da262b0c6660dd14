/** Measures of related rows, groups and pivots combined: every documented rule, on every engine. */
import { describe, expect, test } from 'vitest';
import { fewOrAll } from '../support/long-run.ts';
import { engines } from '../support/servers.ts';
import { groups } from './measured/groups.ts';
import { measures } from './measured/measures.ts';
import { pivots } from './measured/pivots.ts';
import { refused } from './measured/refused.ts';
import { customers, hidden, lines, more, of, orders, rollup } from './measured/words.ts';
import { fn, shopOn } from './shop.ts';

describe.each(engines)('on %s', (engine) => {
  const shop = shopOn(engine, more);
  const cases = [...measures, ...groups];
  // The service, not the engine, writes rows into files.
  const isForAll = fewOrAll(['sqlite'], engines).includes(engine);

  test.each(cases)('%s', async (_, body, rows) => {
    expect(await shop.rows(body)).toEqual(rows);
  });

  // A file contains all rows, whatever page is requested.
  const wholes = cases.filter(([, body]) => !('limit' in body));

  // The service cuts pages and writes files in the same way on every engine: the others get every third case.
  const some = isForAll ? wholes : wholes.filter((_, i) => i % 3 === 0);

  test.each(some)('%s: page by page', async (_, body, rows) => {
    const found: unknown[][] = [];
    let after: object | null = {};
    while (after !== null && found.length <= rows.length) {
      const page = await shop.ask({ ...body, ...after, limit: isForAll ? 1 : 2 });
      expect(page.size.total).toBe(rows.length);
      found.push(...page.data);
      after = page.next === undefined ? null : { after: page.next };
    }
    expect(found).toEqual(rows);
  });

  test.each(some)('%s: in exports', async (_, body, rows) => {
    await sameInFiles(body, (await shop.ask(body)).cols, rows);
  });

  test.each(pivots)('a pivot: %s', async (_, body, cols, rows) => {
    const answer = await shop.ask(body);
    expect(answer.cols).toEqual(cols);
    expect(answer.data).toEqual(rows);
    expect(answer.size.total).toBe(rows.length);
    await sameInFiles(body, cols, rows);
  });

  test('a list measure is complete, however long its texts are', async () => {
    const long = fn('REPLACE', { value: 'x'.repeat(1_000) }, { value: 'x' }, { value: 'y'.repeat(400) });
    const text = { alias: 'text', expr: fn('CONCAT', 'line', long), selected: false };
    const [[, list] = []] = await shop.rows(
      customers(rollup('list', orders({ entity: lines(text) }), 'list', { of: 'text' })),
    );
    expect(list).toEqual([1, 2, 3, 4].map((line) => `${line}${'y'.repeat(400_000)}`));
  });

  test('a pivot of more than 1,600 columns is refused', async () => {
    const summaries = ['sum', 'avg', 'min', 'max', 'count', 'count_distinct'];
    const wide = (...names: string[]) =>
      of(
        'wide',
        [
          hidden('id'),
          { alias: 'v', expr: fn('ADD', 'id', { value: 0 }), selected: false },
          ...names.map((alias) => ({ ...hidden('id', alias), summaries })),
        ],
        { group: ['v'], pivot: 'v' },
      );
    const problem = await shop.refusal(wide('a', 'b'));
    expect(problem.status).toBe(422);
    expect(problem.detail).toContain('2400 columns');
    const { cols, data } = await shop.ask(wide('a'));
    expect(cols).toHaveLength(1_200);
    expect(cols.slice(-6)).toEqual(summaries.map((summary) => `200 ${summary}_a`));
    expect(data[0]?.slice(-6)).toEqual([200, 200, 200, 200, 1, 1]);
  });

  test.each(refused)('%s is refused', async (_, body, pointer) => {
    expect(await shop.refusal(body)).toMatchObject({ status: 400, pointer });
  });

  async function sameInFiles(body: object, cols: readonly string[], rows: readonly unknown[][]) {
    const file: unknown = JSON.parse(await shop.text(body, '/export?format=json'));
    expect(file).toMatchObject({ cols, data: rows });
    if (!isForAll) return;
    const objects = (await shop.text(body, '/export?format=ndjson')).split('\n').slice(0, -1);
    expect(objects.map((line): unknown => JSON.parse(line))).toEqual(
      rows.map((row) => Object.fromEntries(cols.map((name, i) => [name, row[i]]))),
    );
    const tsv = (await shop.text(body, '/export?format=tsv')).split('\r\n').slice(0, -1);
    const texts = rows.map((row) => row.map(textOf));
    expect(tsv.map((line) => line.split('\t').map(unquoted))).toEqual([cols, ...texts]);
    const sheet = await shop.sheet(body);
    expect(sheet.map((row) => row.map(unescaped))).toEqual([cols, ...rows.map((row) => row.map(numberOf))]);
  }
});

/** A cell of a text file. */
function textOf(cell: unknown): string {
  if (cell === null) return '';
  return typeof cell === 'string' ? cell : JSON.stringify(cell);
}

/** A cell of a workbook: dates are day numbers from the end of 1899. */
function numberOf(cell: unknown): string {
  if (typeof cell === 'boolean') return cell ? '1' : '0';
  if (typeof cell !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(cell)) return textOf(cell);
  return String((Date.parse(cell) - Date.parse('1899-12-30')) / 86_400_000);
}

function unquoted(cell: string): string {
  return cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
}

function unescaped(cell: string): string {
  return cell.replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}
