/** Plain files: every value as it stands in the file, or a sentence that says why the file is left out. */
import { symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { DuckDBInstance } from '@duckdb/node-api';
import { expect, test, vi } from 'vitest';
import { Subject } from '../../conformance/subject.ts';
import { temporaryFolder } from '../../support/folders.ts';

const urlOf = (path: string) => `files:///${path}`;

async function folderWith(files: Readonly<Record<string, string | Uint8Array>>): Promise<string> {
  const folder = await temporaryFolder();
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  return folder;
}

/** The records of an entity, without address and links. */
async function values(subject: Subject, entity: string): Promise<string[]> {
  const list = await subject.list(entity);
  return list.split(/,"__url__":.*?"__links__":\{\}\},?/).slice(0, -1);
}

const utf16 = (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
const many = Array.from({ length: 30_000 }, (_, i) => i + 1);

test('values are as in the file', async () => {
  const folder = await folderWith({
    'sales.csv':
      'id,code,price,day,at,flag,note,,a,A\r\n1,007,1.50,2024-02-29,2024-02-29T10:00:00,true,"",x,1,2\r\n' +
      '2,010,12.25,1999-12-31,2024-02-29T10:00:00.5,false,,"say ""hi"",\r\nthere",3,4\r\n',
    'late.csv': `n\n${many.join('\n')}\n12.7\n`,
    'odd.csv': 'a,b,c,d,e\n1.50,1e5,2024-2-3,TRUE,-0\n2,1,2024-02-03,true,1\n',
    'bom.csv': '\ufeffname,v\nä,1\n',
    'wide.csv': utf16('näme;v\nö;99999999999999999999\n'),
    'zip.tsv.gz': gzipSync('a\tb\n"x,y"\t1\n'),
    'twin.csv': 'a\n1\n',
    'twin.json': '[{"n": 1.10, "s": "5", "x": {"k": [1, 2.0]}}, {"n": 2.20, "s": "6", "t": true}]',
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
  expect(await values(subject, 'twin.csv')).toEqual(['{"a":1']);
  expect(await values(subject, 'twin.json')).toEqual([
    '{"n":1.10,"s":"5","x":{"k":[1,2.0]},"t":null',
    '{"n":2.20,"s":"6","x":null,"t":true',
  ]);
  expect((await values(subject, 'lines')).toSorted()).toEqual([
    '{"d":"2024-02-29","n":12345678901234567890',
    '{"d":null,"n":null',
  ]);
  expect(subject.open.warnings).toEqual([]);
});

test('what cannot be read is left out with its reason, and the others are served', async () => {
  const folder = await folderWith({
    'good.csv': 'a\n1\n',
    'ragged.csv': 'a,b\n1,2\n3\n',
    'empty.csv': '',
    'latin.csv': Buffer.from('a\n\xe9\n', 'latin1'),
    'broken.ndjson': '{"a":1}\n{"a":\n',
    'torn.csv.gz': gzipSync('a\n1\n').subarray(0, 12),
    'none.parquet': 'no parquet',
    'notes.txt': 'not asked for',
  });
  await symlink('/etc/passwd', join(folder, 'outside.csv'));
  await using subject = await Subject.of(urlOf(folder));
  expect([...(await subject.entities()).keys()]).toEqual(['good']);
  expect(subject.open.warnings.map((warning) => warning.replace(/(: line 2: |unpacked: ).*/, '$1…'))).toEqual(
    [
      'outside.csv is left out: it leads out of the folder.',
      'broken.ndjson is left out: line 2: …',
      'empty.csv is left out: it is empty.',
      'latin.csv is left out: it is not UTF-8, on line 1 or after it.',
      expect.stringMatching(/^none\.parquet is left out: /),
      'ragged.csv is left out: line 3: Expected Number of Columns: 2 Found: 1.',
      'torn.csv.gz is left out: it cannot be unpacked: …',
    ],
  );
});

test('Parquet keeps its types, one file is a folder of its own, and changes are noticed', async () => {
  const folder = await folderWith({ 'a.csv': 'n\n1\n' });
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run(
    `copy (select 1.50::decimal(10,2) as d, [1, 2] as l) to '${join(folder, 'p.parquet')}'`,
  );
  connection.closeSync();
  instance.closeSync();
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
