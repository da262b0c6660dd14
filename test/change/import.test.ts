/** File imports through HTTP, on every engine: every bad row is reported, and either all rows are imported or none. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BadRow, ImportDone } from '../../src/contract/import.ts';
import { type StatementStart, statementChannel } from '../../src/dialects/base/trace.ts';
import { runCommand } from '../http/service.ts';
import { type LiveEngine, liveEngines } from '../support/engines.ts';
import { temporaryFolder } from '../support/folders.ts';
import { isLongRun } from '../support/long-run.ts';
import { createDatabase } from '../support/servers.ts';
import { importInto } from './importing.ts';
import { openShop, type Shop } from './shop.ts';

interface Imported {
  readonly status: number;
  readonly bad: readonly BadRow[];
  readonly done: ImportDone | undefined;
  readonly problem: { readonly detail: string; readonly pointer?: string } | undefined;
}

/**
 * A table with values that engines often convert, and one with a trigger that changes its rows, after the insert where
 * possible.
 */
function odd(engine: LiveEngine): string {
  const trigger = {
    sqlite: `create trigger stamped after insert on stamped begin update stamped set stamp = 'seen' where id = new.id; end;`,
    postgres: `create function stamp() returns trigger language plpgsql as 'begin update stamped set stamp = ''seen'' where id = new.id; return new; end';
      create trigger stamped after insert on stamped for each row execute function stamp();`,
    mysql: `create trigger stamped before insert on stamped for each row set new.stamp = 'seen';`,
  };
  return `
create table odd (id bigint not null primary key, words varchar(60), amount decimal(12,3), ratio double precision, day date,
  at ${engine === 'mysql' ? 'datetime' : 'timestamp'}, yes boolean, state varchar(10) default 'new');
create table stamped (id integer not null primary key, name varchar(20), stamp varchar(10));
create table noted (id integer not null primary key, doc json);
create table clocked (id integer not null primary key, clock time, yes boolean);
create table given (id integer not null primary key, words varchar(30), at ${engine === 'mysql' ? 'datetime(6)' : 'timestamp'}, yes boolean);
insert into given values (1, 'a, "b"', '2024-01-01 10:00:00', ${engine === 'postgres' ? 'true' : '1'}), (2, '', '2024-01-01 10:00:00.123456', null), (3, '007', null, ${engine === 'postgres' ? 'false' : '0'});
create table packed (id integer not null primary key, bytes ${engine === 'postgres' ? 'bytea' : 'blob'});
create table among (id integer not null primary key, words varchar(60));
${trigger[engine]}
`;
}

describe.each(liveEngines)('on %s', (engine) => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop(engine, odd(engine));
  });
  afterAll(() => shop[Symbol.asyncDispose]());

  async function stage(name: string, content: string | Uint8Array): Promise<string> {
    const { json, status, headers } = await shop.ask('POST', '/imports', { name });
    expect([status, headers.get('location')]).toEqual([
      201,
      `${shop.service.base}/api/database/imports/${json.id}`,
    ]);
    const bytes = Buffer.from(content);
    const middle = Math.floor(bytes.length / 2);
    for (const [from, to] of [
      [0, middle],
      [middle, bytes.length],
    ]) {
      const response = await fetch(`${shop.service.base}/api/database/imports/${json.id}?offset=${from}`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/octet-stream' },
        body: bytes.subarray(from, to),
      });
      expect([response.status, await response.json()]).toEqual([200, { id: json.id, name, bytes: to }]);
    }
    return json.id;
  }

  async function run(id: string, body: object, headers = {}): Promise<Imported> {
    const response = await fetch(`${shop.service.base}/api/database/imports/${id}/run`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (response.status !== 200) {
      return { status: response.status, bad: [], done: undefined, problem: JSON.parse(text) };
    }
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    return {
      status: 200,
      bad: lines.flatMap((line) => line.bad ?? []),
      done: lines.at(-1)?.done,
      problem: lines.at(-1)?.problem,
    };
  }

  const importing = async (name: string, content: string | Uint8Array, body: object) =>
    run(await stage(name, content), body);
  const rows = async (table: string, order = 'id') => {
    const list = (await shop.ask('GET', `/tables/${table}?limit=10000`)).json.data;
    return list
      .map(({ __url__, __links__, ...row }: Record<string, unknown>) => row)
      .toSorted((a: Record<string, number>, b: Record<string, number>) => (a[order] ?? 0) - (b[order] ?? 0));
  };

  test('a staged file is described by its columns, sample values and matching table columns', async () => {
    const id = await stage('c.csv', 'ID;Customer name;mail\n7;Gil;\n8;"Häns;el";h@x\n');
    const inspection = await shop.ask('GET', `/imports/${id}?entity=customer`);
    expect(inspection.json).toEqual({
      id,
      name: 'c.csv',
      bytes: 46,
      tables: [],
      table: null,
      columns: [
        { name: 'ID', samples: ['7', '8'], to: 'id' },
        { name: 'Customer name', samples: ['Gil', 'Häns;el'], to: 'name' },
        { name: 'mail', samples: [null, 'h@x'], to: null },
      ],
    });
    expect((await shop.ask('DELETE', `/imports/${id}`)).status).toBe(204);
    expect((await shop.ask('GET', `/imports/${id}`)).status).toBe(404);
  });

  const wrong = [
    'id,name,email,age',
    '100,Good,g@x,5',
    '101,,n@x,5',
    '102,A name that is much too long for it,l@x,5',
    '103,Bad,b@x,old',
    '104,Bad,b2@x,-1',
    '105,Bad,ada@example.org,1',
    '106,Twin,t@x,1',
    '106,Twin,t2@x,1',
    '107,Bad,f@x,1.5',
    '108,Short',
    '109,Good,"",',
    '3,Taken,k@x,1',
  ].join('\n');

  test('texts that are not dates or times are bad rows, even on an engine that stores any text', async () => {
    const moments = [
      '2024-02-29',
      '2024-02-29 10:30:00',
      '2024-02-31',
      '2024-05-06 25:00:00',
      '31.02.2024',
      'soon',
    ];
    const lines = (column: string) =>
      ['id', ...moments.map((_, i) => String(900 + i))]
        .map((id, i) => `${id},${i === 0 ? column : moments[i - 1]}`)
        .join('\n');
    for (const [column, wrong] of [
      ['at', [4, 5, 6, 7]],
      ['day', [3, 4, 5, 6, 7]],
    ] as const) {
      const { bad } = await importing('m.csv', lines(column), {
        entity: 'odd',
        mode: 'insert',
        dry_run: true,
      });
      expect(bad.map(({ row }) => row)).toEqual(wrong);
    }
  });

  test.each(['csv', 'tsv', 'json', 'ndjson', 'xlsx'])(
    'rows exported as %s can be imported again, unchanged',
    async (format) => {
      // Any kind of value in a SQLite column, and any notation of timestamps.
      if (engine === 'sqlite') await shop.database.run('update given set yes = 5 where id = 2');
      const before = await rows('given');
      const attributes = ['id', 'words', 'at', 'yes'].map((id) => ({ id }));
      const address = `${shop.service.base}/api/database/uni-grid-request/export?format=${format}`;
      const exported = await fetch(address, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ entities: [{ id: 'given', attributes }] }),
      });
      const content = new Uint8Array(await exported.arrayBuffer());
      const { bad, done } = await importing(`g.${format}`, content, { entity: 'given', mode: 'update' });
      expect(bad).toEqual([]);
      expect(done).toMatchObject({ rows: 3, updated: 0, unchanged: 3 });
      expect(await rows('given')).toEqual(before);
    },
  );

  test('invalid times of day and booleans are bad rows on every engine', async () => {
    const lines = [
      'id,clock,yes',
      '1,10:20:30,yes',
      '2,abc,',
      '3,,maybe',
      '4,25:99,no',
      '5,2024-01-01x,',
      '6,,',
    ];
    const { bad } = await importing('m.csv', lines.join('\n'), {
      entity: 'clocked',
      mode: 'insert',
      dry_run: true,
    });
    expect(bad.map(({ row, column }) => `${row} ${column}`)).toEqual([
      '3 clock',
      '4 yes',
      '5 clock',
      '6 clock',
    ]);
  });

  test('texts that are no base64 are bad rows in a column of bytes', async () => {
    const { bad, done } = await importing('p.csv', 'id,bytes\n1,YWJj\n2,abc\n3,"YW Jj"\n4,""\n5,', {
      entity: 'packed',
      mode: 'insert',
      dry_run: true,
    });
    expect(bad).toEqual([
      { row: 3, column: 'bytes', reason: '"abc" is not a value of bytes, whose type is binary.' },
      { row: 4, column: 'bytes', reason: '"YW Jj" is not a value of bytes, whose type is binary.' },
    ]);
    expect(done).toMatchObject({ rows: 5, inserted: 3 });
  });

  test('where all fields are quoted, an empty one is none, unless the column holds texts', async () => {
    const head = '"id","words","amount","ratio","day","at","yes"';
    const text = `${head}\n"71","","","","","",""\n"72","",""," ","","",""\n"","x","1","","","",""\n`;
    const tried = await importing('q.csv', text, { entity: 'odd', mode: 'insert' });
    expect(tried.bad.map(({ row, column }) => [row, column])).toEqual([[4, 'id']]);
    const { bad, done } = await importing('q.csv', text.replace(/"","x".*\n/, ''), {
      entity: 'odd',
      mode: 'insert',
    });
    expect([bad, done?.inserted]).toEqual([[], 2]);
    const nothing = { words: '', amount: null, ratio: null, day: null, at: null, yes: null, state: 'new' };
    const made = (await rows('odd')).filter(({ id }: { id: number }) => id === 71 || id === 72);
    expect(made).toEqual([71, 72].map((id) => ({ id, ...nothing })));
    expect((await shop.ask('POST', `/changes/${done?.change_set}/undo`)).status).toBe(201);
    const typed = await importing('q.json', '[{"id": 73, "amount": ""}]', { entity: 'odd', mode: 'insert' });
    expect(typed.bad.map(({ column }) => column)).toEqual(engine === 'sqlite' ? [] : ['amount']);
    if (typed.done?.change_set) await shop.ask('POST', `/changes/${typed.done.change_set}/undo`);
  });

  test('a dry run reports every bad row with its line and reason, and changes nothing', async () => {
    const before = await rows('customer');
    const history = (await shop.ask('GET', '/changes')).text;
    const { bad, done } = await importing('c.csv', wrong, {
      entity: 'customer',
      mode: 'insert',
      dry_run: true,
    });
    const notInteger = (text: string) => `"${text}" is not a value of age, whose type is integer.`;
    // SQLite ignores lengths.
    const tooLong =
      engine === 'sqlite' ? [] : [{ row: 4, column: 'name', reason: 'The value is too long for name.' }];
    expect(bad).toEqual([
      { row: 3, column: 'name', reason: 'name cannot be null.' },
      ...tooLong,
      { row: 5, column: 'age', reason: notInteger('old') },
      { row: 6, column: 'age', reason: expect.stringMatching(/^A rule of customer does not hold/) },
      { row: 7, column: 'email', reason: 'Another row of customer has this email.' },
      { row: 9, column: 'id', reason: 'Another row of customer has this id.' },
      { row: 10, column: 'age', reason: notInteger('1.5') },
      { row: 11, column: null, reason: 'The row has 2 fields and the header 4.' },
      { row: 13, column: 'id', reason: 'Another row of customer has this id.' },
    ]);
    expect(done).toEqual({
      rows: 12,
      inserted: 12 - bad.length,
      updated: 0,
      unchanged: 0,
      bad: 8 + tooLong.length,
      dry_run: true,
      change_set: null,
    });
    expect(await rows('customer')).toEqual(before);
    expect((await shop.ask('GET', '/changes')).text).toBe(history);
  });

  test('a file with bad rows is not imported at all', async () => {
    const before = await rows('customer');
    const history = (await shop.ask('GET', '/changes')).text;
    const { bad, done } = await importing('c.csv', wrong, { entity: 'customer', mode: 'insert' });
    expect(bad).toHaveLength(engine === 'sqlite' ? 8 : 9);
    expect(done).toMatchObject({ bad: bad.length, change_set: null });
    expect(await rows('customer')).toEqual(before);
    expect((await shop.ask('GET', '/changes')).text).toBe(history);
  });

  test('rows are updated by their key or inserted, in one set that can be undone and redone', async () => {
    const before = await rows('customer');
    const text = 'id,name,email\n1,Ada L.,ada@example.org\n2,Bo,bo@example.org\n200,New,\n201,"New","n@x"\n';
    const { done } = await importing('c.csv', text, {
      entity: 'customer',
      mode: 'both',
      note: 'from a file',
    });
    expect(done).toMatchObject({ rows: 4, inserted: 2, updated: 1, unchanged: 1, bad: 0, dry_run: false });
    const id = done?.change_set;
    const set = (await shop.ask('GET', `/changes/${id}`)).json;
    expect(set).toMatchObject({ id, state: 'done', note: 'from a file', count: 3 });
    expect(set.changes).toEqual([
      {
        op: 'update',
        entity: 'customer',
        key: { id: 1 },
        before: { id: 1, name: 'Ada', email: 'ada@example.org', age: 36 },
        after: { id: 1, name: 'Ada L.', email: 'ada@example.org', age: 36 },
      },
      {
        op: 'insert',
        entity: 'customer',
        key: { id: 200 },
        before: null,
        after: { id: 200, name: 'New', email: null, age: null },
      },
      {
        op: 'insert',
        entity: 'customer',
        key: { id: 201 },
        before: null,
        after: { id: 201, name: 'New', email: 'n@x', age: null },
      },
    ]);
    expect((await shop.ask('GET', '/changes?entity=customer')).json.changes[0]).toEqual(set);
    const after = await rows('customer');
    const undone = await shop.ask('POST', `/changes/${id}/undo`);
    expect([undone.status, undone.json.undoes, undone.json.count]).toEqual([201, id, 3]);
    expect(await rows('customer')).toEqual(before);
    const redone = await shop.ask('POST', `/changes/${undone.json.id}/undo`);
    expect(redone.status).toBe(201);
    expect(await rows('customer')).toEqual(after);
    expect((await shop.ask('POST', `/changes/${redone.json.id}/undo`)).status).toBe(201);
  });

  test('a file without new values leaves no trace, not even in the history', async () => {
    const history = (await shop.ask('GET', '/changes')).text;
    const body = { entity: 'customer', mode: 'both' } as const;
    const { done } = await importing('c.csv', 'id,name\n1,Ada\n', body);
    expect(done).toMatchObject({ rows: 1, inserted: 0, updated: 0, unchanged: 1, bad: 0, change_set: null });
    const empty = await importing('c.csv', 'id,name\n', body);
    expect(empty.done).toMatchObject({ rows: 0, change_set: null });
    expect((await shop.ask('GET', '/changes')).text).toBe(history);
  });

  test('an update of a missing row is a bad row, and a repeated key updates its row twice', async () => {
    const text = 'id,age\n1,37\n999,1\n1,38\n';
    const { bad, done } = await importing('c.tsv', text.replaceAll(',', '\t'), {
      entity: 'customer',
      mode: 'update',
      dry_run: true,
    });
    expect(bad).toEqual([{ row: 3, column: null, reason: 'There is no row with this key.' }]);
    expect(done).toMatchObject({ rows: 3, updated: 2, bad: 1 });
  });

  test('in JSON, a missing member gets the default and a null stays null; keys can be generated', async () => {
    const text = '[{"customer_id": 3, "total": 1.50}, {"customer_id": 3, "note": null}]';
    const { done, bad } = await importing('p.json', text, { entity: 'purchase', mode: 'insert' });
    expect([bad, done?.inserted]).toEqual([[], 2]);
    const set = (await shop.ask('GET', `/changes/${done?.change_set}`)).json;
    expect(set.changes.map(({ after: { id, ...rest } }: { after: { id: number } }) => rest)).toEqual([
      { customer_id: 3, total: 1.5, note: 'none' },
      { customer_id: 3, total: null, note: null },
    ]);
    expect((await shop.ask('POST', `/changes/${set.id}/undo`)).status).toBe(201);
  });

  test('a row without a key is a new one if rows may be added', async () => {
    const text = 'id,customer_id,note\n10,1,kept\n,3,added\n"",3,too\n';
    const { done, bad } = await importing('p.csv', text, { entity: 'purchase', mode: 'both' });
    expect([bad, done?.inserted, done?.updated]).toEqual([[], 2, 1]);
    const set = (await shop.ask('GET', `/changes/${done?.change_set}`)).json;
    expect(
      set.changes.map(({ op, after }: { op: string; after: { note: string } }) => [op, after.note]),
    ).toEqual([
      ['update', 'kept'],
      ['insert', 'added'],
      ['insert', 'too'],
    ]);
    expect((await shop.ask('POST', `/changes/${set.id}/undo`)).status).toBe(201);
    const update = await importing('p.csv', 'id,note\n,x\n', { entity: 'purchase', mode: 'update' });
    expect(update.bad).toEqual([{ row: 2, column: 'id', reason: 'The key has no value.' }]);
  });

  test('JSON documents are imported from text files and from JSON files', async () => {
    const into = { entity: 'noted', mode: 'insert' };
    const csv = await importing('d.csv', 'id,doc\n1,"{""a"": [1, 2.50]}"\n2,\n3,{\n', {
      ...into,
      dry_run: true,
    });
    expect(csv.bad).toEqual([{ row: 4, column: 'doc', reason: 'This is no JSON, which doc needs.' }]);
    const json = '[{"id": 1, "doc": {"a": [1, null]}}, {"id": 2, "doc": null}, {"id": 3}]';
    const { bad, done } = await importing('d.json', json, into);
    expect([bad, done?.inserted]).toEqual([[], 3]);
    // In the notation of an export.
    const texts = await importing('e.csv', 'id,doc\n4,"""word"""\n5,7\n', into);
    expect([texts.bad, texts.done?.inserted]).toEqual([[], 2]);
    const words = await shop.database.rows('select doc from noted where id = 4');
    if (engine === 'sqlite') expect(words).toEqual([['"word"']]);
    expect((await shop.ask('POST', `/changes/${texts.done?.change_set}/undo`)).status).toBe(201);
    const docs = (await rows('noted')).map(({ doc }: { doc: unknown }) => doc);
    const kept = (doc: unknown) => (engine === 'sqlite' ? JSON.parse(String(doc)) : doc);
    expect([kept(docs[0]), ...docs.slice(1)]).toEqual([{ a: [1, null] }, null, null]);
    expect((await shop.ask('POST', `/changes/${done?.change_set}/undo`)).status).toBe(201);
  });

  test('rows inserted between existing ones take a single statement, in any order of keys', async () => {
    await shop.database.run("insert into among values (-1, 'was'), (2, 'was'), (4, 'was')");
    const inserts: string[] = [];
    const listen = (told: unknown) => {
      const { sql } = told as StatementStart;
      if (/^(with made as \()?insert into [^(]*among/.test(sql)) inserts.push(sql);
    };
    const before = await rows('among');
    const made = [
      { id: -3, words: 'line\nbreak' },
      { id: 1, words: '"Wört"' },
      { id: 3, words: null },
      { id: 5, words: '\ttab' },
    ];
    for (const given of [made, made.toReversed()]) {
      const text = given.map((row) => JSON.stringify(row)).join('\n');
      subscribe(statementChannel, listen);
      const { bad, done } = await importing('some.ndjson', text, { entity: 'among', mode: 'insert' });
      unsubscribe(statementChannel, listen);
      expect([bad, done?.inserted]).toEqual([[], 4]);
      const found = await rows('among');
      expect(found).toEqual([...before, ...made].toSorted((a, b) => Number(a.id) - Number(b.id)));
      const { json } = await shop.ask('GET', `/changes/${done?.change_set}`);
      expect(json.changes.map(({ after }: { after: unknown }) => after)).toEqual(given);
      const undone = await shop.ask('POST', `/changes/${done?.change_set}/undo`);
      expect([undone.status, await rows('among')]).toEqual([201, before]);
    }
    // A single statement for all rows each time.
    expect(inserts).toHaveLength(2);
    // A file that refers to its own rows gets them back in key order, with a single statement text.
    if (engine === 'sqlite') expect(inserts.map((sql) => sql.includes(' returning '))).toEqual([false, true]);
  });

  test('rows with missing members take one statement per batch and set of columns', async () => {
    // The behaviour across several batches is the same on all engines.
    const count = isLongRun || engine === 'sqlite' ? 1_100 : 120;
    const inserts: string[] = [];
    const listen = (told: unknown) => {
      const { sql } = told as StatementStart;
      if (/^(with made as \()?insert into [^(]*odd/.test(sql)) inserts.push(sql);
    };
    const row = (i: number) => ({
      id: i,
      ...(i % 3 === 0 ? {} : { words: `Wört ${i}` }),
      ...(i % 2 === 0 ? {} : { amount: i / 8 }),
    });
    const text = Array.from({ length: count }, (_, i) => JSON.stringify(row(i + 1))).join('\n');
    subscribe(statementChannel, listen);
    const { bad, done } = await importing('odd.ndjson', text, { entity: 'odd', mode: 'insert' });
    unsubscribe(statementChannel, listen);
    // Each batch has four different sets of columns.
    expect([bad, done?.inserted, inserts.length]).toEqual([[], count, 4 * Math.ceil(count / 1_000)]);
    const found = await rows('odd');
    expect(found).toEqual(
      Array.from({ length: count }, (_, i) => ({
        ...{
          id: i + 1,
          words: null,
          amount: null,
          ratio: null,
          day: null,
          at: null,
          yes: null,
          state: 'new',
        },
        ...row(i + 1),
      })),
    );
    const path = `/changes/${done?.change_set}`;
    const history = async (key: string) =>
      (await shop.ask('GET', `/changes?entity=odd&key=[${key}]`)).json.changes.map(
        ({ id }: { id: string }) => id,
      );
    expect([await history('2'), await history('-2')]).toEqual([[done?.change_set], []]);
    const undone = await shop.ask('POST', `${path}/undo`);
    expect([undone.status, await rows('odd')]).toEqual([201, []]);
    expect((await shop.ask('POST', `/changes/${undone.json.id}/undo`)).status).toBe(201);
    expect(await rows('odd')).toEqual(found);
    await shop.database.run('delete from odd');
  });

  test('values are stored exactly as in the file, and restored exactly by undo and redo', async () => {
    const lines = [
      'id,words,amount,ratio,day,at,yes',
      '9007199254740993,"Zoë said ""\\\\o/"", twice\n on two lines",1.5,0.1,2024-02-29,2024-02-29T23:59:59,true',
      '2,{braces},-0.001,1e300,1999-12-31,2024-01-01,no',
      '3,NULL,12,-2.5,,,',
      '4,"",,,,,1',
      '5,🎈 \\u0041,999999999.999,1e-7,0001-01-01,2024-01-01T00:00:00,0',
    ];
    const { bad, done } = await importing('odd.csv', lines.join('\n'), { entity: 'odd', mode: 'insert' });
    expect([bad, done?.inserted]).toEqual([[], 5]);
    const shown = (await shop.ask('GET', '/tables/odd')).text.replaceAll(/,"__(url|links)__":[^}]*\}?/g, '');
    const found = await rows('odd');
    expect(
      found.map(({ words, day, yes, state }: Record<string, unknown>) => [words, day, yes, state]),
    ).toEqual([
      ['{braces}', '1999-12-31', false, 'new'],
      ['NULL', null, null, 'new'],
      ['', null, true, 'new'],
      ['🎈 \\u0041', '0001-01-01', false, 'new'],
      ['Zoë said "\\\\o/", twice\n on two lines', '2024-02-29', true, 'new'],
    ]);
    expect(shown).toContain('9007199254740993');
    const path = `/changes/${done?.change_set}`;
    const images = (await shop.ask('GET', path)).json.changes.map(({ after }: { after: unknown }) => after);
    expect(images.toSorted((a: { id: number }, b: { id: number }) => a.id - b.id)).toEqual(found);
    const undone = await shop.ask('POST', `${path}/undo`);
    expect([undone.status, await rows('odd')]).toEqual([201, []]);
    expect((await shop.ask('POST', `/changes/${undone.json.id}/undo`)).status).toBe(201);
    expect((await shop.ask('GET', '/tables/odd')).text.replaceAll(/,"__(url|links)__":[^}]*\}?/g, '')).toBe(
      shown,
    );
  });

  test('the history has the values that a trigger sets in new rows, and an undo deletes these rows', async () => {
    const { done } = await importing('s.csv', 'id,name\n1,A\n2,B\n', { entity: 'stamped', mode: 'insert' });
    const after = [
      { id: 1, name: 'A', stamp: 'seen' },
      { id: 2, name: 'B', stamp: 'seen' },
    ];
    expect(await rows('stamped')).toEqual(after);
    const set = (await shop.ask('GET', `/changes/${done?.change_set}`)).json;
    expect(set.changes.map((change: { after: unknown }) => change.after)).toEqual(after);
    expect((await shop.ask('POST', `/changes/${set.id}/undo`)).status).toBe(201);
    expect(await rows('stamped')).toEqual([]);
  });

  test('a set of more than a thousand rows is read in pages, and undone only as a whole', async () => {
    const count = isLongRun ? 2_500 : 1_100;
    const last = Math.ceil(count / 1_000);
    const far = count - 40;
    const text = `id,a\n${Array.from({ length: count }, (_, i) => `${i + 10},${i}`).join('\n')}\n`;
    const { done } = await importing('counted.csv', text, { entity: 'counted', mode: 'insert' });
    expect(done).toMatchObject({ rows: count, inserted: count, bad: 0 });
    const path = `/changes/${done?.change_set}`;
    const pages = [];
    for (let page = 1; page <= last; page++) {
      const answer = await shop.ask('GET', `${path}?page=${page}`);
      const next = `<${shop.service.base}/api/database${path}?page=${page + 1}>; rel="next"`;
      expect(answer.headers.get('link')).toBe(page < last ? next : null);
      expect(answer.json.count).toBe(count);
      pages.push(...answer.json.changes);
    }
    expect(pages.map(({ after }) => [after.id, after.a, after.twice])).toEqual(
      Array.from({ length: count }, (_, i) => [i + 10, i, i * 2]),
    );
    const listed = (await shop.ask('GET', '/changes')).json.changes[0];
    expect([listed.count, listed.changes.length]).toEqual([count, 20]);
    // Rows that were changed meanwhile prevent the whole undo, on whichever page they are.
    await shop.database.run(`update counted set a = -1 where id in (20, ${far})`);
    const refused = await shop.ask('POST', `${path}/undo`);
    expect([refused.status, refused.json.conflicts]).toEqual([
      409,
      [far, 20].map((id) => ({
        change: count + 9 - id,
        entity: 'counted',
        key: { id },
        cells: [
          { column: 'a', expected: id - 10, now: -1 },
          { column: 'twice', expected: (id - 10) * 2, now: -2 },
        ],
      })),
    ]);
    expect(await rows('counted')).toHaveLength(count + 1);
    // A conflict is found although another page is unchanged.
    await shop.database.run(`update counted set a = id - 10 where id = ${far}`);
    const [conflict] = (await shop.ask('POST', `${path}/undo`)).json.conflicts;
    expect([conflict.key, conflict.change]).toEqual([{ id: 20 }, count + 9 - 20]);
    await shop.database.run('update counted set a = id - 10 where id = 20');
    expect((await shop.ask('POST', `${path}/undo`)).status).toBe(201);
    expect(await rows('counted')).toHaveLength(1);
  });

  test('an import with an Idempotency-Key is applied once', async () => {
    const id = await stage('c.csv', 'id,name\n300,Once\n');
    const again = await stage('c.csv', 'id,name\n301,Other\n');
    const body = { entity: 'customer', mode: 'insert' };
    const key = { 'idempotency-key': `import ${engine}` };
    const { done } = await run(id, body, key);
    expect(done).toMatchObject({ inserted: 1 });
    // The file is gone by now; a retry must not depend on it.
    expect((await shop.ask('GET', `/imports/${id}`)).status).toBe(404);
    expect((await run(id, body, key)).done).toEqual(done);
    expect((await run(again, body, key)).problem).toMatchObject({
      type: 'urn:joinery:problem:idempotency-key-reused',
    });
  });

  test('unreadable files and wrong mappings are refused before anything is imported', async () => {
    const body = { entity: 'customer', mode: 'insert' } as const;
    const told = async (name: string, content: string, more: object = {}) => {
      const { status, problem } = await importing(name, content, { ...body, ...more });
      return [status, problem?.pointer ?? null, problem?.detail];
    };
    expect(await told('c.csv', 'x,y\n1,2\n')).toEqual([
      400,
      '/columns',
      'No column of the file goes to a column of customer: it has "x", "y".',
    ]);
    expect(await told('c.csv', '\n\n')).toEqual([
      400,
      '/columns',
      'No column of the file goes to a column of customer: it is empty.',
    ]);
    expect(await told('c.csv', 'id\n1\n', { columns: { id: 'ident' } })).toEqual([
      400,
      '/columns/id',
      'customer has no column "ident".',
    ]);
    expect(await told('c.csv', 'name\nA\n', { mode: 'both' })).toEqual([
      400,
      '/columns',
      'Rows are found by their key: the file needs a column for id.',
    ]);
    expect(await told('c.pdf', 'name\nA\n')).toEqual([
      400,
      null,
      'The name c.pdf ends in none of csv, tsv, json, ndjson, xlsx.',
    ]);
    expect(await told('c.csv', 'id,name\n400,"A')).toEqual([
      400,
      null,
      'c.csv cannot be read: on line 2, a quoted field has no end.',
    ]);
    expect((await importing('c.csv', 'id\n1\n', { ...body, entity: 'nobody' })).status).toBe(404);
  });
});

test('on sqlite, a column without a type holds the numbers and texts of a file with types as they were', async () => {
  await using shop = await openShop(
    'sqlite',
    `create table loose (id integer not null primary key, any);
    insert into loose values (1, 1.5), (2, '1.5'), (3, 900719925474099), (4, null), (5, 'true'), (6, -1e300);`,
  );
  const stored = () => shop.database.rows('select id, typeof(any), cast(any as text) from loose order by id');
  const before = await stored();
  const attributes = [{ id: 'id' }, { id: 'any' }];
  for (const format of ['json', 'ndjson', 'xlsx']) {
    const body = { unigrid: { entities: [{ id: 'loose', relation: null, attributes }] } };
    const path = `/api/database/uni-grid-request/export?format=${format}`;
    const file = new Uint8Array(await (await shop.service.post(path, body)).arrayBuffer());
    const { done } = await importInto(shop, `loose.${format}`, file, { entity: 'loose', mode: 'update' });
    expect(done).toMatchObject({ unchanged: 6, bad: 0 });
    await shop.database.run('delete from loose');
    await importInto(shop, `loose.${format}`, file, { entity: 'loose', mode: 'insert' });
    expect(await stored()).toEqual(before);
  }
});

test('on sqlite, a file with types brings numbers into columns of moments, as answers show them', async () => {
  await using shop = await openShop(
    'sqlite',
    `create table seen (id integer not null primary key, at datetime, day date, clock time, bytes blob);
    insert into seen values (1, 1700000000, 20240101, 5, 7), (2, 1.5, '2024-01-01', '10:00', x'00');`,
  );
  const shown = async () => (await shop.ask('GET', '/tables/seen')).text;
  const before = await shown();
  const { done } = await importInto(
    shop,
    'seen.json',
    JSON.stringify([
      { id: 1, at: 1700000000, day: 20240101, clock: 5, bytes: 7 },
      { id: 2, at: 1.5, day: '2024-01-01', clock: '10:00', bytes: 'AA==' },
    ]),
    { entity: 'seen', mode: 'update' },
  );
  expect(done).toMatchObject({ unchanged: 2, bad: 0 });
  const { bad } = await importInto(shop, 'seen.csv', 'id,at\n3,1700000000', {
    entity: 'seen',
    mode: 'insert',
  });
  expect(bad).toMatchObject([{ row: 2, column: 'at' }]);
  expect(await shown()).toBe(before);
});

test('the import command imports a file, and lists its bad rows', { timeout: 120_000 }, async () => {
  const database = await createDatabase('sqlite');
  await database.run('create table person (id integer primary key, name text not null)');
  const folder = await temporaryFolder();
  const [file, bad, state] = ['people.csv', 'bad.csv', 'state.db'].map((name) => join(folder, name));
  const args = ['import', String(file), '--into', 'person', '--database', database.url];
  const kept = ['--state', `sqlite:///${state}`];
  await writeFile(String(file), 'No,Full name\n1,Ada\n2,\nx,"Bo, B."\n');
  const map = ['--map', 'No=id', '--map', 'Full name=name'];
  const tried = await runCommand([...args, ...kept, ...map, '--bad-rows', String(bad)]);
  expect([tried.code, tried.output]).toEqual([
    1,
    `Nothing was imported into person. Rows: 3, new: 1, changed: 0, as they were: 0, bad: 2. The bad rows are listed in ${bad}.\n`,
  ]);
  expect(await readFile(String(bad), 'utf8')).toBe(
    'row,column,reason\n3,name,name cannot be null.\n4,id,"""x"" is not a value of id, whose type is integer."\n',
  );
  await writeFile(String(file), 'id,name\n1,Ada\n2,Bo\n');
  const done = await runCommand([...args, ...kept, '--mode', 'both']);
  expect([done.code, done.output]).toEqual([
    0,
    expect.stringMatching(/^Imported into person as the change set [\w-]{20}\. Rows: 2, new: 2,/),
  ]);
  await writeFile(String(file), 'sep=;\nid;Name;remark\n1;Ada;x\n');
  const same = await runCommand([...args, ...kept, '--mode', 'both']);
  expect([same.code, same.output]).toEqual([
    0,
    'Nothing is new for person. Rows: 1, new: 0, changed: 0, as they were: 1, bad: 0.\n',
  ]);
  expect(same.log).toBe('Columns: id → id, Name → name\nLeft out: remark\n');
  await writeFile(String(file), Buffer.from('id,name\n3,Zo\xeb\n', 'latin1'));
  expect((await runCommand([...args, ...kept])).log).toContain(
    'people.csv cannot be read: it is not UTF-8, on line 2. Save it as UTF-8',
  );
  const unknown = await runCommand([...args, ...kept, '--into', 'people']);
  expect(unknown.code).toBe(1);
  await database.drop();
});

test('a number that PostgreSQL always gives itself is left out of new rows, and finds rows', async () => {
  await using shop = await openShop(
    'postgres',
    `create table numbered (id integer generated always as identity primary key, what varchar(5));
     insert into numbered (what) values ('a');`,
  );
  const rows = () => shop.database.rows('select id, what from numbered order by id');
  const file = 'id,what\n7,b\n8,c\n';
  const { bad, done } = await importInto(shop, 'new.csv', file, { entity: 'numbered', mode: 'insert' });
  expect([bad, done?.inserted]).toEqual([[], 2]);
  expect(await rows()).toEqual([
    [1, 'a'],
    [2, 'b'],
    [3, 'c'],
  ]);
  const update = { entity: 'numbered', mode: 'update' };
  const changed = await importInto(shop, 'changed.csv', 'id,what\n2,B\n', update);
  expect([changed.bad, changed.done?.updated]).toEqual([[], 1]);
  expect(await rows()).toEqual([
    [1, 'a'],
    [2, 'B'],
    [3, 'c'],
  ]);
});
