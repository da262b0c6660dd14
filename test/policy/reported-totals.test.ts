/** A page reports its total in the same way whether a condition comes from the request or from the policy. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OpenDatabase } from '../../src/app/database.ts';
import { runGrid } from '../../src/app/read/grid.ts';
import { readRequest } from '../../src/app/read/queries.ts';
import { readQuery } from '../../src/app/read/query.ts';
import type { PolicyWhere } from '../../src/contract/policy.ts';
import { parseDatabaseUrl } from '../../src/dialects/url.ts';
import type { UserRights } from '../../src/identity/rights.ts';
import { anybody } from '../support/asker.ts';
import { createDatabase, type TestDatabase } from '../support/servers.ts';

let database: TestDatabase;
let open: OpenDatabase;

beforeAll(async () => {
  database = await createDatabase('sqlite');
  const rows = Array.from({ length: 30 }, (_, i) => `(${i + 1}, ${i % 3}, ${i % 7}, 'note ${i % 5}')`);
  await database.run(`
    CREATE TABLE shop (id integer PRIMARY KEY, name text);
    INSERT INTO shop VALUES (0, 'a'), (1, 'b'), (2, 'c');
    CREATE TABLE sale (id integer PRIMARY KEY, shop_id integer REFERENCES shop (id), price integer, note text);
    CREATE INDEX sale_shop ON sale (shop_id);
    INSERT INTO sale VALUES ${rows.join(', ')};
  `);
  open = await OpenDatabase.open(parseDatabaseUrl(database.url), {
    poolSize: 2,
    statementTimeoutMs: 30_000,
    poolWaitMs: 10_000,
    onWarning: (message) => expect.fail(message),
  });
});
afterAll(async () => {
  await open?.close();
  await database?.drop();
});

const everything: UserRights = { roles: [], attributes: {}, policy: null };

/** Each condition is a separate role. */
function seeing(...conditions: readonly PolicyWhere[]): UserRights {
  const roles = conditions.map((rows, i) => [
    `role ${i}`,
    { sale: { read: { rows } }, shop: { read: true } },
  ]);
  const policy = { roles: Object.fromEntries(roles) };
  return { roles: Object.keys(policy.roles), attributes: {}, policy };
}

const compare = (name: string, column: string, value: unknown, own: 'attr' | 'alias') => ({
  func: { name, args: [{ [own]: column }, { value }] },
});
const all = (...entries: readonly unknown[]) => ({ cond: { with: 'AND', entries } });

function page(where: unknown) {
  const attributes = ['id', 'shop_id', 'price', 'note'].map((id) => ({ id }));
  const shop = { entity: { id: 'shop', relation: { attr_parent: 'shop_id' }, attributes: [{ id: 'name' }] } };
  return readRequest({
    entities: [{ id: 'sale', attributes: [...attributes, shop] }],
    order: [{ alias: 'price' }],
    limit: 4,
    where,
  });
}

async function reportedSize(rights: UserRights, where: unknown) {
  const read = page(where);
  const how = await open.runAs(anybody(), rights, async (snapshot) => readQuery(snapshot, read).totalSource);
  const asker = anybody();
  const { principal } = asker;
  const answer = await runGrid(
    open,
    { ...asker, principal: Object.assign(Object.create(principal), { rights }) },
    read,
  );
  if (!(answer instanceof Uint8Array)) throw new Error('a page is short');
  return { how, ...JSON.parse(Buffer.from(answer).toString()), next: null };
}

const conditions: readonly [string, string, unknown][][] = [
  [['EQ', 'shop_id', 1]],
  [['IN', 'shop_id', [0, 2]]],
  [
    ['GTE', 'shop_id', 1],
    ['LT', 'shop_id', 2],
  ],
  [
    ['EQ', 'shop_id', 1],
    ['GTE', 'price', 2],
  ],
  [['ICONTAINS', 'note', '3']],
  [['GTE', 'price', 3]],
];

test.each(conditions.map((terms) => [terms] as const))(
  'a condition gives the same total in the request and in the policy: %j',
  async (terms) => {
    const written = (own: 'attr' | 'alias') =>
      all(...terms.map(([name, column, value]) => compare(name, column, value, own)));
    const inRequest = await reportedSize(everything, written('alias'));
    // The contract validates a policy's condition when it is read.
    expect(await reportedSize(seeing(written('attr') as PolicyWhere), undefined)).toEqual(inRequest);
    const [first, ...rest] = terms;
    if (first === undefined || rest.length === 0) return;
    const [name, column, value] = first;
    const ofPolicy = seeing(compare(name, column, value, 'attr') as PolicyWhere);
    const ofRequest = all(...rest.map(([other, of, to]) => compare(other, of, to, 'alias')));
    expect(await reportedSize(ofPolicy, ofRequest)).toEqual(inRequest);
  },
);

test('conditions of two roles are combined with OR', async () => {
  const [one, two] = [1, 2].map((shop) => compare('EQ', 'shop_id', shop, 'attr') as PolicyWhere);
  if (one === undefined || two === undefined) throw new Error('two conditions');
  const answer = await reportedSize(seeing(one, two), undefined);
  expect(answer).toMatchObject({ how: null, size: { total: 20 } });
});
