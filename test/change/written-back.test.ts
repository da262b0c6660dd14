/** PostgreSQL values that are restored exactly: lists from files, boxes in lists, XML by an undo. */
import { expect, test } from 'vitest';
import { importInto } from './importing.ts';
import { openShop } from './shop.ts';

const lists = `create table lists (id integer not null primary key, n integer[], words text[], at timestamptz[], docs jsonb[],
    boxes box[]);
  insert into lists values
    (1, '{1,NULL,3}', '{"a,b","","NULL",NULL,"a\\"b"," "}', '{infinity,2024-01-01 00:00:00.5+02}', '{"{\\"a\\": [1]}",NULL}',
      '{(3,4),(1,2);(1,1),(0,0)}'),
    (2, '{}', '{{a,b},{c,d}}', null, '{}', '{}');`;

test.for(['csv', 'tsv', 'ndjson', 'xlsx'])('lists exported as %s can be imported again', async (format) => {
  await using shop = await openShop('postgres', lists);
  const texts = () => shop.database.rows('select lists::text from lists order by id');
  const before = await texts();
  const attributes = ['id', 'n', 'words', 'at', 'docs', 'boxes'].map((id) => ({ id }));
  const exported = await fetch(`${shop.service.base}/api/database/uni-grid-request/export?format=${format}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ entities: [{ id: 'lists', attributes }] }),
  });
  const content = new Uint8Array(await exported.arrayBuffer());
  await shop.database.run('delete from lists');
  const { bad } = await importInto(shop, `lists.${format}`, content, { entity: 'lists', mode: 'insert' });
  expect(bad).toEqual([]);
  expect(await texts()).toEqual(before);
});

test.for(['csv', 'xlsx'])(
  'timestamps exported as %s can be imported again, with their offsets',
  async (format) => {
    const moments = `create table moments (id integer not null primary key, instant timestamptz, clock timestamp, day date);
    insert into moments values (1, '2024-03-01 10:00:00+02', '2024-03-01 10:00:00', '2024-03-01'),
      (2, '2024-03-01 10:00:00.123456+00', '2024-03-01 10:00:00.123456', 'infinity'), (3, '2024-03-01 00:00:00+00', null, null),
      (4, '0044-03-15 10:00:00+00 BC', '1899-12-31', '1899-12-31');`;
    await using shop = await openShop('postgres', moments);
    const stored = () => shop.database.rows('select moments::text from moments order by id');
    const before = await stored();
    const attributes = ['id', 'instant', 'clock', 'day'].map((id) => ({ id }));
    const exported = await shop.service.post(`/api/database/uni-grid-request/export?format=${format}`, {
      entities: [{ id: 'moments', attributes }],
    });
    const content = new Uint8Array(await exported.arrayBuffer());
    const over = await importInto(shop, `m.${format}`, content, { entity: 'moments', mode: 'both' });
    expect([over.bad, over.done?.unchanged]).toEqual([[], 4]);
    await shop.database.run('delete from moments');
    expect(
      (await importInto(shop, `m.${format}`, content, { entity: 'moments', mode: 'insert' })).bad,
    ).toEqual([]);
    expect(await stored()).toEqual(before);
  },
);

test('a value that is not a list is a bad row', async () => {
  await using shop = await openShop('postgres', lists);
  const { bad } = await importInto(shop, 'lists.csv', 'id,n\n3,1\n4,{1}\n5,[x]\n6,[1]\n', {
    entity: 'lists',
    mode: 'insert',
    dry_run: true,
  });
  expect(bad.map(({ row, column }) => [row, column])).toEqual([
    [2, 'n'],
    [3, 'n'],
    [4, 'n'],
  ]);
});

test('a list of boxes can be written back as it was read', async () => {
  await using shop = await openShop('postgres', lists);
  const { headers, json } = await shop.ask('GET', '/tables/lists/recs/[1]');
  const boxes = JSON.stringify(json.boxes);
  const empty = await shop.ask('PATCH', '/tables/lists/recs/[1]', '{"boxes": null}', {
    'if-match': headers.get('etag') ?? '',
  });
  const { status } = await shop.ask('PATCH', '/tables/lists/recs/[1]', `{"boxes": ${boxes}}`, {
    'if-match': empty.headers.get('etag') ?? '',
  });
  expect(status).toBe(200);
  const rows = await shop.database.rows('select boxes::text from lists where id = 1');
  expect(rows).toEqual([['{(3,4),(1,2);(1,1),(0,0)}']]);
});

test('JSON with duplicate members or a member called __proto__ is stored as given or refused', async () => {
  await using shop = await openShop(
    'postgres',
    `create table docs (id integer not null primary key, verbatim json, sorted jsonb, list json[], lists jsonb[]);
    insert into docs values (1, '{"a": 2}', '{"a": 2}', array['{"a": 2}'::json], array['{}'::jsonb]), (2, '{}', '{}', '{}', '{}'),
      (3, '{"a":1,"a":2,"__proto__":{"b":1}}', '{"__proto__":{"b":1}}',
        array['{"a":1,"a":2,"__proto__":1.50}'::json, null], array['{"__proto__":{"b":1.50}}'::jsonb, null]);`,
  );
  const stored = (id: number) =>
    shop.database.rows(
      `select verbatim::text, sorted::text, list::text, lists::text from docs where id = ${id}`,
    );
  const change = (id: number, column: string, value: string) =>
    shop.ask(
      'POST',
      '/changes',
      `{"changes":[{"op":"update","entity":"docs","key":{"id":${id}},"set":{"${column}":${value}},"expect":{"${column}":null}}]}`,
    );
  const { text } = await shop.ask('GET', '/tables/docs/recs/[3]');
  const shown = (column: string) =>
    new RegExp(`"${column}":(.*?),"(?:sorted|list|lists|__url__)":`).exec(text)?.[1] ?? '';
  await shop.database.run('insert into docs (id) values (4)');
  for (const column of ['verbatim', 'sorted', 'list', 'lists']) {
    expect((await change(4, column, shown(column))).status).toBe(201);
  }
  expect(await stored(4)).toEqual(await stored(3));
  const etagOf = async (id: number) =>
    (await shop.ask('GET', `/tables/docs/recs/[${id}]`)).headers.get('etag') ?? '';
  const patch = async (id: number, body: string) =>
    shop.ask('PATCH', `/tables/docs/recs/[${id}]`, body, { 'if-match': await etagOf(id) });
  // The stored document is a different one, however similar the two look once parsed.
  expect((await patch(1, '{"verbatim": {"a": 1, "a": 2}, "list": [{"a": 1, "a": 2}]}')).status).toBe(200);
  expect(
    (await patch(2, '{"verbatim": {"__proto__": {"b": 1}}, "sorted": {"__proto__": {"b": 1}}}')).status,
  ).toBe(200);
  expect([...(await stored(1)), ...(await stored(2))]).toEqual([
    ['{"a": 1, "a": 2}', '{"a": 2}', '{"{\\"a\\": 1, \\"a\\": 2}"}', '{"{}"}'],
    ['{"__proto__": {"b": 1}}', '{"__proto__": {"b": 1}}', '{}', '{}'],
  ]);
  for (const body of ['{"sorted": {"a": 1, "a": 2}}', '{"lists": [{"b": [{"a": 1, "a": 2}]}]}']) {
    const refused = await patch(1, body);
    expect([refused.status, refused.json.detail]).toEqual([
      422,
      expect.stringMatching(/^(?:sorted|lists) cannot hold /),
    ]);
  }
});

// The engine stores an XML declaration only with its version, and does not show it.
test('an undo restores the XML declaration', async () => {
  await using shop = await openShop(
    'postgres',
    `create table papers (id integer not null primary key, x xml);
    insert into papers values (1, '<?xml version="1.0"?><a/>'), (2, '<a/>'), (3, null), (4, '');`,
  );
  const texts = () => shop.database.rows('select id, x::text from papers order by id');
  const before = await texts();
  const shown = ['"<a/>"', '"<a/>"', 'null', '""'];
  const changes = shown.map(
    (x, i) => `{"op": "delete", "entity": "papers", "key": {"id": ${i + 1}}, "expect": {"x": ${x}}}`,
  );
  const { json } = await shop.ask('POST', '/changes', `{"changes": [${changes.join()}]}`);
  const { status } = await shop.ask('POST', `/changes/${json.id}/undo`);
  expect(status).toBe(201);
  expect(await texts()).toEqual(before);
});

// A member that the engine cannot represent is shown as empty text, which a real member may be as well.
test('an undo does not replace an invalid enum value by an empty one', async () => {
  await using shop = await openShop(
    'mysql',
    `create table mood (id integer not null primary key, feeling enum('sad', '', 'glad') not null, plain enum('a', 'b') not null);
    set session sql_mode = '';
    insert into mood values (1, 'odd', 'a'), (2, '', 'b'), (3, 'glad', 'odd');`,
  );
  const stored = () =>
    shop.database.rows('select id, feeling, feeling + 0, plain, plain + 0 from mood order by id');
  const before = await stored();
  const send = (...changes: unknown[]) => shop.ask('POST', '/changes', { changes });
  const undo = (id: string) => shop.ask('POST', `/changes/${id}/undo`);
  const update = (id: number, set: object, expect: object) => ({
    op: 'update',
    entity: 'mood',
    key: { id },
    set,
    expect,
  });
  const glad = await send(update(2, { feeling: 'glad' }, { feeling: '' }));
  expect((await undo(glad.json.id)).status).toBe(201);
  expect(await stored()).toEqual(before);
  for (const [id, column, change] of [
    [1, 'feeling', update(1, { feeling: 'glad' }, { feeling: '' })],
    [1, 'feeling', { op: 'delete', entity: 'mood', key: { id: 1 }, expect: {} }],
    [3, 'plain', { op: 'delete', entity: 'mood', key: { id: 3 }, expect: {} }],
  ] as const) {
    const done = await send(change);
    expect(done.status, done.text).toBe(201);
    const refused = await undo(done.json.id);
    expect([refused.status, refused.json.pointer, refused.json.detail]).toEqual([
      422,
      `/changes/0/${column}`,
      `This is not a value of ${column}.`,
    ]);
    await shop.database.run(
      `set session sql_mode = ''; replace into mood values (${id}, ${id === 1 ? "'odd', 'a'" : "'glad', 'odd'"})`,
    );
  }
  // Writing the shown value back leaves the stored one unchanged.
  const { headers } = await shop.ask('GET', '/tables/mood/recs/[1]');
  const same = await shop.ask(
    'PATCH',
    '/tables/mood/recs/[1]',
    { feeling: '' },
    { 'if-match': headers.get('etag') ?? '' },
  );
  expect([same.status, await stored()]).toEqual([200, before]);
});

test('settings of the role do not change what is written', async () => {
  const settings = {
    array_nulls: 'off',
    xmloption: 'document',
    quote_all_identifiers: 'on',
    xmlbinary: 'hex',
  };
  const set = Object.entries(settings).map(
    ([name, value]) =>
      `do $$ begin execute format('alter role current_user in database %I set ${name} = ''${value}''', current_database()); end $$;`,
  );
  const tables = `create table kept (id integer not null primary key, n integer[], words text[], doc xml);
    insert into kept values (1, '{1,NULL}', '{a,NULL,"NULL"}', xmlparse(content 'a<b/>'));`;
  await using shop = await openShop('postgres', tables + set.join('\n'));
  const { ask, database } = shop;
  const rows = { n: [1, null], words: ['a', null, 'NULL'], doc: 'a<b/>' };
  expect((await ask('POST', '/tables/kept/add', { id: 2, ...rows })).json).toMatchObject({ id: 2, ...rows });
  const [change] = [{ op: 'update', entity: 'kept', key: { id: 1 }, set: { doc: '<b/>c' }, expect: rows }];
  const done = await ask('POST', '/changes', { changes: [change] });
  expect([done.status, done.json.detail]).toEqual([201, undefined]);
  const undone = await ask('POST', `/changes/${done.json.id}/undo`);
  expect([undone.status, undone.json.detail]).toEqual([201, undefined]);
  const file = `id,n,words,doc\n3,"[1,null]","[""a"",null,""NULL""]",a<b/>\n`;
  expect(await importInto(shop, 'kept.csv', file, { entity: 'kept', mode: 'insert' })).toMatchObject({
    bad: [],
  });
  const [first, ...others] = await database.rows(
    'select n::text, words::text, doc::text from kept order by id',
  );
  expect(first).toEqual(['{1,NULL}', '{a,NULL,"NULL"}', 'a<b/>']);
  expect(others).toEqual([first, first]);
});
