/** Which files the import command reads and writes, and what a signal leaves behind. */
import { execFileSync } from 'node:child_process';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { type ImportSettings, importFile } from '../../src/cli/import-file.ts';
import { spawnCommand } from '../http/service.ts';
import { temporaryFolder } from '../support/folders.ts';
import { createDatabase, type TestDatabase } from '../support/servers.ts';

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  folder = await temporaryFolder();
  database = await createDatabase('sqlite');
  await database.run('create table person (id integer primary key, name text not null)');
});

const pathOf = (name: string) => join(folder, name);

/** The exit code and sentence of a refusal. */
async function refusalOf(file: string, more: Partial<ImportSettings> = {}): Promise<string> {
  const settings = { into: 'person', mode: 'insert', map: [], empty: 'null', dryRun: true } as const;
  const limits = {
    database: database.url,
    state: `sqlite:///${pathOf('state.db')}`,
    statementTimeout: 10_000,
  };
  return importFile(file, { ...settings, ...limits, ...more }).then(
    () => 'imported',
    (error) => `${error.exitCode} ${error.message}`.replaceAll(`${folder}/`, ''),
  );
}

describe('the file', () => {
  test('of no bytes is empty', async () => {
    await writeFile(pathOf('none.csv'), '');
    expect(await refusalOf(pathOf('none.csv'))).toBe('1 none.csv cannot be read: it is empty.');
    await writeFile(pathOf('none.xlsx'), '');
    expect(await refusalOf(pathOf('none.xlsx'))).toBe('1 none.xlsx cannot be read: it is empty.');
  });

  test('is a regular one', async () => {
    await mkdir(pathOf('folder.csv'));
    expect(await refusalOf(pathOf('folder.csv'))).toBe(
      '2 folder.csv is a folder. Name one of the files in it.',
    );
    execFileSync('mkfifo', [pathOf('pipe.csv')]);
    const pipe = '2 pipe.csv is a pipe or a device, which cannot be read twice. Write it to a file first.';
    expect(await refusalOf(pathOf('pipe.csv'))).toBe(pipe);
    await symlink(pathOf('pipe.csv'), pathOf('link.csv'));
    expect(await refusalOf(pathOf('link.csv'))).toBe(pipe.replace('pipe.csv', 'link.csv'));
    expect(await refusalOf(pathOf('nothing.csv'))).toBe('2 There is no file nothing.csv.');
  });
});

describe('the list of bad rows', () => {
  const people = 'id,name\n1,\n';
  const list = 'row,column,reason\n2,name,name cannot be null.\n';

  test('replaces a list, and nothing else', async () => {
    await writeFile(pathOf('people.csv'), people);
    const into = (name: string, file = 'people.csv') => refusalOf(pathOf(file), { badRows: pathOf(name) });
    await writeFile(pathOf('letter.txt'), 'row,col');
    expect(await into('letter.txt')).toBe(
      '2 letter.txt is there already, and is no list of bad rows: it is not overwritten.',
    );
    expect(await readFile(pathOf('letter.txt'), 'utf8')).toBe('row,col');
    expect(await into('people.csv')).toBe('2 The bad rows of people.csv need a file of their own.');
    expect(await readFile(pathOf('people.csv'), 'utf8')).toBe(people);
    expect(await into('no/bad.csv')).toMatch(/^2 no\/bad\.csv cannot be written: there is no such folder\.$/);
    expect(await into('folder.csv')).toBe('2 folder.csv cannot be written: it is a folder.');

    await writeFile(pathOf('old.csv'), `${list}3,name,name cannot be null.\n`);
    await symlink(pathOf('old.csv'), pathOf('other-name.csv'));
    expect(await into('other-name.csv', 'old.csv')).toBe(
      '2 The bad rows of old.csv need a file of their own.',
    );
    for (const name of ['old.csv', 'new.csv', 'new.csv']) {
      expect(await into(name)).toBe('imported');
      expect(await readFile(pathOf(name), 'utf8')).toBe(list);
    }
    // Bad rows are told by the exit code.
    expect(process.exitCode).toBe(1);
    process.exitCode = undefined;
  });
});

/** Waits until it has written this. */
async function heard(child: ReturnType<typeof spawnCommand>, text: string): Promise<void> {
  while (!child.log().includes(text)) await new Promise((resolve) => setTimeout(resolve, 10));
}

describe('while it reads', { timeout: 60_000 }, () => {
  const rows = Array.from({ length: 400_000 }, (_, id) => `${id},N\n`).join('');
  const begin = async () => {
    await writeFile(pathOf('many.csv'), `id,name\n${rows}`);
    const kept = ['--state', `sqlite:///${pathOf('state.db')}`];
    const child = spawnCommand(
      ['import', pathOf('many.csv'), '--into', 'person', '--database', database.url, ...kept],
      {},
    );
    await heard(child, 'Columns: ');
    return child;
  };
  const count = async () => Number((await database.rows('select count(*) from person')).flat()[0]);

  test.each([
    ['SIGTERM', 143],
    ['SIGHUP', 129],
    ['SIGINT', 130],
  ] as const)('%s ends it with nothing imported', async (signal, code) => {
    const child = await begin();
    child.child.kill(signal);
    expect(await child.exit).toBe(code);
    expect(child.log()).toMatch(/joinery: Nothing was imported: it was stopped\.\n$/);
    expect(await count()).toBe(0);
  });
});
