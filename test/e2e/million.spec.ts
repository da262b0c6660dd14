import { type CDPSession, expect, type Page, test } from '@playwright/test';
import type { RunningCommand } from '../support/command.ts';
import type { TestDatabase } from '../support/servers.ts';
import { Bench } from './support/bench.ts';
import { startService } from './support/demo.ts';
import { createReadings } from './support/readings.ts';
import { inLongRun } from './support/test.ts';

// The table is created only once.
test.describe.configure({ mode: 'default' });

const ROWS = 1_000_000;

let database: TestDatabase;
let service: RunningCommand;
let bench: Bench;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  database = await createReadings(ROWS);
  service = await startService('--database', database.url);
});
test.afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
  await database?.drop();
});

test.beforeEach(async ({ page }) => {
  bench = new Bench(page, service.address);
  await bench.open('reading');
  await bench.expectRows(ROWS);
});

/** The indexes of the visible rows, each with the id in its first cell; blank rows have none. */
function rowsInView(page: Page): Promise<ReadonlyArray<readonly [number, number]>> {
  return page.getByRole('grid').evaluate((grid) => {
    const box = grid.getBoundingClientRect();
    const digits = (element: Element | null) => Number((element?.textContent ?? '').replace(/\D/g, ''));
    return [...grid.querySelectorAll('[role="row"][aria-rowindex]')]
      .filter((row) => {
        const { top, bottom } = row.getBoundingClientRect();
        return Number(row.getAttribute('aria-rowindex')) > 1 && bottom > box.top + 36 && top < box.bottom;
      })
      .map((row) => [
        digits(row.querySelector('[role="rowheader"]')),
        digits(row.querySelector('[role="gridcell"]')),
      ]);
  });
}

/** The visible rows have no gaps, are all loaded, and show their own values. */
async function expectFilled(page: Page): Promise<number> {
  let first = 0;
  await expect(async () => {
    const rows = await rowsInView(page);
    expect(rows.length).toBeGreaterThan(10);
    first = rows[0]?.[0] ?? 0;
    expect(rows).toEqual(rows.map((_, i) => [first + i, first + i]));
  }).toPass({ timeout: 30_000 });
  return first;
}

async function dragBar(page: Page, share: number): Promise<void> {
  await page.getByRole('grid').evaluate((grid, part) => {
    grid.scrollTop = (grid.scrollHeight - grid.clientHeight) * part;
  }, share);
}

function nodeCount(page: Page): Promise<number> {
  return page.getByRole('grid').evaluate((grid) => grid.querySelectorAll('*').length);
}

async function heapInMegabytes(cdp: CDPSession): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  return usedSize / 2 ** 20;
}

test('the scroll bar reaches every part, and no row stays blank', async ({ page }) => {
  for (const share of [0.5, 0.25, 0.999, 0.001, 0.75, 0.333, 1, 0]) {
    await dragBar(page, share);
    const first = await expectFilled(page);
    expect(Math.abs(first - share * ROWS)).toBeLessThan(ROWS / 1000);
  }
});

test('the last and the first row are one key press away', inLongRun, async ({ page }) => {
  await bench.grid.focus();
  await page.keyboard.press('Control+End');
  await expect(bench.grid.getByRole('rowheader', { name: '1,000,000' })).toBeInViewport();
  await expect(bench.grid.getByRole('gridcell', { name: `reading ${ROWS}`, exact: true })).toBeVisible();
  await expectFilled(page);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('PageUp');
  await expectFilled(page);
  await page.keyboard.press('Control+Home');
  await expect(bench.grid.getByRole('rowheader', { name: '1', exact: true })).toBeInViewport();
  await expectFilled(page);
});

test('the wheel scrolls row by row in the middle', async ({ page }) => {
  await dragBar(page, 0.5);
  const before = await expectFilled(page);
  await bench.grid.hover();
  for (let turn = 0; turn < 10; turn++) await page.mouse.wheel(0, 330);
  await expect.poll(async () => (await rowsInView(page))[0]?.[0]).toBe(before + 100);
  await expectFilled(page);
});

test('the number of elements and the memory stay constant', inLongRun, async ({ page }) => {
  const cdp = await page.context().newCDPSession(page);
  await expectFilled(page);
  const nodes = await nodeCount(page);
  const memory = await heapInMegabytes(cdp);
  for (let step = 1; step <= 15; step++) {
    await dragBar(page, ((step * 37) % 100) / 100);
    await expectFilled(page);
    expect(await nodeCount(page)).toBeLessThan(nodes * 1.5);
  }
  expect(await heapInMegabytes(cdp)).toBeLessThan(memory + 20);
});

test('rows that have not arrived cost next to nothing while scrolling fast', inLongRun, async ({ page }) => {
  await expectFilled(page);
  const filled = await nodeCount(page);
  await page.route('**/uni-grid-request', () => {});
  await dragBar(page, 0.5);
  await expect.poll(async () => (await rowsInView(page))[0]?.[0]).toBeGreaterThan(ROWS / 3);
  expect((await rowsInView(page)).length).toBeGreaterThan(10);
  expect(await nodeCount(page)).toBeLessThan(filled / 2);
  await page.unroute('**/uni-grid-request');
});

test('no element is taller than browsers can draw', inLongRun, async ({ page }) => {
  const heights = await page.evaluate(() =>
    [...document.querySelectorAll('*')].map((one) => one.scrollHeight),
  );
  expect(Math.max(...heights)).toBeLessThan(10_000_000);
});

test('a sorted million is scrolled like an unsorted one', inLongRun, async ({ page }) => {
  await bench.columnMenu('ID', 'Sort descending');
  await expect(bench.head('ID')).toHaveAttribute('aria-sort', 'descending');
  await expect((await bench.column('ID')).first()).toHaveText('1000000');
  await dragBar(page, 0.5);
  await expect(async () => {
    const rows = await rowsInView(page);
    expect(rows.length).toBeGreaterThan(10);
    for (const [row, id] of rows) expect(row + id).toBe(ROWS + 1);
  }).toPass({ timeout: 30_000 });
});
