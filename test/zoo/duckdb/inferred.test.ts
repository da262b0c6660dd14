/** Keys and relations of files: what is inferred, what is in effect, and people's decisions. */
import { rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { Inferred } from '../../../src/contract/inferred.ts';
import { Policy } from '../../../src/identity/policy.ts';
import { temporaryStore } from '../../../src/store/open.ts';
import { type Service, startService } from '../../http/service.ts';
import { anyName } from '../../policy/service.ts';
import { clinic, demoFolder, folderWith, school, writeFolder } from './folders.ts';

const urlOf = (folder: string) => `files:///${folder}`;
const path = '/api/database/inferred';

async function inferred(service: Service, init?: RequestInit): Promise<Inferred> {
  return Inferred.parse(await (await service.get(path, init)).json());
}

async function json(response: Response): Promise<unknown> {
  return response.json();
}

function put(service: Service, id: string, state: unknown, user?: string): Promise<Response> {
  return service.get(`${path}/${id}`, {
    method: 'PUT',
    body: JSON.stringify({ state }),
    headers: { 'content-type': 'application/json', ...as(user) },
  });
}

const as = (user: string | undefined): Record<string, string> =>
  user === undefined ? {} : { authorization: `Basic ${Buffer.from(`${user}:x`).toString('base64')}` };

const words = ({ entity, columns, references }: Inferred['relations'][number]) =>
  `${entity}.${columns.join()} > ${references.entity}.${references.columns.join()}`;

const withState = ({ relations }: Inferred, ...states: string[]) =>
  relations.filter(({ state }) => states.includes(state)).map(words);

async function shopFolder(): Promise<string> {
  return folderWith({
    'customer.csv': 'customer_id,name\n1,Ann\n2,Bob\n3,Cid\n',
    'orders.csv': 'id,customer_id,referrer_customer_id\n10,1,2\n11,2,\n12,2,3\n',
  });
}

const relationsOf = async (service: Service, entity: string) => {
  // MODE in the contract's shape.
  const mode = (await json(await service.get('/api/database/mode'))) as Record<
    string,
    { relations: unknown[] }
  >;
  return mode[entity]?.relations;
};

test('relations are inferred from names and values with the expected accuracy', async ({ annotate }) => {
  for (const known of [demoFolder(), clinic, school]) {
    await using service = await startService(urlOf(await writeFolder(known)));
    const found = await inferred(service);
    const truth = new Set(known.relations);
    const [holding, offered] = [withState(found, 'inferred'), withState(found, 'proposed')];
    const right = (some: readonly string[]) => some.filter((one) => truth.has(one)).length;
    const percent = (part: number, whole: number) => `${Math.round((100 * part) / whole)} %`;
    const all = [...holding, ...offered];
    await annotate(
      `${known.name}: ${truth.size} relations; ${holding.length} hold at once, ${right(holding)} of them right; ` +
        `with ${offered.length} proposed: precision ${percent(right(all), all.length)}, recall ${percent(right(all), truth.size)}`,
      'inferred relations',
    );
    expect(holding.filter((one) => !truth.has(one))).toEqual([]);
    expect({
      missing: known.relations.filter((one) => !all.includes(one)),
      wrong: all.filter((one) => !truth.has(one)),
    }).toEqual(expected[known.name]);
  }
});

/** Shows every improvement or regression of the inference. */
const expected: Readonly<Record<string, { missing: string[]; wrong: string[] }>> = {
  demo: { missing: ['Customer.SupportRepId > Employee.EmployeeId'], wrong: [] },
  clinic: { missing: [], wrong: [] },
  school: {
    missing: ['log.badge > badge.badge'],
    wrong: [
      'books.page_no > pages.page_no',
      'checks.state > states.state',
      'fees.amount > amounts.amount',
      'results.exam_id > exams_2024.exam_id',
    ],
  },
};

test('a key is found whatever its type, its plural and the name of its file', async () => {
  const folder = await folderWith({
    // The statement that searches for relations uses these names for the values of a column.
    'v.csv': 'v_id,movie_id\n1,1\n2,2\n',
    'n.csv': 'n_id,v_id\n1,1\n2,2\n',
    'movies.csv': 'movie_id,house_id\n1,1\n2,1\n',
    'warehouses.csv': 'warehouse_id,size_id\n1,1\n2,2\n',
    'sizes.csv': 'size_id,hero_id\n1,1\n2,2\n',
    'heroes.csv': 'hero_id,cache_id\n1,1\n2,2\n',
    'caches.csv': 'cache_id,box_id\n1,1\n2,2\n',
    'boxes.csv': 'box_id,city_id\n1,1\n2,2\n',
    'cities.csv': 'city_id,flag_id\n1,true\n2,true\n',
    'flags.csv': 'flag_id,day\ntrue,2024-01-01\nfalse,2024-01-02\n',
    'days.csv': 'day,version\n2024-01-01,1.1\n2024-01-02,1.2\n2024-01-03,1.2\n',
    'versions.csv': 'version,moment\n1.1,2024-01-01T10:00:00\n1.2,2024-01-01T11:00:00\n',
    'moments.csv': 'moment,x\n2024-01-01T10:00:00,1\n2024-01-01T11:00:00,1\n',
  });
  await using service = await startService(urlOf(folder));
  const found = await inferred(service);
  expect(found.keys.map(({ entity, columns }) => `${entity}.${columns.join()}`)).toEqual([
    ...['boxes.box_id', 'caches.cache_id', 'cities.city_id', 'days.day', 'flags.flag_id', 'heroes.hero_id'],
    ...['moments.moment', 'movies.movie_id', 'n.n_id', 'sizes.size_id', 'v.v_id', 'versions.version'],
    'warehouses.warehouse_id',
  ]);
  expect(withState(found, 'inferred')).toEqual([
    'boxes.city_id > cities.city_id',
    'caches.box_id > boxes.box_id',
    'cities.flag_id > flags.flag_id',
    'heroes.cache_id > caches.cache_id',
    'n.v_id > v.v_id',
    'sizes.hero_id > heroes.hero_id',
    'v.movie_id > movies.movie_id',
    'warehouses.size_id > sizes.size_id',
  ]);
  expect(withState(found, 'proposed')).toEqual([
    'days.version > versions.version',
    'flags.day > days.day',
    'versions.moment > moments.moment',
  ]);
  for (const path of ['flags/recs/[true]', 'days/recs/[2024-01-02]', 'versions/recs/[1.1]'])
    expect((await service.get(`/api/database/tables/${path}`)).status, path).toBe(200);
});

test('certain relations take effect at once, the others when they are confirmed', async () => {
  const folder = await shopFolder();
  const store = await temporaryStore();
  const options = { store };
  {
    await using service = await startService(urlOf(folder), options);
    const { headers } = await service.get('/api/database');
    expect(headers.get('link')).toContain(`<${service.base}${path}>; rel="inferred"`);
    const found = await inferred(service);
    const [same, alike] = found.relations;
    expect(found).toEqual({
      keys: [
        { entity: 'customer', columns: ['customer_id'] },
        { entity: 'orders', columns: ['id'] },
      ],
      relations: [
        {
          id: expect.stringMatching(/^[0-9a-f]{16}$/),
          entity: 'orders',
          columns: ['customer_id'],
          references: { entity: 'customer', columns: ['customer_id'] },
          evidence: { rows: 3, nulls: 0, distinct: 2, found: 2 },
          state: 'inferred',
        },
        {
          id: expect.stringMatching(/^[0-9a-f]{16}$/),
          entity: 'orders',
          columns: ['referrer_customer_id'],
          references: { entity: 'customer', columns: ['customer_id'] },
          evidence: { rows: 3, nulls: 1, distinct: 2, found: 2 },
          state: 'proposed',
        },
      ],
    });
    const many2one = (own: string) => ({
      own_attr: own,
      rel_entity: 'customer',
      rel_attr: 'customer_id',
      type: 'many2one',
    });
    const one2many = (other: string) => ({
      own_attr: 'customer_id',
      rel_entity: 'orders',
      rel_attr: other,
      type: 'one2many',
    });
    expect(await relationsOf(service, 'orders')).toEqual([many2one('customer_id')]);
    expect(await relationsOf(service, 'customer')).toEqual([one2many('customer_id')]);
    expect(await json(await service.get('/api/database/tables/orders/recs/[10]'))).toMatchObject({
      __links__: {
        "ForeignKey('customer.customer_id')": `${service.base}/api/database/tables/customer/recs/[1]`,
      },
    });

    const confirmed = await put(service, alike?.id ?? '', 'confirmed');
    expect([confirmed.status, await json(confirmed)]).toEqual([200, { ...alike, state: 'confirmed' }]);
    expect(await relationsOf(service, 'orders')).toEqual([
      many2one('customer_id'),
      many2one('referrer_customer_id'),
    ]);
    expect((await put(service, same?.id ?? '', 'rejected')).status).toBe(200);
    expect(await relationsOf(service, 'orders')).toEqual([many2one('referrer_customer_id')]);
    expect(await relationsOf(service, 'customer')).toEqual([one2many('referrer_customer_id')]);
    const along = {
      entities: [
        {
          id: 'orders',
          alias: 'o',
          relation: null,
          attributes: [
            { id: 'id', alias: 'id', selected: true },
            {
              entity: {
                id: 'customer',
                relation: { attr_parent: 'referrer_customer_id' },
                attributes: [{ id: 'name', alias: 'by', selected: true }],
              },
            },
          ],
        },
      ],
    };
    const answer = await service.post('/api/database/uni-grid-request', { unigrid: along });
    expect(await json(answer)).toMatchObject({
      data: [
        [10, 'Bob'],
        [11, null],
        [12, 'Cid'],
      ],
    });

    for (const [id, state, status, pointer] of [
      [alike?.id ?? '', 'inferred', 400, '/state'],
      [alike?.id ?? '', undefined, 400, '/state'],
      ['0123456789abcdef', 'confirmed', 404, undefined],
    ] as const) {
      const refused = await put(service, id, state);
      expect([refused.status, await json(refused)]).toEqual([
        status,
        expect.objectContaining(pointer === undefined ? { status } : { status, pointer }),
      ]);
    }
  }
  // Another process, days later: a customer is gone, and orders lack their partner.
  await writeFile(join(folder, 'customer.csv'), 'customer_id,name\n1,Ann\n');
  await using service = await startService(urlOf(folder), options);
  const later = await inferred(service);
  expect(later.relations.map(({ state, evidence }) => [state, evidence.found])).toEqual([
    ['rejected', 1],
    ['confirmed', 0],
  ]);
  expect(await relationsOf(service, 'orders')).toMatchObject([{ own_attr: 'referrer_customer_id' }]);
  expect(await json(await service.get('/api/database/tables/orders/recs/[10]'))).toMatchObject({
    __links__: { "ForeignKey('customer.customer_id')": expect.stringContaining('/customer/recs/[2]') },
  });
  await store.close();
});

test('a confirmed relation is suspended while its target is not a key', async () => {
  const folder = await shopFolder();
  const store = await temporaryStore();
  await using service = await startService(urlOf(folder), { store });
  const [, alike] = (await inferred(service)).relations;
  const id = alike?.id ?? '';
  expect((await put(service, id, 'confirmed')).status).toBe(200);
  const later = async (customers: string) => {
    await writeFile(join(folder, 'customer.csv'), customers);
    await vi.waitFor(async () => {
      const list = await (await service.get('/api/database/tables/customer')).text();
      expect(list).toContain(customers.includes('Bert') ? 'Bert' : 'Bea');
    }, 20_000);
    const { relations } = await inferred(service);
    return relations.find((relation) => relation.id === id);
  };
  const linkOf = async () => {
    const record = await json(await service.get('/api/database/tables/orders?limit=1'));
    return JSON.stringify(record).includes('/customer/recs/');
  };
  expect(await linkOf()).toBe(true);
  // A duplicate number: a link would lead to two records.
  expect(await later('customer_id,name\n1,Ann\n2,Bob\n2,Bert\n')).toMatchObject({
    state: 'confirmed',
    suspended: 'no-key',
  });
  expect(await relationsOf(service, 'orders')).toEqual([]);
  expect(await linkOf()).toBe(false);
  expect(await later('customer_id,name\nA1,Ann\nA2,Bea\n')).toMatchObject({
    state: 'confirmed',
    suspended: 'no-match',
  });
  expect(await relationsOf(service, 'orders')).toEqual([]);
  const again = await later('customer_id,name\n1,Ann\n2,Bert\n3,Cid\n');
  expect(again).toMatchObject({ state: 'confirmed' });
  expect(again).not.toHaveProperty('suspended');
  expect(await relationsOf(service, 'orders')).toMatchObject([
    { own_attr: 'customer_id' },
    { own_attr: 'referrer_customer_id' },
  ]);
  expect(await linkOf()).toBe(true);
  await store.close();
});

test('a changed file changes the inferred keys and relations', async () => {
  const folder = await shopFolder();
  await using service = await startService(urlOf(folder));
  expect(withState(await inferred(service), 'inferred')).toEqual([
    'orders.customer_id > customer.customer_id',
  ]);
  const change = async (content: string) => {
    await writeFile(join(folder, 'customer.csv'), content);
    await utimes(join(folder, 'customer.csv'), new Date(), new Date(Date.now() + 5_000));
  };
  await change('customer_id,name\n1,Ann\n3,Bob\n');
  await vi.waitFor(async () => {
    expect(withState(await inferred(service), 'inferred')).toEqual([]);
    expect(withState(await inferred(service), 'proposed')).toContain(
      'orders.customer_id > customer.customer_id',
    );
  }, 30_000);
  // A duplicate number: no longer a key, so nothing can reference it.
  await change('customer_id,name\n1,Ann\n1,Bob\n');
  await vi.waitFor(async () => {
    expect(await inferred(service)).toEqual({ keys: [{ entity: 'orders', columns: ['id'] }], relations: [] });
  }, 30_000);
  await rm(join(folder, 'customer.csv'));
  await vi.waitFor(async () => {
    expect(await (await service.get('/api/database/mode')).json()).toEqual({ orders: expect.anything() });
  }, 30_000);
});

test('with a policy only admins decide, and nobody sees relations of hidden entities', async () => {
  const folder = await folderWith({
    'customer.csv': 'customer_id,name\n1,Ann\n2,Bob\n',
    'orders.csv': 'id,customer_id\n10,1\n11,2\n',
    'secret.csv': 'secret_id,customer_id,order_id\n1,2,10\n',
  });
  const document = {
    users: { root: { roles: ['admin'] }, ann: { roles: ['seller'] }, bob: { roles: ['filtered'] } },
    roles: {
      seller: { customer: { read: true as const }, orders: { read: true as const } },
      filtered: {
        customer: { read: true as const },
        orders: {
          read: {
            rows: { func: { name: 'EQ' as const, args: [{ attr: 'id' }, { value: 10 }] } },
          },
        },
      },
    },
  };
  const policy = new Policy(document);
  await using service = await startService(urlOf(folder), {
    access: anyName,
    directory: { rightsOf: (name: string | null) => policy.rightsOf(name) },
    isLimited: () => true,
  });
  const seen = async (user: string) => (await inferred(service, { headers: as(user) })).relations;
  const all = await seen('root');
  expect(all.map(words)).toEqual([
    'orders.customer_id > customer.customer_id',
    'secret.customer_id > customer.customer_id',
    'secret.order_id > orders.id',
  ]);
  const [own, ...hidden] = all;
  expect(await seen('ann')).toEqual([own]);
  // The evidence would count rows that are hidden from bob.
  expect(await seen('bob')).toEqual([]);
  expect((await inferred(service, { headers: as('bob') })).keys).toEqual([
    { entity: 'customer', columns: ['customer_id'] },
  ]);
  expect((await put(service, own?.id ?? '', 'rejected', 'ann')).status).toBe(403);
  const unknown = await (await put(service, '0123456789abcdef', 'rejected', 'ann')).text();
  for (const { id } of hidden) expect(await (await put(service, id, 'rejected', 'ann')).text()).toBe(unknown);
  expect((await put(service, own?.id ?? '', 'rejected', 'root')).status).toBe(200);
  expect(await seen('ann')).toEqual([{ ...own, state: 'rejected' }]);
});
