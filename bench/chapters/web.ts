// The front end in a real browser: the time until a view is shown, the time until an edit is answered, and the
// smoothness of scrolling a long table. The first two are given as multiples of the bare API's time for the same query.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { Bench } from '../../test/e2e/support/bench.ts';
import { startService } from '../../test/e2e/support/demo.ts';
import { createReadings } from '../../test/e2e/support/readings.ts';
import { chromiumPath } from '../../test/support/chromium.ts';
import type { Effort } from '../effort.ts';
import { type Call, load } from '../load.ts';
import { duration, type Figures, runAlternately } from '../measure.ts';
import { median, share } from '../numbers.ts';
import { type Line, timeLine, valueLine } from '../report.ts';

const queryPath = '/api/database/uni-grid-request';
const entity = 'Track';
/** Each word occurs in some of the names. */
const words = ['long', 'study', 'theme', 'ballad', 'letters', 'chase', 'piano', 'before', 'another'];

declare global {
  interface Window {
    /** The time in the navigation, in milliseconds, at which the first non-empty cells were painted. */
    benchPainted: Promise<number>;
    benchLongTasks: number[];
    benchFrames: number[] | undefined;
  }
}

/** Injected into every page before its own scripts. */
function recordTimings(): void {
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
      // A task scheduled in an animation frame runs after the frame is painted.
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
    });
    observer.observe(document, { childList: true, subtree: true, characterData: true });
  });
}

const launchOptions = async () => ({
  executablePath: await chromiumPath(),
  args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--disable-background-networking'],
});
const screen = { viewport: { width: 1280, height: 800 }, locale: 'en-US' };

async function pageOf(context: BrowserContext): Promise<Page> {
  await context.addInitScript(recordTimings);
  return context.newPage();
}

async function newPage(browser: Browser): Promise<Page> {
  return pageOf(await browser.newContext(screen));
}

/** Captures the page's last request for rows. */
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
  const { latencies, firstBytes } = await load(address, () => call, {
    connections: 1,
    until: { answers: 40 },
  });
  return duration(median(latencies), { firstByte: median(firstBytes) });
}

/** When the first rows were requested and received, in milliseconds of the navigation. */
interface Parts {
  readonly asked: number;
  readonly answered: number;
}

async function timeVisit(page: Page, address: string): Promise<{ painted: number; parts: Parts }> {
  await page.goto('about:blank');
  await page.goto(`${address}/#/entity/${entity}`);
  const painted = await page.evaluate(() => window.benchPainted);
  const parts = await page.evaluate((path) => {
    const rows = performance.getEntriesByType('resource').find(({ name }) => name.endsWith(path));
    if (!(rows instanceof PerformanceResourceTiming)) throw new Error('the page has asked for no rows');
    return { asked: rows.startTime, answered: rows.responseEnd };
  }, queryPath);
  await page.waitForLoadState('networkidle');
  return { painted, parts };
}

async function visits(
  name: string,
  address: string,
  { repeats }: Effort,
  withPage: <T>(use: (page: Page) => Promise<T>) => Promise<T>,
): Promise<Line[]> {
  let query: () => Call = () => ({ method: 'GET', path: '/api' });
  const parts: Parts[] = [];
  const visit = () =>
    withPage(async (page) => {
      query = lastQuery(page);
      const told = await timeVisit(page, address);
      parts.push(told.parts);
      return duration(told.painted);
    });
  await visit();
  const rounds = await runAlternately({ repeats }, { api: () => timeApi(address, query()), joinery: visit });
  const heading = (what: string) => ({
    engine: 'browser' as const,
    workload: `${name}: navigation to ${what}`,
    connections: 1,
  });
  const counted = parts.slice(-repeats);
  return [
    timeLine(heading('painted rows, times the API’s answer'), rounds, 'api', null),
    valueLine(heading('the request for rows'), median(counted.map(({ asked }) => asked)), 'ms', null),
    valueLine(heading('their answer'), median(counted.map(({ answered }) => answered)), 'ms', null),
  ];
}

/** Each visitor has an empty cache. */
function firstVisit(browser: Browser, address: string, effort: Effort): Promise<Line[]> {
  return visits('first visit', address, effort, async (use) => {
    const page = await newPage(browser);
    try {
      return await use(page);
    } finally {
      await page.context().close();
    }
  });
}

/** From the third visit on, a browser caches the page's compiled code. Private windows, which tests use, do not. */
const visitsUntilCompiled = 3;

async function nextVisit(address: string, effort: Effort): Promise<Line[]> {
  const profile = await mkdtemp(join(tmpdir(), 'joinery-profile-'));
  try {
    const context = await chromium.launchPersistentContext(profile, {
      ...(await launchOptions()),
      ...screen,
    });
    try {
      const page = await pageOf(context);
      for (let visit = 1; visit < visitsUntilCompiled; visit++) await timeVisit(page, address);
      return await visits('next visit', address, effort, (use) => use(page));
    } finally {
      await context.close();
    }
  } finally {
    await rm(profile, { recursive: true, force: true });
  }
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
  const rounds = await runAlternately({ repeats }, { api: () => timeApi(address, query()), joinery: edit });
  await page.context().close();
  const workload = 'edit of a filter to painted rows, times the API’s answer';
  return [timeLine({ engine: 'browser', workload, connections: 1 }, rounds, 'api', null)];
}

/** Milliseconds between frames while the wheel turns as fast as possible: one and a half screens per event. */
async function wheelFrames(page: Page, bench: Bench): Promise<readonly number[]> {
  const box = await bench.grid.boundingBox();
  if (!box) throw new Error('there is no grid');
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await page.mouse.move(at.x, at.y);
  await page.evaluate(() => {
    window.benchFrames = [];
    let last = performance.now();
    const note = (now: number): void => {
      window.benchFrames?.push(now - last);
      last = now;
      if (window.benchFrames) requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
  });
  const protocol = await page.context().newCDPSession(page);
  for (let turn = 0; turn < 150; turn++) {
    await protocol.send('Input.dispatchMouseEvent', { type: 'mouseWheel', ...at, deltaX: 0, deltaY: 1200 });
  }
  return page.evaluate(() => {
    const frames = window.benchFrames ?? [];
    window.benchFrames = undefined;
    return frames;
  });
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
    // Like a wheel, ten rows per frame.
    for (let i = 0; i < 200; i++) {
      grid.scrollTop += 330;
      await frame();
    }
    // Like the scroll bar: jumps across the table, with pauses in which rows load.
    for (let i = 0; i < 20; i++) {
      grid.scrollTop = (grid.scrollHeight - grid.clientHeight) * (((i * 37) % 100) / 100);
      for (let rest = 0; rest < 15; rest++) await frame();
    }
    return window.benchLongTasks;
  });
  const frames = await wheelFrames(page, bench);
  await page.context().close();
  const heading = (what: string) => ({
    engine: 'browser' as const,
    workload: `scrolling through ${scrolledRows.toLocaleString('en')} rows: ${what}`,
    connections: 1,
  });
  return [
    valueLine(heading('tasks over 50 ms'), longTasks.length, 'tasks', { atMost: 0 }),
    valueLine(heading('the longest of them'), Math.max(0, ...longTasks), 'ms', { atMost: 50 }),
    valueLine(heading('19 of 20 frames at full wheel speed'), share(frames, 0.95), 'ms', { atMost: 34 }),
    valueLine(heading('the longest frame at full wheel speed'), Math.max(0, ...frames), 'ms', null),
  ];
}

export async function web(effort: Effort): Promise<Line[]> {
  await using demo = await startService();
  const browser = await chromium.launch(await launchOptions());
  try {
    return [
      ...(await firstVisit(browser, demo.address, effort)),
      ...(await nextVisit(demo.address, effort)),
      ...(await filterEdit(browser, demo.address, effort)),
      ...(await scroll(browser, effort)),
    ];
  } finally {
    await browser.close();
  }
}
