/** Workbooks: each sheet is an entity, with values as a person sees them. */
import { gzipSync } from 'node:zlib';
import { writeXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';
import { plainNumber } from '../../../src/dialects/duckdb/files/staged.ts';
import { rowsOf, Subject } from '../../conformance/subject.ts';
import { folderWith } from './folders.ts';

type Cell = string | number | boolean | Date | null;

const book = (sheets: Readonly<Record<string, readonly (readonly Cell[])[]>>) =>
  writeXlsx({
    sheets: Object.entries(sheets).map(([name, rows]) => ({ name, rows: rows.map((row) => [...row]) })),
  });

const columnsOf = async (subject: Subject, entity: string) =>
  (await subject.entity(entity)).columns.map(({ name, mode }) => `${name} ${mode}`);

const recordsOf = async (subject: Subject, entity: string) =>
  rowsOf(await subject.list(entity)).map(({ __url__, __links__, ...record }) => record);

test('each sheet is an entity whose types fit all its cells', async () => {
  const many = Array.from({ length: 3_000 }, (_, i): Cell[] => [i + 1, i % 2 === 0]);
  const folder = await folderWith({
    'one.xlsx': await book({
      Sheet1: [
        ['id', 'code', 'price', 'day', 'flag', 'mixed', '', 'id'],
        [1, '007', 1.5, new Date(Date.UTC(2024, 1, 29)), true, 5, 'x', 9],
        [2, '010', 12.25, new Date(Date.UTC(1999, 11, 31)), false, 'five', null, 8],
        // Longer than the header.
        [3, null, 1e-7, null, null, null, null, null, 'more'],
      ],
      Sheet2: [],
    }),
    'shop.xlsx': await book({
      Customer: [
        ['customer_id', 'name'],
        [1, 'Ann'],
        [2, 'Bob'],
      ],
      'Order lines': [
        ['id', 'customer_id'],
        [10, 1],
        [11, 2],
      ],
      Late: [['n', 'b'], ...many, [12.7, true]],
    }),
    'twin.xlsx': await book({ S: [['a'], [1]] }),
    'twin.csv': 'a\n2\n',
    'packed.xlsx.gz': gzipSync(await book({ S: [['a'], [3]] })),
    'shop.Customer.csv': 'a\n4\n',
    'nothing.xlsx': await book({ A: [], B: [] }),
  });
  await using subject = await Subject.of(`files:///${folder}`);
  expect([...(await subject.entities()).keys()].toSorted()).toEqual([
    'one',
    'packed',
    'shop.Customer',
    'shop.Late',
    'shop.Order lines',
    'shop.xlsx.Customer',
    'twin.csv',
    'twin.xlsx',
  ]);
  expect(subject.open.warnings).toEqual(['nothing.xlsx is left out: it is empty.']);
  expect(await columnsOf(subject, 'one')).toEqual([
    'id integer',
    'code text',
    'price numeric',
    'day date',
    'flag boolean',
    'mixed text',
    'column7 text',
    'id_2 integer',
    'column9 text',
  ]);
  expect(await recordsOf(subject, 'one')).toEqual([
    {
      id: 1,
      code: '007',
      price: 1.5,
      day: '2024-02-29',
      flag: true,
      mixed: '5',
      column7: 'x',
      id_2: 9,
      column9: null,
    },
    {
      id: 2,
      code: '010',
      price: 12.25,
      day: '1999-12-31',
      flag: false,
      mixed: 'five',
      column7: null,
      id_2: 8,
      column9: null,
    },
    {
      id: 3,
      code: null,
      price: 1e-7,
      day: null,
      flag: null,
      mixed: null,
      column7: null,
      id_2: null,
      column9: 'more',
    },
  ]);
  expect(await columnsOf(subject, 'shop.Late')).toEqual(['n numeric', 'b boolean']);
  const late = await recordsOf(subject, 'shop.Late');
  expect(late).toHaveLength(3_001);
  expect(late).toEqual(
    expect.arrayContaining([
      { n: 1, b: true },
      { n: 3_000, b: false },
      { n: 12.7, b: true },
    ]),
  );
  expect(await recordsOf(subject, 'twin.xlsx')).toEqual([{ a: 1 }]);
  expect(await recordsOf(subject, 'packed')).toEqual([{ a: 3 }]);
  expect(await recordsOf(subject, 'shop.Customer')).toEqual([{ a: 4 }]);
  // Sheets reference each other like files do.
  const { relations } = await subject.entity('shop.Order lines');
  expect(relations).toMatchObject([{ kind: 'many2one', entity: 'shop.xlsx.Customer' }]);
});

test.each([
  ['1', '1'],
  ['-1.50', '-1.50'],
  ['1.5E-3', '0.0015'],
  ['-1E3', '-1000'],
  ['1.25e+1', '12.5'],
  ['0E0', '0'],
  ['-0.0E5', '0'],
  ['9.9999999999999998E-13', '0.00000000000099999999999999998'],
  ['1E+300', '1E+300'],
])('the stored number %s is read as %s', (stored, plain) => {
  expect(plainNumber(stored)).toBe(plain);
});
