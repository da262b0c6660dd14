// The front end in a real browser: how soon a view is there, how soon an edit is answered, and how smoothly a long
// table scrolls. The first two are multiples of what the bare API takes for the same query.
import { type Browser, chromium, type Page } from '@playwright/test';
import { Bench } from '../../test/e2e/support/bench.ts';
import { startService } from '../../test/e2e/support/demo.ts';
import { createReadings } from '../../test/e2e/support/readings.ts';
import { chromiumPath } from '../../test/support/chromium.ts';
import type { Effort } from '../effort.ts';
import { type Call, load } from '../load.ts';
import { duration, type Figures, inTurns } from '../measure.ts';
import { median } from '../numbers.ts';
import { type Line, timeLine, valueLine } from '../report.ts';

const queryPath = '/api/database/uni-grid-request';
const entity = 'Track';
/** Each of them is in some names. */
const words = ['long', 'study', 'theme', 'ballad', 'letters', 'chase', 'piano', 'before', 'another'];

declare global {
  interface Window {
    /** Milliseconds of the navigation at which the first cells with something in them were painted. */
    benchPainted: Promise<number>;
    benchLongTasks: number[];
  }
}

/** Runs in every page before its own scripts. */
function watch(): void {
  window.benchLongTasks = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (entry.name === 'self') window.benchLongTasks.push(entry.duration);
    }
  }).observe({ type: 'longtask', buffered: true });
  window.benchPainted = new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      const cell = document.querySelector('[role="grid"] [role="gridcell"]');
      if (!cell?.textContent) return;
      observer.disconnect();
      // A task that a frame sets off runs after it has been drawn.
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
    });
    observer.observe(document, { childList: true, subtree: true, characterData: true });
  });
}

async function newPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-US' });
  await context.addInitScript(watch);
  return context.newPage();
}

/** Remembers the rows that a page asks for last. */
function lastQuery(page: Page): () => Call {
  let body: string | null = null;
  page.on('request', (request) => {
    if (!request.url().endsWith(queryPath)) return;
    const sent = request.postData();
    if (sent !== null && !/"limit":0\b/.test(sent)) body = sent;
  });
  return () => {
    if (body === null) throw new Error('the page has asked for no rows');
    return { method: 'POST', path: queryPath, body };
  };
}

async function timeApi(address: string, call: Call): Promise<Figures> {
  const { latencies, firstBytes } = await load(address, [call], { connections: 1, until: { answers: 40 } });
  return duration(median(latencies), { firstByte: median(firstBytes) });
}

async function firstView(browser: Browser, address: string, { repeats }: Effort): Promise<Line[]> {
  const lines: Line[] = [];
  for (const isFirstVisit of [true, false]) {
    const kept = isFirstVisit ? null : await newPage(browser);
    let query: () => Call = () => ({ method: 'GET', path: '/api' });
    const visit = async (): Promise<Figures> => {
      const page = kept ?? (await newPage(browser));
      query = lastQuery(page);
      await page.goto('about:blank');
      await page.goto(`${address}/#/entity/${entity}`);
      const painted = await page.evaluate(() => window.benchPainted);
      await page.waitForLoadState('networkidle');
      if (kept === null) await page.context().close();
      return duration(painted);
    };
    await visit();
    const rounds = await inTurns(repeats, () => timeApi(address, query()), visit);
    await kept?.context().close();
    const workload = `${isFirstVisit ? 'first visit' : 'next visit'}: navigation to painted rows, times the API’s answer`;
    lines.push(timeLine({ engine: 'browser', workload, connections: 1 }, rounds, null));
  }
  return lines;
}

/** Milliseconds from the click that applies a filter to the frame that shows other rows. */
async function timeEdit(bench: Bench, word: string): Promise<number> {
  await bench.filters.first().click();
  await bench.filterForm.getByLabel('Value', { exact: true }).fill(word);
  const painted = await bench.page.evaluateHandle(() => {
    const rows = () => document.querySelector('[role="grid"] [role="rowgroup"]:nth-of-type(2)')?.textContent;
    const before = rows();
    const times = new Promise<number>((resolve) => {
      const onClick = (event: Event) => {
        const observer = new MutationObserver(() => {
          const now = rows();
          if (!now || now === before) return;
          observer.disconnect();
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - event.timeStamp)));
        });
        observer.observe(document, { childList: true, subtree: true, characterData: true });
      };
      document.addEventListener('click', onClick, { capture: true, once: true });
    });
    return { times };
  });
  await bench.filterForm.getByRole('button', { name: 'Apply' }).click();
  return painted.evaluate(({ times }) => times);
}

async function filterEdit(browser: Browser, address: string, { repeats }: Effort): Promise<Line[]> {
  const page = await newPage(browser);
  const query = lastQuery(page);
  const bench = new Bench(page, address);
  await bench.open(entity);
  await bench.addFilter({ field: 'Name', condition: 'contains', value: 'rock' });
  await page.waitForLoadState('networkidle');
  let turn = 0;
  const edit = async () => duration(await timeEdit(bench, words[turn++ % words.length] ?? ''));
  const rounds = await inTurns(repeats, () => timeApi(address, query()), edit);
  await page.context().close();
  const workload = 'edit of a filter to painted rows, times the API’s answer';
  return [timeLine({ engine: 'browser', workload, connections: 1 }, rounds, null)];
}

async function scroll(browser: Browser, { scrolledRows }: Effort): Promise<Line[]> {
  await using database = await createReadings(scrolledRows);
  await using service = await startService('--database', database.url);
  const page = await newPage(browser);
  const bench = new Bench(page, service.address);
  await bench.open('reading');
  await bench.expectRows(scrolledRows);
  await page.waitForLoadState('networkidle');
  const longTasks = await bench.grid.evaluate(async (grid) => {
    window.benchLongTasks.length = 0;
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    // As with a wheel, ten rows a frame.
    for (let i = 0; i < 200; i++) {
      grid.scrollTop += 330;
      await frame();
    }
    // As with the bar: from end to end, with rests in which rows come.
    for (let i = 0; i < 20; i++) {
      grid.scrollTop = (grid.scrollHeight - grid.clientHeight) * (((i * 37) % 100) / 100);
      for (let rest = 0; rest < 15; rest++) await frame();
    }
    return window.benchLongTasks;
  });
  await page.context().close();
  const heading = (what: string) => ({
    engine: 'browser' as const,
    workload: `scrolling through ${scrolledRows.toLocaleString('en')} rows: ${what}`,
    connections: 1,
  });
  return [
    valueLine(heading('tasks over 50 ms'), longTasks.length, 'tasks', { atMost: 0 }),
    valueLine(heading('the longest of them'), Math.max(0, ...longTasks), 'ms', { atMost: 50 }),
  ];
}

export async function web(effort: Effort): Promise<Line[]> {
  await using demo = await startService();
  const browser = await chromium.launch({
    executablePath: await chromiumPath(),
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--disable-background-networking'],
  });
  try {
    return [
      ...(await firstView(browser, demo.address, effort)),
      ...(await filterEdit(browser, demo.address, effort)),
      ...(await scroll(browser, effort)),
    ];
  } finally {
    await browser.close();
  }
}
