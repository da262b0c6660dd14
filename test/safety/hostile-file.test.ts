/** A malicious SQLite file: it reaches no other file, and its plain tables stay readable. */

import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Service, startService } from '../http/service.ts';
import { anybody } from '../support/asker.ts';
import { temporaryFolder } from '../support/folders.ts';

const secret = 'the secret that no database may read';

interface Canary {
  readonly file: string;
  /** Whether anybody has opened it for reading, written to it or removed it. */
  wasTouched(): Promise<boolean>;
}

/** Its access time is set far back, so that the next read shows even with relatime. */
async function canaryIn(folder: string, name: string, content: string | Buffer): Promise<Canary> {
  const file = join(folder, name);
  await writeFile(file, content);
  await utimes(file, new Date(0), new Date());
  const digest = createHash('sha256').update(content).digest('hex');
  return {
    file,
    async wasTouched() {
      if (!existsSync(file) || (await stat(file)).atimeMs !== 0) return true;
      return (
        createHash('sha256')
          .update(await readFile(file))
          .digest('hex') !== digest
      );
    },
  };
}

/** Views and virtual tables that call functions which open files, in this build of the engine or another one. */
function hostileSchema(canary: string, fresh: string): Record<string, string> {
  const select = (expression: string) => `create view NAME as select ${expression} as v`;
  return {
    loads_extension: select(`load_extension('${canary}')`),
    loads_extension_entry: select(`load_extension('${canary}', 'entry')`),
    reads_file: select(`readfile('${canary}')`),
    writes_file: select(`writefile('${fresh}', 'x')`),
    lists_folder: `create view NAME as select * from fsdir('${canary}')`,
    runs_editor: select(`edit('x', 'cp ${canary} ${fresh};')`),
    sets_tokenizer: select(`fts3_tokenizer('simple', x'4141414141414141')`),
    shows_tokenizer: select(`hex(fts3_tokenizer('simple'))`),
    shows_files: 'create view NAME as select * from pragma_database_list',
    changes_settings: 'create view NAME as select * from pragma_query_only(0)',
    changes_trust: 'create view NAME as select * from pragma_trusted_schema(1)',
    shows_pages: 'create view NAME as select * from sqlite_dbpage',
    calls_ours: select(`joinery_url('x') || joinery_fold('X') || joinery_tick()`),
    reads_csv: `create virtual table NAME using csv(filename='${canary}')`,
    reads_archive: `create virtual table NAME using zipfile('${canary}')`,
    reads_other: `create virtual table NAME using fts5(a, content='', tokenize='${canary}')`,
    statement_after: `create view NAME as select 1 as v; attach '${fresh}' as other`,
    unknown_in_column: `create table NAME (v, w as (readfile('${canary}')))`,
    huge_number: select(`zeroblob(2147483646)`),
    huge_text: select(`printf('%.*c', 1000000000, 'x')`),
    huge_list: select(`json_array(${Array.from({ length: 100 }, () => 'zeroblob(1000000)').join(',')})`),
    divides: select('abs(-9223372036854775808)'),
    self: 'create view NAME as select * from NAME',
    never_ends:
      'create view NAME as with recursive n (i) as (select 1 union all select i from n) select count(*) as v from n',
  };
}

/** The statuses of rows, query and plan; what cannot be read is no entity. */
const served: Readonly<Record<string, readonly number[]>> = {
  // Nothing after the view is read.
  statement_after: [200, 200, 200],
  unknown_in_column: [422, 422, 422],
  huge_number: [422, 422, 200],
  huge_text: [422, 422, 200],
  huge_list: [422, 422, 200],
  divides: [422, 422, 200],
  never_ends: [504, 504, 200],
};

/** Definitions for which the engine refuses the whole file. */
function refusedSchema(canary: string, fresh: string): Record<string, string> {
  return {
    calls_in_column: `create table NAME (v, w as (load_extension('${canary}')))`,
    is_no_table: `attach '${fresh}' as other`,
    is_nonsense: 'create table NAME (',
  };
}

/**
 * Writes definitions directly into the schema table: an attacker with a hex editor does not need the engine's consent.
 */
function writeHostile(file: string, definitions: Readonly<Record<string, string>>): void {
  const database = new Sqlite(file);
  database.unsafeMode(true);
  database.exec(
    "create table thing (id integer primary key, name text); insert into thing values (1, 'one');",
  );
  database.exec(`create trigger fires after insert on thing begin select load_extension('x'); end`);
  database.pragma('writable_schema = on');
  const insert = database.prepare(
    'insert into sqlite_schema (type, name, tbl_name, rootpage, sql) values (?, ?, ?, ?, ?)',
  );
  const root = database.prepare("select rootpage from sqlite_schema where name = 'thing'").pluck().get();
  for (const [name, text] of Object.entries(definitions)) {
    const type = /^create (virtual )?(\w+)/.exec(text);
    const isTable = type?.[2] === 'table';
    insert.run(
      isTable ? 'table' : 'view',
      name,
      name,
      isTable && type?.[1] === undefined ? root : 0,
      text.replaceAll('NAME', name),
    );
  }
  database.pragma('writable_schema = off');
  database.close();
}

describe('a hostile file', () => {
  let folder: string;
  let canary: Canary;
  let fresh: string;
  let service: Service;
  const answers: string[] = [];
  let names: string[];
  beforeAll(async () => {
    folder = await temporaryFolder();
    canary = await canaryIn(folder, 'canary.txt', secret);
    fresh = join(folder, 'fresh.txt');
    const file = join(folder, 'hostile.db');
    const definitions = hostileSchema(canary.file, fresh);
    names = Object.keys(definitions);
    writeHostile(file, definitions);
    // Long enough for the largest values on a busy machine: only the trap that never ends takes it all.
    service = await startService(`sqlite:///${file}`, { statementTimeoutMs: 4_000 });
  });
  afterAll(() => service?.close());

  const ask = async (path: string, body?: unknown) => {
    const response = await (body === undefined ? service.get(path) : service.post(path, body));
    answers.push(await response.text().catch(() => ''));
    return response.status;
  };

  test('is served, with its plain table', async () => {
    expect(await ask('/api/database/tables/thing')).toBe(200);
    expect(await ask('/api/database/tables/thing/recs/[1]')).toBe(200);
    expect(answers.at(-1)).toContain('"name":"one"');
    for (const document of ['mode', 'catalog']) expect(await ask(`/api/database/${document}`)).toBe(200);
  });

  test('answers each of its traps without a failure, and keeps being served', {
    timeout: 120_000,
  }, async () => {
    for (const name of names) {
      const query = { entities: [{ id: name, attributes: [{ id: 'v' }] }], count: 'none' };
      const statuses = [
        await ask(`/api/database/tables/${name}`),
        await ask('/api/database/uni-grid-request', query),
        await ask('/api/database/uni-grid-request/explain', query),
      ];
      expect({ name, statuses }).toEqual({ name, statuses: served[name] ?? [404, 400, 400] });
      expect(await ask('/api/database/tables/thing/recs/[1]')).toBe(200);
    }
  });

  test('opens no other file', async ({ annotate }) => {
    expect(await canary.wasTouched()).toBe(false);
    expect(existsSync(fresh)).toBe(false);
    expect(answers.filter((text) => text.includes(secret))).toEqual([]);
    // Verifies the method: a read does change the access time.
    expect((await stat(canary.file)).atimeMs).not.toBe(0);
    await annotate(`${names.length} traps in the schema, 0 foreign opens`, 'A5');
  });

  test('cannot enable writing', async () => {
    const write = service.database.use(anybody(), ({ connection }) =>
      connection.fetch({ sql: 'insert into thing values (2, null)', parameters: [], entities: [] }),
    );
    await expect(write).rejects.toThrow();
  });
});

describe('a file with a schema that the engine rejects', () => {
  test.each(Object.keys(refusedSchema('', '')))('is refused because of %s', async (name) => {
    const folder = await temporaryFolder();
    const canary = await canaryIn(folder, 'canary.txt', secret);
    const fresh = join(folder, 'fresh.txt');
    const file = join(folder, 'hostile.db');
    writeHostile(file, { [name]: refusedSchema(canary.file, fresh)[name] ?? '' });
    await expect(startService(`sqlite:///${file}`)).rejects.toMatchObject({ kind: 'database-unavailable' });
    expect(await canary.wasTouched()).toBe(false);
    expect(existsSync(fresh)).toBe(false);
  });
});

describe('a journal beside the database', () => {
  test('does not affect another file that it names', async () => {
    const folder = await temporaryFolder();
    const canary = await canaryIn(folder, 'canary.txt', secret);
    const file = join(folder, 'journaled.db');
    const database = new Sqlite(file);
    database.exec('create table thing (id integer primary key); insert into thing values (1);');
    database.close();
    await writeFile(`${file}-journal`, journalNaming(canary.file));
    await expect(startService(`sqlite:///${file}`)).rejects.toMatchObject({ kind: 'database-unavailable' });
    expect(await canary.wasTouched()).toBe(false);
  });
});

/** A one-page journal that claims to belong to a larger transaction, whose master journal is the given file. */
function journalNaming(file: string): Buffer {
  const header = Buffer.alloc(512);
  Buffer.from('d9d505f920a163d7', 'hex').copy(header);
  header.writeUInt32BE(0, 8);
  header.writeUInt32BE(1, 16);
  header.writeUInt32BE(512, 20);
  header.writeUInt32BE(4_096, 24);
  const name = Buffer.from(file);
  const tail = Buffer.alloc(16);
  tail.writeUInt32BE(name.length, 0);
  tail.writeUInt32BE(
    name.reduce((sum, byte) => sum + byte, 0),
    4,
  );
  Buffer.from('d9d505f920a163d7', 'hex').copy(tail, 8);
  const page = Buffer.alloc(4);
  page.writeUInt32BE(0x40000000 / 4_096 + 1);
  return Buffer.concat([header, page, name, tail]);
}
