/** Plain files: every value as it is in the file, or a sentence that says why the file is left out. */
import { execFileSync } from 'node:child_process';
import { mkdir, open, rename, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { writeXlsx } from 'hucre/xlsx';
import { expect, test, vi } from 'vitest';
import { Problem } from '../../../src/contract/problem.ts';
import { currentTrace, readFolder } from '../../../src/dialects/duckdb/files/folder.ts';
import { rowsOf, Subject } from '../../conformance/subject.ts';
import { folderWith } from './folders.ts';
import { run, urlOf, values } from './served.ts';

const utf16 = (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
const many = Array.from({ length: 30_000 }, (_, i) => i + 1);

test('every kind of file has its values and types', async () => {
  const folder = await folderWith({
    'sales.csv':
      'id,code,price,day,at,flag,note,,a,A\r\n1,007,1.50,2024-02-29,2024-02-29T10:00:00,true,"",x,1,2\r\n' +
      '2,010,12.25,1999-12-31,2024-02-29T10:00:00.5,false,,"say ""hi"",\r\nthere",3,4\r\n',
    'late.csv': `n\n${many.join('\n')}\n12.7\n`,
    'odd.csv': 'a,b,c,d,e\n1.50,1e5,2024-2-3,TRUE,-0\n2,1,2024-02-03,true,1\n',
    'bom.csv': '\ufeffname,v\nä,1\n',
    'wide.csv': utf16('näme;v\nö;99999999999999999999\n'),
    'zip.tsv.gz': gzipSync('a\tb\n"x,y"\t1\n'),
    'zstandard.csv.zst': zstdCompressSync('a,b\n007,é\n'),
    'twin.csv': 'a\n1\n',
    'twin.json': '[{"n": 1.10, "s": "5", "x": {"k": [1, 2.0]}}, {"n": 2.20, "s": "6", "t": true}]',
    'other.jsonl': '{"a":"x"}',
    'lines.ndjson': '{"d":"2024-02-29","n":12345678901234567890}\n\n{"n":null,"d":null}\n',
  });
  await using subject = await Subject.of(urlOf(folder));
  expect(await values(subject, 'sales')).toEqual([
    '{"id":1,"code":"007","price":1.50,"day":"2024-02-29","at":"2024-02-29T10:00:00","flag":true,"note":"","column8":"x","a":1,"A_2":2',
    '{"id":2,"code":"010","price":12.25,"day":"1999-12-31","at":"2024-02-29T10:00:00.5","flag":false,"note":null,"column8":"say \\"hi\\",\\r\\nthere","a":3,"A_2":4',
  ]);
  const late = await values(subject, 'late');
  expect(late.toSorted()).toEqual([...many, 12.7].map((n) => `{"n":${n}`).toSorted());
  expect(await values(subject, 'odd')).toEqual([
    '{"a":"1.50","b":"1e5","c":"2024-2-3","d":"TRUE","e":"-0"',
    '{"a":"2","b":"1","c":"2024-02-03","d":"true","e":"1"',
  ]);
  expect(await values(subject, 'bom')).toEqual(['{"name":"ä","v":1']);
  expect(await values(subject, 'wide')).toEqual(['{"näme":"ö","v":99999999999999999999']);
  expect(await values(subject, 'zip')).toEqual(['{"a":"x,y","b":1']);
  expect(await values(subject, 'zstandard')).toEqual(['{"a":"007","b":"é"']);
  expect(await values(subject, 'twin.csv')).toEqual(['{"a":1']);
  expect(await values(subject, 'twin.json')).toEqual([
    '{"n":1.10,"s":"5","x":{"k": [1, 2.0]},"t":null',
    '{"n":2.20,"s":"6","x":null,"t":true',
  ]);
  expect(await values(subject, 'other')).toEqual(['{"a":"x"']);
  expect((await values(subject, 'lines')).toSorted()).toEqual([
    '{"d":"2024-02-29","n":12345678901234567890',
    '{"d":null,"n":null',
  ]);
  expect(subject.open.warnings).toEqual([]);
});

/** Each file has texts that look like something else; all are returned unchanged. */
const tricky: Readonly<Record<string, readonly [content: string | Uint8Array, rows: readonly string[]]>> = {
  'mixed-ends.csv': ['a,b\r\n1,2\n3,4\r\n', ['"a":1,"b":2', '"a":3,"b":4']],
  'old-mac.csv': ['a,b\r1,2\r', ['"a":1,"b":2']],
  'quoted-mixed.csv': ['a,b\r\n"1","x\r\ny"\n3,"z"\r\n', ['"a":1,"b":"x\\r\\ny"', '"a":3,"b":"z"']],
  'inches.csv': ['a,b\n5" disk,1\n', ['"a":"5\\" disk","b":1']],
  'edges.csv': ['a,b\n x , 1\n', ['"a":" x ","b":" 1"']],
  'blank.csv': ['a\n1\n\n2\n', ['"a":1', '"a":null', '"a":2']],
  'blank-lines.csv': ['a,b\n1,2\n\n3,4\n\n', ['"a":1,"b":2', '"a":3,"b":4']],
  'signs.csv': ['a,b,c,d,e\n+5,1.,.5,"1,000",１\n', ['"a":"+5","b":"1.","c":".5","d":"1,000","e":"１"']],
  'no-numbers.csv': [
    'a,b,c\nNaN,Infinity,-0.0\n-0.0,-0.0,0.1\n',
    ['"a":"NaN","b":"Infinity","c":-0.0', '"a":"-0.0","b":"-0.0","c":0.1'],
  ],
  'forms.csv': [
    'd\n2024-01-02\n02.01.2024\n1/2/24\n',
    ['"d":"2024-01-02"', '"d":"02.01.2024"', '"d":"1/2/24"'],
  ],
  'no-days.csv': ['d,t\n2023-02-29,2024-02-29T24:00:00\n', ['"d":"2023-02-29","t":"2024-02-29T24:00:00"']],
  'zones.csv': [
    't,u\n2024-02-29T10:00:00Z,2024-02-29 10:00:00\n',
    ['"t":"2024-02-29T10:00:00Z","u":"2024-02-29 10:00:00"'],
  ],
  'padded.csv': ['t\n2024-02-29T10:00:00.500\n', ['"t":"2024-02-29T10:00:00.500"']],
  'large.csv': [
    `n,m\n${'9'.repeat(40)},${'1'.repeat(30)}.5\n`,
    [`"n":"${'9'.repeat(40)}","m":${'1'.repeat(30)}.5`],
  ],
  'same.csv': ['a,a,a,,column4\n1,2,3,4,5\n', ['"a":1,"a_2":2,"a_3":3,"column4":4,"column4_2":5']],
  'big-endian.csv': [Buffer.from('\ufeffa\nö\n', 'utf16le').swap16(), ['"a":"ö"']],
  'signed-zeros.csv': [
    'n,m\n-0.0,-0.0\n0.0,0.0\n-0.0,0.1\n',
    ['"n":-0.0,"m":-0.0', '"n":0.0,"m":0.0', '"n":-0.0,"m":0.1'],
  ],
  'exponents.ndjson': ['{"n":1e2}\n{"n":5}\n', ['"n":"1e2"', '"n":"5"']],
  'lines.json': ['{"a":1}\n{"a":2}\n', ['"a":1', '"a":2']],
  'kinds.json': [
    '[{"a":true,"b":1},{"a":"x","b":{"c":1}},{"a":3,"b":"t"}]',
    ['"a":"true","b":1', '"a":"x","b":{"c":1}', '"a":"3","b":"t"'],
  ],
  'header.csv': ['a,b\n', []],
  'blank-first.csv': ['\n\r\na;b\n1;2\n', ['"a":1,"b":2']],
  'named-separator.csv': ['sep=|\na,x|b\n1|2\n', ['"a,x":1,"b":2']],
  'named-separator-quoted.csv': ['sep=|\na,x|b\n"1"|2\n', ['"a,x":1,"b":2']],
  'numbered.csv': ['a,a,a_2,a\n1,2,3,4\n', ['"a":1,"a_3":2,"a_2":3,"a_4":4']],
};

test('tricky files have every value unchanged, without warnings', async ({ annotate }) => {
  const folder = await folderWith(
    Object.fromEntries(Object.entries(tricky).map(([name, [content]]) => [name, content])),
  );
  await using subject = await Subject.of(urlOf(folder));
  expect(subject.open.warnings).toEqual([]);
  for (const [name, [, rows]] of Object.entries(tricky)) {
    const [entity = ''] = name.split('.');
    const found = await values(subject, entity);
    expect(found.toSorted(), name).toEqual(rows.map((row) => `{${row}`).toSorted());
  }
  await annotate(`${Object.keys(tricky).length} tricky files, every value as it stands in the file`, 'files');
});

test('a file that is overwritten while it is read shows a single state, or is left out', async () => {
  const rows = (state: number) =>
    `id,state,note\n${Array.from({ length: 20_000 }, (_, i) => `${i},${state},"${'x'.repeat(40)}"\n`).join('')}`;
  const folder = await folderWith({ 'moving.csv': rows(100_000), 'still.csv': 'a\n1\n' });
  await using subject = await Subject.of(urlOf(folder));
  let state = 100_000;
  let isOver = false;
  // Overwrites the file piece by piece, like programs that know nothing of readers.
  const writing = (async () => {
    while (!isOver) {
      const text = rows(++state);
      const file = await open(join(folder, 'moving.csv'), 'r+');
      for (let at = 0; at < text.length; at += 100_000) {
        await file.write(text.slice(at, at + 100_000), at);
        await delay(5);
      }
      await file.close();
      await delay(500);
    }
  })();
  for (let n = 0; n < 4; n++) {
    const entities = await subject.entities();
    expect(entities.has('still')).toBe(true);
    if (!entities.has('moving')) continue;
    const list = await subject.list('moving').catch((error: unknown) => {
      if (error instanceof Problem && error.kind === 'unknown-entity') return null;
      throw error;
    });
    if (list === null) continue;
    const states = new Set(rowsOf(list).map((row) => String(Object(row).state)));
    expect([...states]).toHaveLength(1);
  }
  isOver = true;
  await writing;
  await vi.waitFor(async () => {
    expect(rowsOf(await subject.list('moving'))).toHaveLength(20_000);
    expect(rowsOf(await subject.list('moving'))[0]).toMatchObject({ state });
  }, 30_000);
});

test('unreadable files are left out with a reason, and the others are served', async () => {
  const folder = await folderWith({
    'good.csv': 'a\n1\n',
    'ragged.csv': 'a,b\n1,2\n3\n',
    'empty.csv': '',
    'latin.csv': Buffer.from('a\n\xe9\n', 'latin1'),
    'broken.ndjson': '{"a":1}\n{"a":\n',
    'torn.csv.gz': gzipSync('a\n1\n').subarray(0, 12),
    'torn.csv.zst': zstdCompressSync('a\n1\n').subarray(0, 12),
    'none.parquet': 'no parquet',
    'notes.txt': 'not asked for',
    // The engine's own reader would silently drop the last record.
    'unended.csv': 'a,b\n1,"x\ny"\n2,"no end\n',
    'quoted-ragged.csv': 'a,b\n"1",2\n\n3\n',
    'many-more.csv': 'a,b\n1,2,3,4,5\n',
    'two-ragged.csv': 'a,b\n1,2,\n3\n',
    // The engine's own reader would drop the empty field.
    'one-more.csv': 'a,b\n1,2\n3,4,\n',
    'no-members.json': '[{}, {}]',
    'half.ndjson': '{"a":"\\ud83d"}\n',
    'zeros.csv': Buffer.from('a\n1\n', 'utf16le'),
    'twice.json': '[{"a":1,"a":2}]',
    'numbers.json': '[1]',
    'spaces.csv': ' \n',
    'broken.xlsx': 'no workbook',
  });
  await symlink('/etc/passwd', join(folder, 'outside.csv'));
  await symlink('/etc', join(folder, 'etc'));
  await symlink('etc/passwd', join(folder, 'by-way-of.csv'));
  await symlink('gone.csv', join(folder, 'dangling.csv'));
  await symlink('good.csv', join(folder, 'within.csv'));
  await mkdir(join(folder, 'folder.csv'));
  execFileSync('mkfifo', [join(folder, 'pipe.csv')]);
  await using subject = await Subject.of(urlOf(folder));
  expect([...(await subject.entities()).keys()]).toEqual(['good', 'within']);
  expect(subject.open.warnings.map((warning) => warning.replace(/(: line 2: |unpacked: ).*/, '$1…'))).toEqual(
    [
      'by-way-of.csv is left out: it leads out of the folder.',
      'dangling.csv is left out: it cannot be read.',
      'folder.csv is left out: it is a folder.',
      'outside.csv is left out: it leads out of the folder.',
      'pipe.csv is left out: it is no file.',
      'broken.ndjson is left out: line 2: …',
      expect.stringMatching(/^broken\.xlsx is left out: /),
      'empty.csv is left out: it is empty.',
      'half.ndjson is left out: row 1 has a text that is not Unicode.',
      'latin.csv is left out: it is not UTF-8, on line 2.',
      'many-more.csv is left out: line 2 has 5 fields, and the first has 2.',
      'no-members.json is left out: it has no records with values.',
      "none.parquet is left out: Invalid Input Error: File 'none.parquet' too small to be a Parquet file.",
      'numbers.json is left out: record 1 is no object.',
      'one-more.csv is left out: line 3 has 3 fields, and the first has 2.',
      'quoted-ragged.csv is left out: line 4 has 1 field, and the first has 2.',
      'ragged.csv is left out: line 3 has 1 field, and the first has 2.',
      'spaces.csv is left out: it is empty.',
      'torn.csv.gz is left out: it cannot be unpacked: …',
      'torn.csv.zst is left out: it cannot be unpacked: …',
      expect.stringMatching(/^twice\.json is left out: record 1: /),
      'two-ragged.csv is left out: line 2 has 3 fields, and the first has 2.',
      'unended.csv is left out: on line 4, a quoted field has no end.',
      'zeros.csv is left out: it is no text, or in UTF-16 without a mark of it.',
    ],
  );
});

test('a symbolic link that replaces a file between listing and reading is not followed', async () => {
  const outside = await folderWith({ 'secret.csv': 'a\n2\n' });
  const folder = await folderWith({ 'a.csv': 'a\n1\n' });
  const [file] = readFolder(folder).files;
  if (file === undefined) throw new Error('no file was found');
  expect(currentTrace(file)).toBe(file.trace);
  await symlink(join(outside, 'secret.csv'), join(folder, 'link'));
  await rename(join(folder, 'link'), join(folder, 'a.csv'));
  expect(currentTrace(file)).toBe(null);
});

test('a single file may be named by a link, which may lead to another file later', async () => {
  const versions = await folderWith({ 'first.csv': 'a\n1\n', 'second.csv': 'a\n2\n' });
  const folder = await folderWith({ 'hidden.csv': 'a\n3\n' });
  const path = join(folder, 'latest.csv');
  await symlink(join(versions, 'first.csv'), path);
  await using subject = await Subject.of(urlOf(path));
  expect([...(await subject.entities()).keys(), ...subject.open.warnings]).toEqual(['latest']);
  expect(await values(subject, 'latest')).toEqual(['{"a":1']);
  await symlink(join(versions, 'second.csv'), join(folder, 'next'));
  await rename(join(folder, 'next'), path);
  await vi.waitFor(async () => expect(await values(subject, 'latest')).toEqual(['{"a":2']), {
    timeout: 10_000,
  });
});

test('files are read with little memory, and lines may be of any length', async () => {
  const long = 'é'.repeat(1_500_000);
  const many = Array.from({ length: 20_000 }, (_, i) => `${i},${'x'.repeat(100)}`).join('\n');
  const folder = await folderWith({
    'a.csv': `n,t\n${many}\n`,
    'b.csv': `n,t\n${many}\n`,
    'c.csv': `n,t\n1,${long}\n2,x\n`,
  });
  await using subject = await Subject.of(`${urlOf(folder)}?memory_limit=250MB&threads=2`);
  expect(subject.open.warnings).toEqual([]);
  expect(await values(subject, 'c')).toEqual([`{"n":1,"t":"${long}"`, '{"n":2,"t":"x"']);
  for (const entity of ['a', 'b']) expect(await values(subject, entity)).toHaveLength(20_000);
});

test('a device is refused with a sentence', async () => {
  await expect(Subject.of('files:////dev/null')).rejects.toThrow('/dev/null is neither a file nor a folder.');
});

test('a folder with nothing to serve warns about it until a file is added', async () => {
  const folder = await folderWith({ 'notes.txt': 'x' });
  await mkdir(join(folder, 'within'));
  await using subject = await Subject.of(urlOf(folder));
  expect(subject.open.warnings).toEqual([
    'There is nothing to serve: no file ends in csv, tsv, json, ndjson, parquet, xlsx, and folders within the folder are not read.',
  ]);
  await writeFile(join(folder, 'a.csv'), 'n\n1\n');
  await vi.waitFor(async () => expect(await values(subject, 'a')).toEqual(['{"n":1']), { timeout: 10_000 });
  expect(subject.open.warnings).toEqual([]);
});

test('Parquet keeps its types, a single file can be served, and changes are noticed', async () => {
  const folder = await folderWith({ 'a.csv': 'n\n1\n' });
  await run(`copy (select 1.50::decimal(10,2) as d, [1, 2] as l) to '${join(folder, 'p.parquet')}'`);
  await using subject = await Subject.of(urlOf(folder));
  expect(await values(subject, 'p')).toEqual(['{"d":1.50,"l":[1,2]']);
  await using one = await Subject.of(urlOf(join(folder, 'a.csv')));
  expect([...(await one.entities()).keys()]).toEqual(['a']);
  await writeFile(join(folder, 'a.csv'), 'n\ntwo\n');
  await utimes(join(folder, 'a.csv'), new Date(), new Date(Date.now() + 5_000));
  await vi.waitFor(async () => expect(await values(subject, 'a')).toEqual(['{"n":"two"']), {
    timeout: 10_000,
  });
});

test('every file is served as its own entity, whatever the names are', async () => {
  const folder = await folderWith({
    'Case.csv': 'a\n1\n',
    'case.csv': 'a\n2\n',
    'b.csv': 'a\n3\n',
    'b.json': '[{"a":4}]',
    'b.csv.csv': 'a\n5\n',
    'sheets.xlsx': await writeXlsx({
      sheets: [
        { name: 'Tab', rows: [['a'], [6]] },
        { name: 'Other', rows: [['a'], [7]] },
      ],
    }),
    'sheets.tab.csv': 'a\n12\n',
    'sheets.xlsx.Tab.csv': 'a\n13\n',
  });
  const outside = await folderWith({});
  const parquet = (path: string, value: number) =>
    `copy (select ${value} as a) to '${path}' (format parquet)`;
  await run(
    parquet(join(folder, 'p1.parquet'), 8),
    parquet(join(folder, 'any'), 9),
    parquet(join(folder, 'one'), 10),
    parquet(join(outside, 'secret'), 11),
  );
  await symlink(join(outside, 'secret'), join(folder, 'pout.parquet'));
  // The engine treats these names as patterns, which match the other files.
  await rename(join(folder, 'any'), join(folder, 'p*.parquet'));
  await rename(join(folder, 'one'), join(folder, 'p[1].parquet'));
  await using subject = await Subject.of(urlOf(folder));
  const found: Record<string, string[]> = {};
  for (const entity of (await subject.entities()).keys()) found[entity] = await values(subject, entity);
  expect(found).toEqual({
    'Case.csv': ['{"a":1'],
    'case.csv_2': ['{"a":2'],
    'b.csv': ['{"a":3'],
    'b.json': ['{"a":4'],
    'b.csv.csv': ['{"a":5'],
    'sheets.xlsx.Tab_2': ['{"a":6'],
    'sheets.Other': ['{"a":7'],
    'sheets.tab': ['{"a":12'],
    'sheets.xlsx.Tab': ['{"a":13'],
    p1: ['{"a":8'],
    'p*': ['{"a":9'],
    'p[1]': ['{"a":10'],
  });
  expect(subject.open.warnings).toEqual(['pout.parquet is left out: it leads out of the folder.']);
});

test('the columns of a file that is left out do not affect another file', async () => {
  const ragged = 'a,b\n"1",2\n3\n';
  const folder = await folderWith({ 'raw.csv': 'raw_id\n1\n', 'z.csv': ragged });
  // With one connection, the file that is left out is the last one it has read.
  await using subject = await Subject.of(`${urlOf(folder)}?threads=1`);
  expect(await values(subject, 'raw')).toEqual(['{"raw_id":1']);
});

test('a change with the same size and time is noticed, and a new warning is reported', async () => {
  const folder = await folderWith({ 'a.csv': 'n\none\n' });
  const path = join(folder, 'a.csv');
  const time = new Date('2024-02-29T10:00:00Z');
  await utimes(path, time, time);
  const reported: string[] = [];
  await using subject = await Subject.of(urlOf(folder), { onWarning: (message) => reported.push(message) });
  expect(await values(subject, 'a')).toEqual(['{"n":"one"']);
  await writeFile(path, 'n\ntwo\n');
  await utimes(path, time, time);
  await vi.waitFor(async () => expect(await values(subject, 'a')).toEqual(['{"n":"two"']), 10_000);
  expect(reported).toEqual([]);
  await writeFile(path, 'n\ntwo,2\n');
  await vi.waitFor(async () => expect((await subject.entities()).has('a')).toBe(false), 10_000);
  await subject.open.refresh();
  expect(reported).toEqual(['a.csv is left out: line 2 has 2 fields, and the first has 1.']);
});

test('a file with 2,000 columns is read completely', async () => {
  const names = Array.from({ length: 2_000 }, (_, i) => `c${i}`);
  const row = names.map((_, i) => (i % 100 === 0 ? `${i}.5` : `${i}`));
  const folder = await folderWith({ 'wide.csv': `${names.join(',')}\n${row.join(',')}\n` });
  await using subject = await Subject.of(urlOf(folder));
  const { columns } = await subject.entity('wide');
  expect([...columns.values()].map(({ nativeType }) => nativeType)).toEqual(
    names.map((_, i) => (i % 100 === 0 ? 'DECIMAL(38,1)' : 'BIGINT')),
  );
  const record = names.map((name, i) => `"${name}":${row[i]}`).join(',');
  expect(await values(subject, 'wide')).toEqual([`{${record}`]);
});
