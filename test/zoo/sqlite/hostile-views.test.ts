/**
 * SQLite views that call anything which changes settings or writes: nothing is written, and later readers are not
 * affected.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Service, startService } from '../../http/service.ts';
import { anybody } from '../../support/asker.ts';
import { temporaryFolder } from '../../support/folders.ts';

/** Every pragma of the engine, in the form that a view can use. */
const pragmas = new Sqlite(':memory:')
  .prepare<[], string>('select name from pragma_pragma_list')
  .pluck()
  .all();

/** Functions with side effects, in this build or another one. */
const functions: Readonly<Record<string, string>> = {
  loads: `load_extension('nothing')`,
  writes_file: `writefile('canary', 'x')`,
  reads_file: `readfile('/etc/hostname')`,
  edits: `edit('x', 'touch canary')`,
  sets_tokenizer: `fts3_tokenizer('simple', x'4141414141414141')`,
  counts: `changes() || total_changes() || last_insert_rowid()`,
  logs: `sqlite_log(1, 'x')`,
  evaluates: `eval('delete from thing')`,
  uses_ours: `joinery_tick(1)`,
};

/** They write to the shadow tables of a virtual table, in the middle of a SELECT. */
const writers: Readonly<Record<string, string>> = {
  merges: 'select optimize(note) as v from note limit 1',
  merges_in_a_condition: `select id as v from thing where id > 0 and (select optimize(note) from note limit 1) is not null`,
  merges_beside_a_match: `select optimize(note) as v from note where note match 'word'`,
};

const viewsOfPragmas = pragmas.flatMap((name, i) => [
  { view: `pragma_${i}`, sql: `select * from pragma_${name}` },
  { view: `pragma_with_${i}`, sql: `select * from pragma_${name}(0)` },
  { view: `pragma_within_${i}`, sql: `select thing.id as v, p.* from thing, pragma_${name}(thing.id) p` },
]);

/** Settings of a session. The service itself changes a reader's memory limit between reads. */
const settings = [
  'query_only',
  'trusted_schema',
  'cell_size_check',
  'foreign_keys',
  'recursive_triggers',
  'reverse_unordered_selects',
  'ignore_check_constraints',
  'legacy_alter_table',
  'writable_schema',
  'defer_foreign_keys',
  'automatic_index',
  'temp_store',
  'threads',
  'mmap_size',
  'busy_timeout',
  'analysis_limit',
  'synchronous',
  'locking_mode',
  'journal_mode',
  'encoding',
  'user_version',
  'application_id',
  'auto_vacuum',
  'page_size',
  'database_list',
];

let folder: string;
let file: string;
let service: Service;
let before: string;
beforeAll(async () => {
  folder = await temporaryFolder();
  file = join(folder, 'hostile.db');
  const database = new Sqlite(file);
  database.exec(`
    create table thing (id integer primary key, h text, made datetime, price numeric, doubled as (price * 2));
    insert into thing (id, h, made, price) values (1, 'Kelvin K', '2024-01-31 12:00:00', 1.005), (2, 'a' || char(0) || 'b', null, 9007199254740993);
    create view plain as select id, h, made, price from thing;
    create view through as select * from thing;
    create trigger through_it instead of insert on through begin insert into thing (h) values (new.h); end;
    create trigger through_all instead of update on through begin delete from thing; end;
    create virtual table note using fts4(body);
    create virtual table page using fts5(body);
    create virtual table place using rtree(id, x0, x1, y0, y1);
    insert into place values (1, 0, 1, 0, 1), (2, 5, 6, 5, 6);
  `);
  // Each in its own segment, so that there is something to merge.
  for (let i = 0; i < 6; i++) {
    database.prepare('insert into note values (?)').run(`a word ${i}`);
    database.prepare('insert into page values (?)').run(`a word ${i}`);
  }
  for (const [name, call] of Object.entries(functions))
    database.exec(`create view ${name} as select ${call} as v`);
  for (const [name, sql] of Object.entries(writers)) database.exec(`create view ${name} as ${sql}`);
  for (const { view, sql } of viewsOfPragmas) database.exec(`create view ${view} as ${sql}`);
  database.close();
  before = await checksum();
  service = await startService(`sqlite:///${file}`, { statementTimeoutMs: 5_000 });
});
afterAll(() => service?.close());

async function checksum(): Promise<string> {
  return createHash('sha256')
    .update(await readFile(file))
    .digest('hex');
}

const tables = '/api/database/tables';
const queries = '/api/database/uni-grid-request';

const grid = (id: string, attribute: string, more: object = {}) => ({
  entities: [{ id, attributes: [{ id: attribute }] }],
  ...more,
});

/** Every way to read an entity; `attribute` is one of its columns. */
const ways: Readonly<Record<string, (entity: string, attribute: string) => Promise<Response>>> = {
  list: (entity) => service.get(`${tables}/${entity}`),
  query: (entity, attribute) => service.post(queries, grid(entity, attribute)),
  'sorted page': (entity, attribute) =>
    service.post(queries, grid(entity, attribute, { order: [{ alias: attribute, asc: false }], limit: 1 })),
  'large page': (entity, attribute) => service.post(queries, grid(entity, attribute, { limit: 100_000 })),
  groups: (entity, attribute) => service.post(queries, grid(entity, attribute, { group: [attribute] })),
  search: (entity, attribute) =>
    service.post(
      queries,
      grid(entity, attribute, {
        where: { func: { name: 'ICONTAINS', args: [{ alias: attribute }, { value: 'a' }] } },
      }),
    ),
  export: (entity, attribute) => service.post(`${queries}/export`, grid(entity, attribute)),
  explain: (entity, attribute) => service.post(`${queries}/explain`, grid(entity, attribute)),
};

/** What the next reader sees: ordinary rows read in a process and in a thread, and the settings of both. */
async function nextReader(): Promise<unknown> {
  const read = async (entity: string) => (await service.get(`${tables}/${entity}`)).text();
  const settingsOf = (entities: readonly string[]) =>
    service.database.use(anybody(), async ({ connection }) => {
      const states: string[] = [];
      for (const name of settings) {
        const sql = name.endsWith('_list')
          ? `select json_group_array(file) from pragma_${name}`
          : `select '${name}=' || group_concat(value) from (select ${name === 'busy_timeout' ? 'timeout' : name} as value from pragma_${name})`;
        const rows = await connection
          .fetch({ sql, parameters: [], entities })
          .catch((error: Error) => [error.message]);
        states.push(...rows);
      }
      return states;
    });
  return {
    plain: await read('plain'),
    thing: await read('thing'),
    record: await (await service.get(`${tables}/place/recs/[1]`)).text(),
    inProcess: await settingsOf(['plain']),
    inThread: await settingsOf([]),
  };
}

interface Told {
  readonly type?: string;
  readonly data?: readonly unknown[];
}

const told = async (response: Response): Promise<Told> => JSON.parse(await response.text());

// The engine does not let a view call them, so such views do not even exist.
test('a view writes nothing, however it is read', async ({ annotate }) => {
  for (const view of Object.keys(writers)) {
    for (const [way, read] of Object.entries(ways)) {
      const response = await read(view, 'v');
      const { type } = await told(response);
      const expected = way === 'list' ? [404, 'unknown-entity'] : [400, 'invalid-query'];
      expect({ view, way, told: [response.status, type?.split(':').at(-1)] }).toEqual({
        view,
        way,
        told: expected,
      });
      expect(await checksum()).toBe(before);
    }
  }
  await annotate(
    `sqlite: ${Object.keys(writers).length} views that write × ${Object.keys(ways).length} ways to read: 0 bytes of the file changed`,
    'A4',
  );
});

test('the same views do write on a writable connection', async () => {
  const copy = join(folder, 'copy.db');
  const database = new Sqlite(file, { readonly: true });
  await database.backup(copy);
  database.close();
  const writable = new Sqlite(copy);
  const segments = () => writable.prepare('select count(*) from note_segdir').pluck().get();
  const atFirst = segments();
  writable.prepare('select * from merges').all();
  expect([atFirst, segments()]).toEqual([6, 1]);
  writable.close();
});

test('virtual tables are readable, and their shadow tables stay unchanged', async () => {
  const rows = async (entity: string) => (await told(await service.get(`${tables}/${entity}`))).data;
  expect(await rows('page')).toHaveLength(6);
  expect(await rows('note')).toHaveLength(6);
  expect(await rows('place')).toMatchObject([{ id: 1 }, { id: 2 }]);
  expect(await rows('through')).toMatchObject([{ id: 1, doubled: 2.01 }, { id: 2 }]);
  expect(await checksum()).toBe(before);
});

test('no view affects the next reader', { timeout: 180_000 }, async ({ annotate }) => {
  const expected = await nextReader();
  const statuses = new Map<number, number>();
  const views = [
    ...Object.keys(functions),
    ...Object.keys(writers),
    ...viewsOfPragmas.map(({ view }) => view),
  ];
  for (const view of views) {
    const response = await service.get(`${tables}/${view}`);
    await response.text();
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
  }
  expect([...statuses.keys()].toSorted()).toEqual([200, 404]);
  expect(await nextReader()).toEqual(expected);
  expect(await checksum()).toBe(before);
  expect(await readdir(dirname(file))).toEqual(expect.not.arrayContaining(['canary']));
  await annotate(
    `sqlite: ${views.length} views of pragmas and functions read (${[...statuses].map(([status, times]) => `${times} × ${status}`).join(', ')}), ${settings.length} settings of the next readers unchanged`,
    'A18',
  );
});

describe('after hostile views', () => {
  test('statements still have a time limit', async () => {
    const roots = Array.from({ length: 40 }, (_, i) => ({
      id: 'plain',
      alias: `r${i}`,
      attributes: [{ id: 'id', alias: `a${i}`, selected: i === 0, ...(i === 0 && { summaries: ['count'] }) }],
    }));
    const differ = { func: { name: 'GT', args: [{ alias: 'a38' }, { alias: 'a39' }] } };
    const never = { func: { name: 'LT', args: [{ alias: 'a37' }, { alias: 'a36' }] } };
    const where = { cond: { with: 'AND', entries: [differ, never] } };
    const response = await service.post(queries, { entities: roots, where, order: [{ alias: 'a0' }] });
    expect(response.status).toBe(504);
  });

  test('writing is still refused', async () => {
    for (const entities of [[], ['plain']]) {
      const write = service.database.use(anybody(), ({ connection }) =>
        connection.fetch({ sql: 'delete from thing returning id', parameters: [], entities }),
      );
      await expect(write).rejects.toMatchObject({ kind: 'refused-by-database' });
    }
    expect(await checksum()).toBe(before);
  });
});
