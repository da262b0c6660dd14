/** Every screen of the front end, with the steps that lead there; screenshots and checks use the same list. */
import { expect, type Page } from '@playwright/test';
import { encode } from '../../../web/query/codec/codec.ts';
import { emptyDocument, type QueryDocument, type Rule } from '../../../web/query/document.ts';
import type { Bench } from './bench.ts';
import { logInAs } from './people.ts';
import { field } from './queries.ts';

export interface Screen {
  readonly name: string;
  /** Needs a service with logins. */
  readonly guarded?: boolean;
  /** Saves something, so it needs a service that other tests do not use. */
  readonly keeps?: boolean;
  /** Needs a service with a policy. */
  readonly policed?: boolean;
  /** Needs the small shop whose data may be changed. */
  readonly changes?: boolean;
  /** Starts at a column heading, which phones do not have. */
  readonly wideOnly?: boolean;
  /** Goes there and waits until everything is rendered. */
  readonly show: (bench: Bench) => Promise<void>;
}

/** The services for the screens. */
interface Services {
  readonly demo: { readonly address: string };
  readonly guarded: { readonly address: string };
  readonly keeper: { readonly address: string };
  readonly policed: { readonly address: string };
  readonly shop: { readonly address: string };
}

export function addressOf({ guarded, keeps, policed, changes }: Screen, services: Services): string {
  if (changes) return services.shop.address;
  if (policed) return services.policed.address;
  return (guarded ? services.guarded : keeps ? services.keeper : services.demo).address;
}

const revenueByCountry = {
  entities: [
    {
      id: 'Invoice',
      attributes: [
        { id: 'Total', summaries: ['sum'] },
        { id: 'BillingCountry', alias: 'country' },
      ],
    },
  ],
  group: ['country'],
  order: [{ alias: 'sum_Total', asc: false }],
  limit: 5,
};

/** Calls a tool like an MCP client. */
async function askByTool({ page, address }: Bench, name: string, given: object): Promise<void> {
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } };
  expect((await page.request.post(`${address}/mcp`, { data: call })).status()).toBe(200);
}

/** Large orders from three countries, largest first, with their sum. */
function orders(least: string): QueryDocument {
  const rules: readonly Rule[] = [
    {
      func: {
        name: 'IN',
        args: [{ alias: 'BillingCountry' }, { value: ['Brazil', 'Portugal', 'Spain'] }],
      },
    },
    { func: { name: 'GTE', args: [{ alias: 'Total' }, { value: least }] } },
  ];
  return {
    ...emptyDocument,
    entities: [
      {
        id: 'Invoice',
        alias: 'Invoice',
        relation: null,
        attributes: [
          field('InvoiceDate'),
          field('CustomerId'),
          field('BillingCountry'),
          { ...field('Total'), summaries: ['sum'] },
        ],
      },
    ],
    where: { cond: { with: 'AND', entries: rules } },
    order: [{ alias: 'Total', asc: false }],
  };
}

/** Revenue per country and year. */
function revenue(kind: string): QueryDocument {
  return {
    ...emptyDocument,
    entities: [
      {
        id: 'Invoice',
        alias: 'Invoice',
        relation: null,
        attributes: [
          field('BillingCountry'),
          { ...field('InvoiceDate'), bucket: 'year' },
          { ...field('Total'), selected: false, summaries: ['sum'] },
        ],
      },
    ],
    grouped: true,
    view: { ...emptyDocument.view, chart: { kind, x: 'BillingCountry' } },
  };
}

const artists: QueryDocument = {
  ...emptyDocument,
  entities: [
    { id: 'Artist', alias: 'Artist', relation: null, attributes: [field('ArtistId'), field('Name')] },
  ],
};

async function go(bench: Bench, fragment: string): Promise<void> {
  await bench.page.goto(`${bench.address}/${fragment}`);
}

async function showQuery(bench: Bench, doc: QueryDocument, tab?: string): Promise<void> {
  await go(bench, `#/query${tab ? `/${tab}` : ''}?${encode(doc)}`);
  await expect(bench.sentence).toBeVisible();
}

async function showChart(bench: Bench, doc: QueryDocument): Promise<void> {
  await showQuery(bench, doc, 'chart');
  await expect(bench.page.getByRole('group', { name: /arrow keys move/ })).toBeVisible();
}

async function showOrders(bench: Bench): Promise<void> {
  await showQuery(bench, orders('5'));
  await expect(bench.status).toHaveText(/\d rows$/);
  await expect(bench.result.getByText('Portugal').first()).toBeVisible();
}

/** On a phone the rail is a sheet that has to be opened first. */
export async function openRail(bench: Bench): Promise<void> {
  const button = bench.page.getByRole('button', { name: 'Change query' });
  if (await button.isVisible()) await button.click();
  await expect(bench.tree).toBeVisible();
}

/** The page is no wider than the phone, nor is its main part, which scrolls on its own. */
export async function expectNoOverflow(page: Page): Promise<void> {
  const sizes = await page.evaluate(() => ({
    page: document.documentElement.scrollWidth,
    body: document.body.scrollWidth,
    main: document.querySelector('main')?.scrollWidth ?? 390,
    window: window.innerWidth,
  }));
  expect(sizes).toEqual({ page: 390, body: 390, main: 390, window: 390 });
}

/** Changes a purchase and reverts it, so that the history has entries. */
async function changeNote(bench: Bench): Promise<void> {
  const address = `${bench.address}/api/database/changes`;
  const post = (path: string, body: object) =>
    fetch(`${address}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const update = {
    op: 'update',
    entity: 'purchase',
    key: { id: 12 },
    set: { note: 'y' },
    expect: { note: 'x' },
  };
  const made = await post('', { note: 'A shorter note', changes: [update] });
  expect(made.status).toBe(201);
  const { id } = await made.json();
  expect((await post(`/${id}/undo`, {})).status).toBe(201);
}

/** Saves a query or a dashboard, unless it already exists. */
async function keep(bench: Bench, path: string, body: object): Promise<void> {
  const address = `${bench.address}/api/${path}`;
  if ((await fetch(address)).status === 200) return;
  const { status } = await fetch(address, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(status).toBe(201);
}

/** Ungrouped queries are sent in the page's format. */
async function keepQuery(bench: Bench, slug: string, title: string, doc: QueryDocument): Promise<void> {
  const { entities, where, order } = doc;
  const unigrid = { entities, order, ...(where.cond.entries.length > 0 ? { where } : {}) };
  await keep(bench, `queries/${slug}`, { title, description: 'For the board meeting', unigrid });
}

async function keepSome(bench: Bench): Promise<void> {
  await keepQuery(bench, 'large-orders', 'Large orders', orders('5'));
  await keepQuery(bench, 'orders', 'Orders over time', orders('0'));
  await keepQuery(bench, 'artists', 'All artists', artists);
  const tile = (x: number, y: number, w: number, h: number) => ({ x, y, w, h });
  await keep(bench, 'dashboards/sales', {
    title: 'Sales',
    description: 'Three countries at a glance',
    tiles: [
      {
        ...tile(0, 0, 3, 2),
        kind: 'text',
        text: '## How it goes\nOrders of **Brazil**, Portugal and Spain.',
      },
      { ...tile(3, 0, 3, 2), kind: 'number', query: 'orders' },
      { ...tile(6, 0, 6, 5), kind: 'chart', query: 'orders' },
      { ...tile(0, 2, 6, 7), kind: 'table', query: 'large-orders' },
      { ...tile(6, 5, 6, 4), kind: 'table', query: 'artists' },
    ],
  });
}

export const screens: readonly Screen[] = [
  {
    name: 'login',
    guarded: true,
    async show(bench) {
      await go(bench, '');
      await expect(bench.page.getByLabel('User name')).toBeVisible();
    },
  },
  {
    name: 'login-refused',
    guarded: true,
    async show(bench) {
      await go(bench, '');
      await bench.page.getByLabel('User name').fill('ada');
      await bench.page.getByLabel('Password', { exact: true }).fill('wrong');
      await bench.page.getByRole('button', { name: 'Log in', exact: true }).click();
      await expect(bench.page.getByRole('alert')).not.toBeEmpty();
    },
  },
  {
    name: 'home',
    async show(bench) {
      await go(bench, '');
      await expect(bench.page.getByRole('link', { name: /^Track/ }).first()).toBeVisible();
    },
  },
  { name: 'workbench', show: showOrders },
  {
    name: 'filter',
    async show(bench) {
      await showOrders(bench);
      await openRail(bench);
      await bench.page.getByTitle('Change this filter').first().click();
      await expect(bench.filterForm.getByRole('checkbox', { name: /^Brazil/ })).toBeVisible();
    },
  },
  {
    name: 'one-to-many',
    async show(bench) {
      await showQuery(bench, artists);
      await expect(bench.result.getByText('284 rows')).toBeVisible();
      await openRail(bench);
      await bench.chooseInTree('Album many', 'Title');
      await expect(bench.page.getByRole('menuitem', { name: /One row each/ })).toBeVisible();
    },
  },
  {
    name: 'column-menu',
    wideOnly: true,
    async show(bench) {
      await showOrders(bench);
      await bench.head('Customer').hover();
      await bench.page.getByRole('button', { name: 'Menu for Customer' }).click();
      await expect(bench.page.getByRole('menuitem', { name: 'Hide' })).toBeVisible();
    },
  },
  {
    name: 'add-entity',
    async show(bench) {
      await showOrders(bench);
      await openRail(bench);
      await bench.page.getByRole('button', { name: 'Combine with an unrelated table' }).click();
      await bench.page.getByRole('combobox', { name: 'Search entities' }).fill('ex');
      await expect(bench.page.getByText(/^20,000 × 2,610 = 52,200,000 rows$/)).toBeVisible();
    },
  },
  {
    name: 'chart-line',
    async show(bench) {
      await showChart(bench, orders('0'));
    },
  },
  {
    name: 'chart',
    async show(bench) {
      const [root] = orders('0').entities;
      if (!root) return;
      const attributes = root.attributes.filter(
        (item) => 'id' in item && /^(BillingCountry|Total)$/.test(item.id),
      );
      const byCountry = { ...emptyDocument, entities: [{ ...root, attributes }] };
      await showChart(bench, byCountry);
    },
  },
  {
    name: 'chart-table',
    async show(bench) {
      await showQuery(bench, orders('0'), 'chart');
      await bench.page.getByRole('button', { name: 'Data table' }).click();
      await expect(bench.page.getByRole('table')).toBeVisible();
    },
  },
  {
    name: 'chart-series',
    async show(bench) {
      await showChart(bench, revenue('stacked'));
    },
  },
  {
    name: 'pivot',
    async show(bench) {
      await showQuery(bench, revenue('pivot'), 'chart');
      await expect(bench.page.getByRole('table').getByRole('row', { name: /^Brazil/ })).toBeVisible();
    },
  },
  {
    name: 'column-format',
    wideOnly: true,
    async show(bench) {
      await showOrders(bench);
      await bench.head('Total').hover();
      await bench.page.getByRole('button', { name: 'Menu for Total' }).click();
      await bench.take('Name and format…');
      await bench.page.getByRole('button', { name: 'Add a colour' }).click();
      await expect(bench.page.getByLabel('Number to compare with')).toBeVisible();
    },
  },
  {
    name: 'count-only',
    async show(bench) {
      await go(bench, '#/entity/Customer');
      await expect(bench.result.getByText('620 rows')).toBeVisible();
      await openRail(bench);
      await bench.treeItem(/^Invoice/).hover();
      await bench.page.getByRole('button', { name: 'More about Invoice' }).click();
      await bench.take('Sum of Total');
      await bench.page.getByRole('button', { name: 'Add a filter' }).click();
      await bench.pickField('Invoice › Invoice Date');
      await expect(bench.filterForm.getByText(/^The measures cover only what matches/)).toBeVisible();
    },
  },
  {
    name: 'home-answers',
    async show(bench) {
      await go(bench, '');
      await bench.page
        .getByRole('searchbox', { name: 'Search entities, fields, records' })
        .fill('invoices Germany 2024');
      await expect(bench.page.getByRole('link', { name: /^Understood as: Invoice/ })).toBeVisible();
    },
  },
  {
    name: 'map',
    async show(bench) {
      await showQuery(bench, orders('0'), 'map');
      const drawing = bench.page.getByRole('radio', { name: 'Drawing' });
      await drawing.check({ force: true });
      await expect(bench.result.getByRole('button', { name: /^Invoice Line/ }).first()).toBeVisible();
    },
  },
  {
    name: 'map-list',
    async show(bench) {
      await showQuery(bench, orders('0'), 'map');
      await bench.page.getByRole('radio', { name: 'List' }).check({ force: true });
      const list = bench.page.getByRole('list', { name: 'Map of entities and relations' });
      await list.getByRole('button', { name: /^Customer\b(?! Revenue)/ }).click();
      await expect(bench.page.getByRole('button', { name: 'Add its name' })).toBeVisible();
    },
  },
  {
    name: 'record',
    async show(bench) {
      await go(bench, '#/record/Album/5');
      await expect(
        bench.page.getByRole('region', { name: 'Referenced by' }).getByRole('table'),
      ).toBeVisible();
      await expect(bench.page.getByRole('region', { name: 'Points to' }).getByRole('link')).toBeVisible();
    },
  },
  {
    name: 'record-edit',
    changes: true,
    async show(bench) {
      await go(bench, '#/record/customer/1');
      await bench.page.getByRole('button', { name: 'Edit', exact: true }).click();
      await bench.page.getByLabel('Credit', { exact: true }).fill('a lot');
      await bench.page.getByRole('button', { name: 'Set Notes to null' }).click();
      await expect(bench.page.getByText('One field needs your attention.')).toBeVisible();
    },
  },
  {
    name: 'record-delete',
    changes: true,
    async show(bench) {
      await go(bench, '#/record/customer/1');
      await bench.page.getByRole('button', { name: 'Delete', exact: true }).click();
      const dialog = bench.page.getByRole('dialog', { name: 'Delete Ada?' });
      await dialog.getByText('2 more rows that the database changes on its own: Purchase (2)').click();
      await expect(dialog.getByText('Purchase 11')).toBeVisible();
    },
  },
  {
    name: 'record-new',
    changes: true,
    async show(bench) {
      await go(bench, '#/new/purchase');
      await expect(bench.page.getByPlaceholder('default: none')).toBeVisible();
    },
  },
  {
    name: 'grid-editing',
    changes: true,
    wideOnly: true,
    async show(bench) {
      await go(bench, '#/entity/item');
      const price = bench.grid.locator('[aria-rowindex="3"] [aria-colindex="4"]');
      await price.click();
      await bench.page.keyboard.type('9.75');
      await bench.page.keyboard.press('Enter');
      await bench.page.keyboard.type('dear');
      await bench.page.keyboard.press('Enter');
      await expect(bench.grid.getByRole('alert')).toBeVisible();
      await expect(bench.page.getByRole('button', { name: 'Review…' })).toBeVisible();
    },
  },
  {
    name: 'tray-review',
    changes: true,
    async show(bench) {
      await go(bench, '#/new/item');
      await bench.page.getByLabel('Title', { exact: true }).fill('Not yet');
      await go(bench, '#/entity/item');
      await bench.page.getByRole('button', { name: 'Review…' }).click();
      await expect(bench.page.getByRole('dialog').getByText('Not yet').first()).toBeVisible();
    },
  },
  {
    name: 'history',
    changes: true,
    async show(bench) {
      await changeNote(bench);
      await go(bench, '#/history');
      await expect(bench.page.getByRole('heading', { name: 'A shorter note' }).first()).toBeVisible();
    },
  },
  {
    name: 'code',
    async show(bench) {
      await showQuery(bench, orders('5'), 'code');
      await expect(bench.result.getByText(/select/i).first()).toBeVisible();
    },
  },
  {
    name: 'empty',
    async show(bench) {
      await showQuery(bench, orders('1000000'));
      await expect(bench.page.getByText(/rows? without it$/)).toHaveCount(2);
    },
  },
  {
    name: 'error',
    async show(bench) {
      await bench.page.route('**/uni-grid-request', (route) =>
        route.fulfill({
          status: 504,
          contentType: 'application/problem+json',
          body: JSON.stringify({
            type: 'urn:joinery:problem:statement-timeout',
            title: 'The database took too long',
            status: 504,
            detail: 'The database did not answer within 60 s. A filter that leaves fewer rows may help.',
          }),
        }),
      );
      await showQuery(bench, orders('5'));
      await expect(bench.result.getByRole('button', { name: 'Try again' })).toBeVisible();
    },
  },
  {
    name: 'library',
    keeps: true,
    async show(bench) {
      await keepSome(bench);
      await go(bench, '#/library');
      await expect(bench.page.getByRole('link', { name: /Large orders/ })).toBeVisible();
    },
  },
  {
    name: 'dashboard',
    keeps: true,
    async show(bench) {
      await keepSome(bench);
      await go(bench, '#/dashboard/sales');
      await expect(
        bench.page.getByRole('region', { name: 'Large orders, Table' }).getByRole('cell').first(),
      ).toBeVisible();
      await expect(bench.page.getByRole('group', { name: /arrow keys move/ })).toBeVisible();
      await expect(bench.page.getByText('Count of Invoice', { exact: true })).toBeVisible();
    },
  },
  {
    name: 'dashboard-arranged',
    keeps: true,
    async show(bench) {
      await keepSome(bench);
      await go(bench, '#/dashboard/sales');
      await bench.page.getByRole('button', { name: 'Arrange' }).click();
      await bench.page.getByRole('region', { name: 'Orders over time, Chart' }).focus();
      await expect(bench.page.getByText(/^Arrow keys move the tile/)).toBeVisible();
    },
  },
  {
    name: 'saved',
    keeps: true,
    async show(bench) {
      await keepSome(bench);
      await go(bench, '#/saved/large-orders');
      await expect(bench.result.getByText('Large orders', { exact: true })).toBeVisible();
      await expect(bench.status).toHaveText(/\d rows$/);
      await bench.page.getByRole('button', { name: 'More for this saved query' }).click();
      await bench.page.getByRole('menuitem', { name: 'Use it elsewhere' }).click();
      await expect(bench.page.getByText('No links yet.')).toBeVisible();
    },
  },
  {
    name: 'assistants',
    keeps: true,
    async show(bench) {
      await askByTool(bench, 'search_model', { entity: 'Invoice', to: 'Artist' });
      await askByTool(bench, 'query', revenueByCountry);
      await askByTool(bench, 'record', { entity: 'Album', key: [1] });
      await askByTool(bench, 'query', { entities: [{ id: 'Album', attributes: [{ id: 'Titel' }] }] });
      await go(bench, '#/assistants');
      const questions = bench.page.getByRole('link', { name: /^Open in the workbench: / });
      await expect(questions).toHaveCount(2);
      await questions.last().scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'access',
    policed: true,
    async show(bench) {
      await logInAs(bench.page, bench.address, 'root');
      await go(bench, '#/access/grant/support/Customer');
      const panel = bench.page.getByRole('complementary', { name: 'support on Customer' });
      await expect(panel.getByTitle('Change this filter')).toHaveText(
        'Support Rep ID is the user’s employee',
      );
    },
  },
  {
    name: 'view-as',
    policed: true,
    async show(bench) {
      await logInAs(bench.page, bench.address, 'root');
      await bench.page.evaluate(() =>
        sessionStorage.setItem('joinery.view-as', JSON.stringify({ user: 'tom', by: 'root' })),
      );
      await bench.page.reload();
      await expect(bench.page.getByText('You see everything as tom does.')).toBeVisible();
      await go(bench, '#/entity/Customer');
      await expect(bench.status).toHaveText(/\d rows$/);
    },
  },
  {
    name: 'palette',
    async show(bench) {
      await showOrders(bench);
      await bench.page.keyboard.press('Control+k');
      await bench.page.getByRole('combobox', { name: 'Entities, records, queries, commands' }).fill('cus');
      await expect(bench.page.getByRole('option', { name: /Customer/ }).first()).toBeVisible();
    },
  },
  {
    name: 'help',
    async show(bench) {
      await go(bench, '#/help');
      await expect(bench.page.getByRole('heading', { name: 'Keyboard' })).toBeVisible();
    },
  },
];
