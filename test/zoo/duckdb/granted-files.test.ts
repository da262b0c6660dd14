/** Files with a policy: what a file grants while it is being changed, and afterwards. */
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeXlsx } from 'hucre/xlsx';
import { expect, test, vi } from 'vitest';
import { type LimitedService, serveLimited } from '../../policy/service.ts';
import { folderWith } from './folders.ts';
import { urlOf } from './served.ts';

const ragged = 'id,name,pay\n1,Ann\n';
const all = { '*': { read: true as const } };

async function serveFolder(files: Record<string, string | Uint8Array>, grants: object) {
  const folder = await folderWith(files);
  const service = await serveLimited(urlOf(folder), {
    users: { ann: { roles: ['reader'] } },
    roles: { reader: { ...all, ...grants } },
  });
  return {
    service,
    write: (name: string, content: string) => writeFile(join(folder, name), content),
    folder,
  };
}

/** What `ann` gets of an entity's first record; null if she sees no such entity. */
async function first(service: LimitedService, entity: string): Promise<object | null> {
  const { status, body } = await service.ask('ann', `/api/database/tables/${encodeURIComponent(entity)}`);
  if (status !== 200) return null;
  const { __url__, __links__, ...values } = JSON.parse(body).data[0];
  return values;
}

const eventually = (service: LimitedService, entity: string, values: object | null) =>
  vi.waitFor(async () => expect(await first(service, entity)).toEqual(values), 30_000);

test('a file that cannot be read for a while is granted again as soon as it can', async () => {
  const { service, write } = await serveFolder(
    { 'staff.csv': 'id,name,pay\n1,Ann,5\n', 'other.csv': 'a\n1\n' },
    { staff: { read: { columns: ['*', '-pay'] } } },
  );
  await using _ = service;
  expect(await first(service, 'staff')).toEqual({ id: 1, name: 'Ann' });
  for (const broken of [ragged, '']) {
    await write('staff.csv', broken);
    await eventually(service, 'staff', null);
    await write('staff.csv', 'id,name,pay\n2,Bob,6\n');
    await eventually(service, 'staff', { id: 2, name: 'Bob' });
  }
  expect(await first(service, 'other')).toEqual({ a: 1 });
});

test('a denied column that is renamed while the file cannot be read is not shown', async () => {
  const { service, write } = await serveFolder(
    { 'staff.csv': 'id,name,pay\n1,Ann,5\n' },
    { staff: { read: { columns: ['*', '-pay'] } } },
  );
  await using _ = service;
  expect(await first(service, 'staff')).toEqual({ id: 1, name: 'Ann' });
  await write('staff.csv', ragged);
  await eventually(service, 'staff', null);
  await write('staff.csv', 'id,name,wage\n2,Bob,6\n');
  await eventually(service, 'staff', { id: 2, name: 'Bob' });
});

test('a denied file that is renamed, with an empty one in its place, is not shown', async () => {
  const { service, write, folder } = await serveFolder(
    { 'secret.csv': 'id,pay\n1,5\n', 'other.csv': 'a\n1\n' },
    { secret: {} },
  );
  await using _ = service;
  expect(await first(service, 'secret')).toBeNull();
  expect(await first(service, 'other')).toEqual({ a: 1 });
  await rename(join(folder, 'secret.csv'), join(folder, 'secret-1.csv'));
  await write('secret.csv', '');
  await write('other.csv', 'a\n2\n');
  await eventually(service, 'other', { a: 2 });
  expect(await first(service, 'secret-1')).toBeNull();
});

test('the sheets of a workbook that cannot be read for a while are granted again', async () => {
  const book = await writeXlsx({
    sheets: [
      { name: 'one', rows: [['a'], [1]] },
      { name: 'two', rows: [['b'], [2]] },
    ],
  });
  const { service, write, folder } = await serveFolder({ 'book.xlsx': book }, {});
  await using _ = service;
  expect(await first(service, 'book.two')).toEqual({ b: 2 });
  await write('book.xlsx', 'no workbook');
  await eventually(service, 'book.two', null);
  await writeFile(join(folder, 'book.xlsx'), book);
  await eventually(service, 'book.two', { b: 2 });
});

test('a file that was away stays denied', async () => {
  const { service, folder } = await serveFolder({ 'staff.csv': 'id\n1\n', 'other.csv': 'a\n1\n' }, {});
  await using _ = service;
  expect(await first(service, 'staff')).toEqual({ id: 1 });
  await rename(join(folder, 'staff.csv'), join(folder, 'staff.kept'));
  await eventually(service, 'staff', null);
  await rename(join(folder, 'staff.kept'), join(folder, 'staff.csv'));
  await rm(join(folder, 'other.csv'));
  await eventually(service, 'other', null);
  expect(await first(service, 'staff')).toBeNull();
});
