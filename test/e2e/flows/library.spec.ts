import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser, BrowserContext, Locator, Page } from '@playwright/test';
import Sqlite from 'better-sqlite3';
import { encode } from '../../../web/query/codec/codec.ts';
import { emptyDocument, type QueryDocument } from '../../../web/query/document.ts';
import type { RunningCommand } from '../../support/command.ts';
import { temporaryFolder } from '../../support/folders.ts';
import { expectAccessible } from '../support/axe.ts';
import { Bench } from '../support/bench.ts';
import { startService } from '../support/demo.ts';
import { entityWith, field, openQuery, rowsOf } from '../support/queries.ts';
import { expect, inLongRun, test, users } from '../support/test.ts';

// Refusals are expected answers, but browsers log them to the console.
test.use({ forgiven: /status of (401|403|404|409|412)/ });

function films(...fields: readonly string[]): QueryDocument {
  return rowsOf(entityWith('film', ...fields));
}

/** The number of films by country. */
const filmsByCountry: QueryDocument = {
  ...emptyDocument,
  grouped: true,
  entities: [
    {
      id: 'film',
      alias: 'film',
      relation: null,
      attributes: [field('country'), { ...field('film_id'), selected: false, summaries: ['count'] }],
    },
  ],
};

/** A small database of films, for Ada and Zoë. Each test has its own saved queries. */
class House implements AsyncDisposable {
  readonly service: RunningCommand;
  readonly file: string;
  readonly #browser: Browser;
  readonly #profiles: BrowserContext[] = [];

  private constructor(browser: Browser, service: RunningCommand, file: string) {
    this.#browser = browser;
    this.service = service;
    this.file = file;
  }

  static async open(browser: Browser): Promise<House> {
    const folder = await temporaryFolder();
    const [file, names] = [join(folder, 'films.db'), join(folder, 'users')];
    run(
      file,
      `CREATE TABLE film (film_id INTEGER PRIMARY KEY, title TEXT NOT NULL, country TEXT NOT NULL, minutes INTEGER);
       INSERT INTO film VALUES (1, 'Wings', 'US', 144), (2, 'Metropolis', 'DE', 153), (3, 'Faust', 'DE', 107),
         (4, 'Sunrise', 'US', 94), (5, 'Napoléon', 'FR', 333)`,
    );
    const lines = Object.entries(users).map((user) => `${user.join('=')}\n`);
    await writeFile(names, lines.join(''));
    const state = `sqlite:///${join(folder, 'state.db')}`;
    const service = await startService('--database', `sqlite:///${file}`, '--users', names, '--state', state);
    return new House(browser, service, file);
  }

  /** A user in a separate browser profile. */
  async enter(name: keyof typeof users): Promise<Bench> {
    const page = await this.profile();
    await page.goto(this.service.address);
    await page.getByLabel('User name').fill(name);
    await page.getByLabel('Password', { exact: true }).fill(users[name]);
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await expect(page.getByRole('button', { name: `Signed in as ${name}` })).toBeVisible();
    return new Bench(page, this.service.address);
  }

  async profile(): Promise<Page> {
    const context = await this.#browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
    this.#profiles.push(context);
    return context.newPage();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const context of this.#profiles) await context.close();
    await this.service[Symbol.asyncDispose]();
  }
}

function run(file: string, script: string): void {
  const database = new Sqlite(file);
  database.exec(script);
  database.close();
}

/** Saves the open query under a title. */
async function save(bench: Bench, title: string, audience?: 'Everyone'): Promise<void> {
  const { page } = bench;
  await page.keyboard.press('Control+s');
  const dialog = page.getByRole('dialog', { name: 'Save this query' });
  await dialog.getByLabel('Title').fill(title);
  if (audience) await dialog.getByRole('radio', { name: audience }).check();
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(bench.result.getByText(title, { exact: true })).toBeVisible();
}

async function savedMenu({ page }: Bench, item: string): Promise<void> {
  await page.getByRole('button', { name: 'More for this saved query' }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

const titles = (bench: Bench) => bench.column('Title').then((column) => column.allInnerTexts());

test('a user saves and shares a query with a parameter; another one gives another value and saves a copy', async ({
  browser,
}) => {
  await using house = await House.open(browser);
  const ada = await house.enter('ada');
  await openQuery(ada, {
    ...films('title', 'country'),
    where: {
      cond: {
        with: 'AND',
        entries: [{ func: { name: 'EQ', args: [{ alias: 'country' }, { value: 'DE' }] } }],
      },
    },
  });
  await ada.page.getByRole('button', { name: 'What to do with this filter' }).click();
  await ada.page.getByRole('menuitem', { name: 'Make this a parameter' }).click();
  await expect(ada.page.getByRole('textbox', { name: 'Country' })).toHaveValue('DE');
  await save(ada, 'Films of a country', 'Everyone');

  const zoë = await house.enter('zoë');
  await zoë.page.getByRole('link', { name: 'Library' }).click();
  await zoë.page.getByRole('searchbox', { name: 'Search saved queries' }).fill('COUNTRY');
  await zoë.page.getByRole('link', { name: /Films of a country.*by ada/ }).click();
  await zoë.expectRows(2);
  const country = zoë.page.getByRole('textbox', { name: 'Country' });
  await country.fill('US');
  await country.press('Enter');
  await zoë.expectRows(2);
  expect(await titles(zoë)).toEqual(['Wings', 'Sunrise']);
  // A parameter value is not an edit, and is part of the link.
  await expect(zoë.result.getByText('Edited since saved')).toHaveCount(0);
  await zoë.page.reload();
  await zoë.expectRows(2);
  expect(await titles(zoë)).toEqual(['Wings', 'Sunrise']);

  await zoë.head('Title').click();
  await expect(zoë.result.getByText('Edited since saved')).toBeVisible();
  await expect(zoë.page.getByRole('button', { name: 'Update' })).toHaveCount(0);
  await zoë.page.getByRole('button', { name: 'Save as a copy' }).click();
  const copying = zoë.page.getByRole('dialog', { name: 'Save as a copy' });
  await expect(copying).toContainText('It belongs to ada');
  await copying.getByLabel('Title').fill('My films');
  await copying.getByRole('button', { name: 'Save as a copy' }).click();
  await expect(zoë.result.getByText('My films', { exact: true })).toBeVisible();
  await expect(zoë.page.getByRole('button', { name: 'Update' })).toHaveCount(0);

  // Ada changes her query; everybody who may open it can see what changed.
  await (await ada.reveal('Country')).click();
  await ada.page.getByRole('button', { name: 'Update' }).click();
  await expect(ada.result.getByText('Edited since saved')).toHaveCount(0);
  await zoë.page.goto(`${zoë.address}/#/saved/films-of-a-country`);
  await savedMenu(zoë, 'Versions');
  const versions = zoë.page.getByRole('dialog', { name: /^Versions/ });
  await expect(versions.getByRole('listitem').filter({ hasText: 'Sorted by' })).toHaveText(
    'Sorted by: Country (before: nothing)',
  );
  await expect(versions.getByRole('button', { name: 'Restore this version' })).toHaveCount(0);
});

test('a user who saves over a newer version is warned, and can overwrite it', async ({ browser }) => {
  await using house = await House.open(browser);
  const [here, there] = [await house.enter('ada'), await house.enter('ada')];
  await openQuery(here, films('title', 'minutes'));
  await save(here, 'Lengths');
  await there.page.goto(`${there.address}/#/saved/lengths`);
  await expect(there.cells.first()).toBeVisible();
  await there.head('Minutes').click();
  await there.page.getByRole('button', { name: 'Update' }).click();
  await expect(there.result.getByText('Edited since saved')).toHaveCount(0);

  await here.head('Title').click();
  await here.page.keyboard.press('Control+s');
  const conflict = here.page.getByRole('dialog', { name: 'Somebody else has changed it' });
  await expect(conflict).toBeVisible();
  await expectAccessible(here.page, 'a conflict');
  await conflict.getByRole('button', { name: 'Overwrite theirs' }).click();
  await expect(here.result.getByText('Edited since saved')).toHaveCount(0);

  await savedMenu(here, 'Versions');
  const versions = here.page.getByRole('dialog', { name: /^Versions/ });
  await expect(versions).toContainText('Sorted by: Title (before: Minutes)');
  await versions.getByRole('button', { name: /^Version 1/ }).click();
  await expect(versions).toContainText('The first version.');
  await versions.getByRole('button', { name: 'Restore this version' }).click();
  await expect(here.sentence).toHaveText('Film with Title and Minutes.');
  await expect(here.result.getByText('Edited since saved')).toHaveCount(0);
});

test('a deleted query is restored with one click, including its versions', inLongRun, async ({ browser }) => {
  await using house = await House.open(browser);
  const ada = await house.enter('ada');
  await openQuery(ada, films('title'));
  await save(ada, 'All films');
  await ada.head('Title').click();
  await ada.page.getByRole('button', { name: 'Update' }).click();
  await expect(ada.result.getByText('Edited since saved')).toHaveCount(0);
  await savedMenu(ada, 'Delete');
  await expect(ada.page.getByRole('heading', { name: 'Library' })).toBeVisible();
  await expect(ada.page.getByText('Nothing is saved yet')).toBeVisible();
  await ada.page.getByRole('button', { name: 'Undo' }).click();
  await ada.page.getByRole('link', { name: /All films/ }).click();
  await expect(ada.sentence).toHaveText('Film with Title, sorted by Title.');
  await savedMenu(ada, 'Versions');
  await expect(ada.page.getByRole('dialog').getByRole('button', { name: /^Version \d/ })).toHaveText([
    /^Version 3/,
    /^Version 2/,
    /^Version 1/,
  ]);
  await expectAccessible(ada.page, 'versions of a query');
});

test('queries saved in the browser are moved into the library only once', inLongRun, async ({ browser }) => {
  await using house = await House.open(browser);
  const ada = await house.enter('ada');
  const kept = [films('title'), films('title', 'country')].map((doc, i) => ({
    code: encode(doc),
    title: `Kept ${i + 1}`,
    at: i,
  }));
  await ada.page.evaluate((all) => localStorage.setItem('joinery.saved / ada', JSON.stringify(all)), kept);
  await ada.page.goto(`${ada.address}/#/library`);
  await ada.page.reload();
  const entries = ada.page.getByRole('list', { name: 'Queries' }).getByRole('link');
  const move = ada.page.getByRole('button', { name: 'Move them to the library' });
  await move.click();
  await expect(entries).toHaveText([/^Kept 1/, /^Kept 2/]);
  await expect(move).toHaveCount(0);
  await ada.page.reload();
  await expect(entries).toHaveCount(2);
  await expect(move).toHaveCount(0);

  // A move whose completion the browser never learned of.
  await ada.page.evaluate((all) => localStorage.setItem('joinery.saved / ada', JSON.stringify(all)), kept);
  await ada.page.reload();
  await move.click();
  await expect(move).toHaveCount(0);
  await expect(entries).toHaveCount(2);
  await ada.page.getByRole('link', { name: /^Kept 2/ }).click();
  await expect(ada.sentence).toHaveText('Film with Title and Country.');
});

test(
  'a query with vanished names explains this and is repaired with a click',
  inLongRun,
  async ({ browser }) => {
    await using house = await House.open(browser);
    const ada = await house.enter('ada');
    await openQuery(ada, films('title', 'minutes'));
    await save(ada, 'Lengths');
    run(house.file, 'ALTER TABLE film RENAME COLUMN minutes TO minute');
    await ada.page.goto(`${ada.address}/#/library`);
    await ada.page.keyboard.press('Control+k');
    await ada.page.getByRole('combobox', { name: /commands$/ }).fill('Reload the database');
    await ada.page
      .getByRole('option', { name: /schema/i })
      .first()
      .click();
    await ada.page.getByRole('link', { name: /Lengths/ }).click();
    await expect(ada.page.getByText('This query uses names that no longer exist')).toBeVisible();
    await expectAccessible(ada.page, 'the repair of a query');
    await ada.page
      .getByRole('group', { name: 'Instead of minutes' })
      .getByRole('button', { name: 'minute' })
      .click();
    await ada.page.getByRole('button', { name: 'Open the repaired query' }).click();
    await ada.expectRows(5);
    await ada.page.getByRole('button', { name: 'Update' }).click();
    await expect(ada.result.getByText('Edited since saved')).toHaveCount(0);
    await ada.page.goto(`${ada.address}/#/saved/lengths`);
    await ada.expectRows(5);
  },
);

test(
  'a link shows the rows without a login, even in a page of another site, until it is revoked',
  inLongRun,
  async ({ browser }) => {
    await using house = await House.open(browser);
    const ada = await house.enter('ada');
    await openQuery(ada, films('title'));
    await save(ada, 'All films');
    await savedMenu(ada, 'Use it elsewhere');
    const dialog = ada.page.getByRole('dialog', { name: /^Use it elsewhere/ });
    await dialog.getByRole('button', { name: 'Create a link' }).click();
    const address = await dialog.getByRole('status').locator('pre').innerText();
    const snippet = await dialog.getByText(/^<table/).innerText();
    await expectAccessible(ada.page, 'the use of a query elsewhere');

    // Another port is another origin.
    const site = createServer((_, answer) => answer.setHeader('content-type', 'text/html').end(snippet));
    await once(site.listen(0, '127.0.0.1'), 'listening');
    const stranger = await house.profile();
    await stranger.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
    await expect(stranger.getByRole('row')).toHaveText([
      'title',
      'Wings',
      'Metropolis',
      'Faust',
      'Sunrise',
      'Napoléon',
    ]);

    await dialog.getByRole('button', { name: /^Revoke the link/ }).click();
    await expect(dialog.getByText('No links yet.')).toBeVisible();
    expect((await stranger.request.get(address)).status()).toBe(404);
    site.close();
  },
);

test('a dashboard is created by keyboard alone, with a value that all tiles share', async ({ browser }) => {
  await using house = await House.open(browser);
  const ada = await house.enter('ada');
  const { page } = ada;
  await openQuery(ada, {
    ...films('title', 'country'),
    where: {
      cond: {
        with: 'AND',
        entries: [{ func: { name: 'EQ', args: [{ alias: 'country' }, { param: 'land' }] } }],
      },
    },
    parameters: [{ name: 'land', label: 'Land', type: 'string', default: 'DE' }],
  });
  await save(ada, 'Films of a land');

  const press = async (...keys: readonly string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const tabTo = async (wanted: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') => {
    await expect(wanted).toBeVisible();
    for (let i = 0; i < 80; i++) {
      if (await wanted.evaluate((element) => element === document.activeElement)) return;
      await press(key);
    }
    throw new Error(`The key does not lead to ${wanted}.`);
  };
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const tiles = page.getByRole('region', { name: /^Films of a land, / });
  await page.goto(`${ada.address}/#/library/dashboards`);
  await expect(page.getByRole('searchbox')).toBeFocused();
  await tabTo(button('New dashboard'), 'Shift+Tab');
  await press('Enter');
  await tabTo(button('Arrange'));
  await press('Enter');
  for (const count of [1, 2]) {
    await tabTo(button('Add a tile'), 'Shift+Tab');
    await press('Enter');
    await expect(page.getByRole('option', { name: 'Films of a land' })).toBeVisible();
    await press('Enter');
    await expect(tiles).toHaveCount(count);
  }
  await tabTo(page.getByLabel('Shown as: Films of a land').nth(1));
  await press('N', 'Shift+Tab');
  const number = page.getByRole('region', { name: 'Films of a land, Number' });
  await expect(number).toBeFocused();
  await press('ArrowDown', 'ArrowRight', 'Shift+ArrowLeft', 'Shift+ArrowUp');
  await expect(page.getByRole('status').filter({ hasText: 'column' })).toHaveText(
    'column 7, row 2, 5 wide, 4 high',
  );
  await tabTo(button('Save'), 'Shift+Tab');
  await press('Enter');
  await expect(page.getByText('The dashboard is saved.')).toBeVisible();

  await expect(number.locator('strong')).toHaveText('2');
  await tabTo(page.getByRole('textbox', { name: 'Land' }));
  await press('Control+a');
  await page.keyboard.type('FR');
  await press('Enter');
  const table = page.getByRole('region', { name: 'Films of a land, Table' });
  await expect(table.getByRole('row')).toHaveText([/Title/, /Napoléon/]);
  await expect(number.locator('strong')).toHaveText('1');
  await expect(table).toHaveCSS('grid-row-start', '1');
  await expect(number).toHaveCSS('grid-row-start', '2');
  // The heading links to the workbench, with the value.
  await tabTo(table.getByRole('link', { name: 'Films of a land' }));
  await press('Enter');
  await ada.expectRows(1);
  await expect(page.getByRole('textbox', { name: 'Land' })).toHaveValue('FR');
});

/** In the long run axe checks each step. */
for (const isAxeChecked of [false, true]) {
  test(
    `a dashboard is arranged by mouse, printed, restored from a version and shared by a link${isAxeChecked ? ', accessible throughout' : ''}`,
    isAxeChecked ? inLongRun : {},
    async ({ browser }) => {
      const checkAccessible = async (page: Page, what: string) => {
        if (isAxeChecked) await expectAccessible(page, what);
      };
      await using house = await House.open(browser);
      const ada = await house.enter('ada');
      const { page } = ada;
      await openQuery(ada, filmsByCountry);
      await ada.tab('Chart').click();
      await expect(page.getByRole('button', { name: /^DE: / })).toBeVisible();
      await save(ada, 'Films by country');
      await openQuery(ada, films('title', 'country'));
      await save(ada, 'All films');
      await page.goto(`${ada.address}/#/library/dashboards`);
      await page.getByRole('button', { name: 'New dashboard' }).click();
      await page.getByRole('button', { name: 'Arrange' }).click();
      await page.getByRole('button', { name: 'Add a tile' }).click();
      await page.getByRole('option', { name: 'All films' }).click();
      const tile = page.getByRole('region', { name: 'All films, Table' });
      const place = page.getByRole('status').filter({ hasText: 'column' });
      /** Drags a handle of the tile, which is `size` cells large, by this many cells. */
      const drag = async (handle: string, size: readonly [number, number], columns: number, rows: number) => {
        const from = await page.getByRole('button', { name: handle, exact: true }).boundingBox();
        const box = await tile.boundingBox();
        if (!from || !box) throw new Error('the tile is not there');
        const [x, y] = [from.x + from.width / 2, from.y + from.height / 2];
        const cell = { width: box.width / size[0], height: box.height / size[1] };
        await page.mouse.move(x, y);
        await page.mouse.down();
        await page.mouse.move(x + columns * cell.width, y + rows * cell.height, { steps: 8 });
        await page.mouse.up();
      };
      await drag('Resize All films', [6, 5], -2, -1);
      await expect(place).toHaveText('column 1, row 1, 4 wide, 4 high');
      await drag('Move All films', [4, 4], 3, 0);
      await expect(place).toHaveText('column 4, row 1, 4 wide, 4 high');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await expect(page.getByText('The dashboard is saved.')).toBeVisible();
      await expect(tile.getByRole('row')).toHaveCount(6);

      // In print there is only the dashboard, without controls.
      await page.emulateMedia({ media: 'print' });
      await expect(tile.getByRole('row')).toHaveCount(6);
      await expect(tile).toBeVisible();
      for (const name of ['Arrange', 'Refresh', 'Print']) {
        await expect(page.getByRole('button', { name, exact: true })).toBeHidden();
      }
      await expect(page.getByRole('link', { name: 'Library' })).toBeHidden();
      await page.emulateMedia({ media: 'screen' });

      await page.getByRole('button', { name: 'More for “Untitled dashboard”' }).click();
      await page.getByRole('menuitem', { name: 'Versions' }).click();
      const versions = page.getByRole('dialog', { name: /^Versions/ });
      await expect(versions.getByRole('listitem').filter({ hasText: 'added' })).toHaveText(
        'Tile added: All films',
      );
      await versions.getByRole('button', { name: /^Version 1/ }).click();
      await versions.getByRole('button', { name: 'Restore this version' }).click();
      await expect(page.getByText('This dashboard is empty')).toBeVisible();
      await page.getByRole('button', { name: 'More for “Untitled dashboard”' }).click();
      await page.getByRole('menuitem', { name: 'Versions' }).click();
      await versions.getByRole('button', { name: /^Version 2/ }).click();
      await checkAccessible(page, 'versions of a dashboard');
      await versions.getByRole('button', { name: 'Restore this version' }).click();
      await expect(tile).toBeVisible();
      await page.getByRole('button', { name: 'Arrange' }).click();
      await page.getByRole('button', { name: 'Add a tile' }).click();
      await page.getByRole('option', { name: 'Films by country' }).click();
      await checkAccessible(page, 'a dashboard that is arranged');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      const drawn = page.getByRole('region', { name: 'Films by country, Chart' });
      await expect(drawn.getByRole('button', { name: /^FR: 1\./ })).toBeVisible();

      // A visitor without a login looks at it until the link is revoked.
      await page.getByRole('button', { name: 'More for “Untitled dashboard”' }).click();
      await page.getByRole('menuitem', { name: 'Links without a login' }).click();
      const links = page.getByRole('dialog', { name: /^Links without a login/ });
      await links.getByRole('button', { name: 'Create a link' }).click();
      await expect(links.getByText(/#\/shared\//)).toBeVisible();
      await checkAccessible(page, 'the links of a dashboard');
      const stranger = await house.profile();
      await stranger.goto(await links.getByText(/#\/shared\//).innerText());
      await expect(stranger.getByRole('heading', { name: 'Untitled dashboard' })).toBeVisible();
      await expect(stranger.getByRole('region', { name: 'All films, Table' }).getByRole('row')).toHaveText([
        'titlecountry',
        'WingsUS',
        'MetropolisDE',
        'FaustDE',
        'SunriseUS',
        'NapoléonFR',
      ]);
      // There, a chart is shown as a table with bars.
      const counted = stranger.getByRole('region', { name: 'Films by country, Table' });
      await expect(counted.getByRole('row')).toHaveText(['countrycount_film_id', 'DE2', 'FR1', 'US2']);
      const lengths = await counted
        .locator('[data-length]')
        .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('data-length')));
      expect(lengths).toEqual(['100', '50', '100']);
      await checkAccessible(stranger, 'a shared dashboard');
      await stranger.setViewportSize({ width: 390, height: 800 });
      await checkAccessible(stranger, 'a shared dashboard on a phone');
      await links.getByRole('button', { name: /^Revoke the link/ }).click();
      await expect(links.getByText('No links yet.')).toBeVisible();
      await stranger.reload();
      await expect(stranger.getByText('This link does not exist or has expired')).toBeVisible();

      await page.goto(`${ada.address}/#/library`);
      // A query saved as a chart is shown as one: a bar for each country, twice as long for those with two films.
      const barsOf = (name: RegExp) =>
        page.getByRole('link', { name }).locator('svg[preserveAspectRatio] rect');
      const bars = barsOf(/^Films by country/);
      await expect(bars).toHaveCount(3);
      const widths = await bars.evaluateAll((all) => all.map((bar) => Number(bar.getAttribute('width'))));
      expect(widths.map((width) => width / Math.max(...widths))).toEqual([1, 1, 0.5]);
      await expect(barsOf(/^All films/)).toHaveCount(0);
      await page.getByRole('button', { name: 'More for “All films”' }).click();
      await page.getByRole('menuitem', { name: 'Used by' }).click();
      const usedBy = page.getByRole('dialog', { name: 'Used by: All films' });
      await expect(usedBy.getByRole('link')).toBeVisible();
      await checkAccessible(page, 'what uses a query');
      await usedBy.getByRole('link').click();
      await expect(page.getByRole('heading', { name: 'Untitled dashboard' })).toBeVisible();
    },
  );
}

test(
  'another browser of a user has the same theme and the queries that were open last',
  inLongRun,
  async ({ browser }) => {
    await using house = await House.open(browser);
    const here = await house.enter('ada');
    await here.page.clock.install();
    await here.page.reload();
    await openQuery(here, films('title', 'minutes'));
    await here.page.clock.fastForward(10_000);
    await here.page.getByRole('button', { name: 'Appearance' }).click();
    const kept = here.page.waitForResponse((answer) => answer.request().method() === 'PUT');
    await here.page.getByRole('menuitemradio', { name: 'Dark' }).click();
    await here.page.clock.fastForward(5_000);
    expect((await kept).status()).toBe(200);

    const there = await house.enter('ada');
    await expect(there.page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expect(
      there.page
        .getByRole('region', { name: 'Continue where you left off' })
        .getByRole('link', { name: /Film with/ }),
    ).toBeVisible();
    const zoë = await house.enter('zoë');
    await expect(zoë.page.locator('html')).not.toHaveAttribute('data-theme', 'dark');
  },
);
