import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import Sqlite from 'better-sqlite3';
import type { RunningCommand } from '../support/command.ts';
import { payloads } from '../support/payloads.ts';
import { createDatabase, type TestDatabase } from '../support/servers.ts';
import { Bench } from './support/bench.ts';
import { startService } from './support/demo.ts';
import { credentials, logInAs, serveAdmin } from './support/people.ts';
import { inLongRun } from './support/test.ts';

// One service for all tests, which only read.
test.describe.configure({ mode: 'default' });

let database: TestDatabase;
let service: RunningCommand;
/** The addresses that requests may go to. */
const served: string[] = [];

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** Payloads as table names, column names, and values. */
function fill(file: string): void {
  const db = new Sqlite(file);
  const columns = payloads.map((name) => `${quote(name)} TEXT`).join(', ');
  db.exec(`CREATE TABLE wide (id INTEGER PRIMARY KEY, ${columns})`);
  const places = payloads.map(() => '?').join(', ');
  db.prepare(`INSERT INTO wide VALUES (1, ${places})`).run(...payloads);
  db.exec('CREATE TABLE cells (id INTEGER PRIMARY KEY, name TEXT, size INTEGER)');
  const insert = db.prepare('INSERT INTO cells (name, size) VALUES (?, ?)');
  payloads.forEach((text, i) => {
    insert.run(text, 1000 - i);
    // Half of the tables reference the cells, so that the map and the records have something to draw.
    const link = i % 2 === 0 ? ', cell INTEGER REFERENCES cells (id)' : '';
    db.exec(
      `CREATE TABLE ${quote(text)} (${quote(`${text} id`)} INTEGER PRIMARY KEY, ${quote(text)} TEXT${link})`,
    );
    db.prepare(
      `INSERT INTO ${quote(text)} (${quote(text)}${link && ', cell'}) VALUES (?${link && ', ?'})`,
    ).run(...(link ? [text, i + 1] : [text]));
  });
  db.close();
}

test.beforeAll(async () => {
  database = await createDatabase('sqlite');
  fill(database.url.replace('sqlite:///', ''));
  service = await startService('--database', database.url);
  served.push(service.address);
});
test.afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
  await database?.drop();
});

/** Records every effect that a payload could have. */
async function watch(context: BrowserContext): Promise<string[]> {
  const seen: string[] = [];
  await context.exposeFunction('pwned', () => seen.push('a payload ran'));
  await context.exposeFunction('violated', (text: string) => seen.push(`the policy stopped ${text}`));
  await context.addInitScript(() => {
    window.addEventListener('securitypolicyviolation', (event) => {
      Reflect.get(window, 'violated')(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`);
    });
  });
  context.on('dialog', (dialog) => {
    seen.push(`a dialog said ${dialog.message()}`);
    void dialog.dismiss();
  });
  context.on('page', (page) => {
    page.on('pageerror', (error) => seen.push(`a script broke: ${error.message}`));
    page.on('framenavigated', (frame) => {
      if (frame !== page.mainFrame()) seen.push(`a frame went to ${frame.url()}`);
    });
  });
  context.on('request', (request) => {
    const url = request.url();
    const isOurs = served.some((address) => url.startsWith(`${address}/`));
    if (!isOurs && !/^(data|blob):/.test(url)) seen.push(`a request went to ${url}`);
  });
  return seen;
}

/** Every page that shows a name or a value from the database. */
const rooms: Record<string, (page: Page, bench: Bench) => Promise<void>> = {
  async home(page) {
    await page.goto(service.address);
    await expect(page.getByRole('heading', { name: 'Entities' })).toContainText('202');
    for (const text of payloads.slice(0, 5)) {
      await page.getByRole('searchbox', { name: 'Search entities, fields, records' }).fill(text);
      await expect(page.getByRole('heading', { name: 'Entities' })).toContainText(' of 202');
    }
  },
  async 'the grid with hostile cells'(page, bench) {
    await bench.open('cells');
    await bench.expectRows(200);
    const shown = new Set<string>();
    for (let row = 0; row < 200; row += 15) {
      await bench.grid.evaluate((grid, top) => grid.scrollTo({ top }), row * 33);
      const cells = await bench.column('Name');
      await expect(async () => {
        const texts = await cells.evaluateAll((all) => all.map((cell) => cell.textContent ?? ''));
        expect(texts).toContain(payloads[Math.min(row + 10, 199)]);
        for (const text of texts) shown.add(text);
      }).toPass();
    }
    expect(payloads.filter((text) => !shown.has(text))).toEqual([]);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Entities, records, queries, commands' }).fill('script');
    await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
  },
  async 'the library and a dashboard with hostile texts'(page) {
    const save = async (path: string, data: object) =>
      expect((await page.request.post(`${service.address}/api/${path}`, { data })).status()).toBe(201);
    const unigrid = { entities: [{ id: 'cells', attributes: [{ id: 'name' }] }] };
    for (const text of payloads) await save('queries', { title: text, description: text, unigrid });
    const tiles = payloads.slice(0, 100).map((text, y) => ({ x: 0, y, w: 12, h: 1, kind: 'text', text }));
    await save('dashboards', { title: payloads[0], slug: 'hostile', description: payloads[1], tiles });

    await page.goto(`${service.address}/#/library`);
    const list = page.getByRole('list', { name: 'Queries' });
    const shown = new Set<string>();
    await expect(async () => {
      for (const text of await list.getByRole('link').locator('span > span:first-child').allTextContents()) {
        shown.add(text);
      }
      await list.evaluate((element) => element.parentElement?.scrollBy({ top: 500 }));
      expect(payloads.filter((text) => !shown.has(text))).toEqual([]);
    }).toPass({ timeout: 60_000, intervals: [50] });

    await page.goto(`${service.address}/#/dashboard/hostile`);
    await expect(page.getByRole('region')).toHaveCount(100);
    await page.getByRole('button', { name: 'Arrange' }).click();
    await expect(page.getByRole('button', { name: /^Remove / })).toHaveCount(100);
    await page.goto(service.address);
    await expect(page.getByRole('region', { name: 'Continue where you left off' })).toBeVisible();
  },
  async 'the access room with hostile roles, users and notes'(page) {
    await using guarded = await serveAdmin(['root'], '--database', database.url);
    served.push(guarded.address);
    // The service refuses a role named like an object's prototype.
    const hostile = payloads.filter((text, i) => i % 8 === 0 && text !== '__proto__');
    const right = (text: string) => ({
      read: {
        columns: ['*', '-name'],
        rows: { func: { name: 'EQ', args: [{ attr: 'name' }, { value: text }] } },
      },
    });
    const policy = {
      users: Object.fromEntries(
        hostile.map((text) => [text, { roles: [text], attributes: { [text]: text } }]),
      ),
      roles: Object.fromEntries(
        hostile.map((text) => [text, { cells: right(text), [text]: { read: true } }]),
      ),
    };
    const put = await page.request.put(`${guarded.address}/api/policy`, {
      headers: { ...(await credentials(guarded.address, 'root')), 'if-match': '"0"' },
      data: { policy, note: payloads[0] },
    });
    expect(put.status()).toBe(200);
    await logInAs(page, guarded.address, 'root');
    await page.goto(`${guarded.address}/#/access`);
    const grid = page.getByRole('grid');
    await expect(grid.getByRole('columnheader')).toHaveCount(hostile.length + 1);
    const [first = '', second = ''] = hostile;
    for (const [role, entity] of [
      [first, 'cells'],
      [second, second],
    ] as const) {
      await page.goto(
        `${guarded.address}/#/access/grant/${encodeURIComponent(role)}/${encodeURIComponent(entity)}`,
      );
      await expect(page.getByRole('complementary').getByRole('switch', { name: 'Read' })).toBeChecked();
    }
    await page.goto(`${guarded.address}/#/access/users`);
    await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveCount(hostile.length + 1);
    await page.goto(`${guarded.address}/#/access/versions`);
    await expect(page.getByRole('button', { name: /^Version 1/ })).toContainText(payloads[0] ?? '');
    await page.goto(`${guarded.address}/#/access/column/wide/${encodeURIComponent(first)}`);
    await expect(page.getByRole('heading', { name: 'Roles that grant it' })).toBeVisible();
    await page.goto(`${guarded.address}/#/access/audit`);
    await expect(page.getByRole('table')).toContainText('root');
  },
  async 'the history with hostile notes and values'(page) {
    await using edited = await createDatabase('sqlite');
    await edited.run(
      "CREATE TABLE note (id INTEGER PRIMARY KEY, name TEXT); INSERT INTO note VALUES (1, '')",
    );
    await using open = await startService('--database', edited.url, '--edit');
    served.push(open.address);
    // Trailing whitespace of a note is trimmed.
    const notes = payloads.map((text, i) => `${i} ${text.trimEnd()}`);
    for (const [i, note] of notes.entries()) {
      const name = payloads[i];
      const expected = { name: payloads[i - 1] ?? '' };
      const change = { op: 'update', entity: 'note', key: { id: 1 }, set: { name }, expect: expected };
      const data = { note, changes: [change] };
      const done = await page.request.post(`${open.address}/api/database/changes`, { data });
      expect(done.status()).toBe(201);
    }
    await page.goto(`${open.address}/#/history`);
    const entries = page.getByRole('article');
    await expect(entries.first()).toBeVisible();
    const more = page.getByRole('button', { name: 'Show older changes' });
    for (let shown = await entries.count(); shown < notes.length; shown = await entries.count()) {
      await more.click();
      // The last older changes take the button with them.
      await expect.poll(() => entries.count()).toBeGreaterThan(shown);
    }
    const shown = await entries.getByRole('heading').allTextContents();
    expect(new Set(shown)).toEqual(new Set(notes));
  },
  async 'the grid and the tree with hostile columns'(page, bench) {
    await bench.open('wide');
    await bench.grid.focus();
    for (let jump = 0; jump < 20; jump++) {
      await bench.grid.evaluate((grid) => grid.scrollBy({ left: grid.clientWidth * 2 }));
      await expect(bench.cells.first()).toBeVisible();
    }
    await page.keyboard.press('Control+End');
    await bench.tree.focus();
    for (const key of ['End', 'Home']) await page.keyboard.press(key);
    await bench.rail.getByRole('searchbox', { name: 'Find a field: “art name”' }).fill('script');
    await expect(bench.tree.getByRole('treeitem').first()).toBeVisible();
  },
  async 'a record with all of them'(page) {
    await page.goto(`${service.address}/#/record/wide/1`);
    await expect(page.getByRole('region', { name: 'Fields' }).getByRole('term')).toHaveCount(201);
    // Addresses in values become links only if they lead to the web.
    const links = await page
      .getByRole('region', { name: 'Fields' })
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => (link instanceof HTMLAnchorElement ? link.protocol : '')));
    expect(new Set(links)).toEqual(new Set(['https:']));
  },
  async 'records that hostile tables point at'(page) {
    await page.goto(`${service.address}/#/record/cells/1`);
    await expect(page.getByRole('region', { name: 'Referenced by' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Referenced by' }).locator('section > header')).toHaveCount(
      100,
    );
  },
  async filters(page, bench) {
    await bench.open('cells');
    await bench.rail.getByRole('button', { name: 'Add a filter' }).click();
    await bench.pickField('Name');
    await bench.filterForm.getByRole('combobox', { name: 'Value' }).fill('<img');
    const suggestions = page.getByRole('listbox', { name: 'Values in the database' }).getByRole('option');
    await expect(suggestions.first()).toContainText('<img');
    await suggestions.first().click();
    await bench.filterForm.getByRole('button', { name: 'Apply' }).click();
    await expect(bench.sentence).toContainText('<img');
    await expect(bench.filters).toHaveCount(1);
    await bench.tab('Code').click();
    await expect(bench.result.getByText('curl', { exact: true })).toBeVisible();
  },
  async 'the chart'(page, bench) {
    await bench.open('cells');
    await bench.tab('Chart').click();
    await page.getByLabel('Chart', { exact: true }).selectOption({ label: 'Bars' });
    await expect(page.getByRole('group', { name: /arrow keys move/ })).toBeVisible();
    await page
      .getByRole('group', { name: /arrow keys move/ })
      .getByRole('button')
      .nth(3)
      .hover();
    await page.getByRole('button', { name: 'Data table' }).click();
    await page
      .getByRole('button', { name: /^Filter by / })
      .nth(2)
      .click();
    await expect(bench.filters).toHaveCount(1);
  },
  async 'the map'(page, bench) {
    await bench.open('cells');
    await bench.tab('Map').click();
    await page.getByRole('searchbox', { name: 'Find an entity on the map' }).fill('svg');
    await page.keyboard.press('Enter');
    await page.getByRole('radio', { name: 'List' }).check({ force: true });
    const list = page.getByRole('list', { name: 'Map of entities and relations' });
    await expect(list.getByRole('listitem').first()).toBeVisible();
  },
  async 'names of exported files'(page, bench) {
    await page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
    await bench.open(payloads[0] ?? '');
    const download = page.waitForEvent('download');
    await bench.result.getByRole('button', { name: 'Export' }).click();
    await bench.take('CSV, for any program');
    expect((await download).suggestedFilename()).not.toMatch(/[<>"/]/);
  },
  async 'addresses that name what is not there'(page) {
    for (const text of payloads.slice(0, 20)) {
      await page.goto(`${service.address}/#/entity/${encodeURIComponent(`no ${text}`)}`);
      await expect(page.getByRole('heading', { name: /^There is no entity named/ })).toBeVisible();
      await page.goto(`${service.address}/#/query?${encodeURIComponent(text)}`);
      await expect(page.getByRole('heading', { name: 'This link cannot be followed' })).toBeVisible();
    }
  },
  async 'each hostile table, in the workbench and as a record'(page, bench) {
    for (const text of payloads.filter((_, i) => i % 8 === 0)) {
      await page.goto(`${service.address}/#/entity/${encodeURIComponent(text)}`);
      await bench.expectRows(1);
      await page.goto(`${service.address}/#/record/${encodeURIComponent(text)}/1`);
      await expect(page.getByRole('region', { name: 'Fields' })).toBeVisible();
    }
  },
};

test('the policy allows scripts, styles and frames only from our own files', async ({ request }) => {
  for (const path of ['/', '/api', '/api/database/tables/cells']) {
    const policy =
      (await request.get(`${service.address}${path}`)).headers()['content-security-policy'] ?? '';
    expect(policy).toContain("default-src 'none'");
    // Data responses are not pages: they need no scripts at all.
    if (path === '/') expect(policy).toContain("script-src 'self'");
    else expect(policy).not.toContain('script-src');
    expect(policy).toContain("base-uri 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|\*|https?:|script-src[^;]*(data|blob):/);
  }
});

/** The pages with the most payloads: if nothing runs there without the policy, they are also tried with it. */
const roomsWithMost = [
  'the grid with hostile cells',
  'the grid and the tree with hostile columns',
  'a record with all of them',
];

/** Table names, and records, which the home page, the map and the complete record show as well. */
const roomsAlike = new Set([
  'records that hostile tables point at',
  'each hostile table, in the workbench and as a record',
]);

/** Texts that users have stored through the service itself. */
const storedTexts = new Set([
  'the library and a dashboard with hostile texts',
  'the access room with hostile roles, users and notes',
  'the history with hostile notes and values',
]);

for (const bypassCSP of [true, false]) {
  // Without the policy only our own code stops a payload; with it, not even an attempt may occur.
  test.describe(
    bypassCSP ? 'with the policy switched off, no payload runs in' : 'the policy has nothing to stop in',
    () => {
      for (const [name, visit] of Object.entries(rooms)) {
        if (!bypassCSP && !roomsWithMost.includes(name)) continue;
        // If nothing runs without the policy, the policy has nothing to stop.
        test(name, bypassCSP && !roomsAlike.has(name) ? {} : inLongRun, async ({ browser }) => {
          const context = await browser.newContext({
            bypassCSP,
            locale: 'en-US',
            viewport: { width: 1280, height: 800 },
          });
          const seen = await watch(context);
          const page = await context.newPage();
          await visit(page, new Bench(page, service.address));
          expect(seen).toEqual([]);
          await context.close();
          const policy = bypassCSP ? 'without the policy' : 'with the policy';
          const description = `${payloads.length} payloads in ${name}, ${policy}: 0 executions`;
          test.info().annotations.push({ type: storedTexts.has(name) ? 'A22' : 'A7', description });
        });
      }
    },
  );
}

test('a payload that runs is detected', async ({ browser }) => {
  const context = await browser.newContext({ bypassCSP: true });
  const seen = await watch(context);
  const page = await context.newPage();
  await page.goto(service.address);
  await page.evaluate(() => {
    document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=window.pwned()>');
  });
  await expect.poll(() => seen).toContain('a payload ran');
  await context.close();
});
