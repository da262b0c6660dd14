/** Small, deliberately nasty tables: nulls everywhere, digits beyond doubles, case beyond ASCII, odd names. */
import type { DataColumn, DataSet, DataTable, Kind, Row, Value } from './dataset.ts';
import { isNumeric } from './dataset.ts';
import { decimal } from './decimal.ts';

type Cell = null | boolean | string | number;

function column(name: string, kind: Kind, options: Omit<DataColumn, 'name' | 'kind'> = {}): DataColumn {
  return { name, kind, ...options };
}

/** Numbers are texts with all their digits, doubles are numbers. */
function rowsOf(columns: readonly DataColumn[], rows: readonly (readonly Cell[])[]): Row[] {
  return rows.map((row) =>
    row.map((cell, i): Value => {
      const kind = columns[i]?.kind ?? 'text';
      return isNumeric(kind) && kind !== 'double' && cell !== null ? decimal(String(cell)) : cell;
    }),
  );
}

const personColumns = [
  column('id', 'integer', { required: true }),
  column('name', 'text', { length: 40 }),
  column('note', 'text'),
  column('boss_id', 'integer'),
  column('born', 'date'),
  column('seen', 'datetime'),
  column('active', 'boolean'),
  column('score', 'double'),
  column('pay', 'decimal', { precision: 12, scale: 2, portable: false }),
  column('big', 'bigint'),
];

const person: DataTable = {
  name: 'person',
  columns: personColumns,
  primaryKey: ['id'],
  foreignKeys: [{ columns: ['boss_id'], target: 'person', targetColumns: ['id'] }],
  rows: rowsOf(personColumns, [
    [
      1,
      'Émile',
      'straße',
      null,
      '1999-12-31',
      '1999-12-31T23:59:59',
      true,
      0.5,
      '1234567890.12',
      '9223372036854775807',
    ],
    [
      2,
      'émile',
      'STRASSE',
      1,
      '2000-01-01',
      '2000-01-01T00:00:00',
      false,
      -2.25,
      '0.10',
      '-9223372036854775808',
    ],
    [3, 'ÉMILE', 'STRAẞE', 1, '2000-02-29', '2000-02-29T12:30:00', null, 1234.5, '-0.01', '9007199254740993'],
    [
      4,
      'ΟΔΟΣ',
      'οδος',
      2,
      '2023-12-31',
      '2023-12-31T23:00:01',
      true,
      null,
      '99999999.99',
      '9007199254740992',
    ],
    [5, 'οδοσ', 'Σ', 2, '2024-01-01', null, false, 0.125, null, '9007199254740994'],
    [6, 'Привет', 'ПРИВЕТ, мир', 3, null, '2024-03-31T00:00:01', true, 0.5, '5.00', '0'],
    [7, null, null, null, null, null, null, null, null, null],
    [8, '', ' ', 7, '2024-02-29', '2024-02-29T23:59:59', true, -0.5, '0.00', '-1'],
    [9, '100%', '100', 7, '2024-03-31', '2024-03-31T00:00:00', false, 2.75, '100.00', '1'],
    [10, 'a_b', 'axb', 8, '2024-04-01', '2024-04-01T06:07:08', null, 3.5, '-5.50', '-9007199254740993'],
    [11, 'a\\b', '\\', 8, '2024-12-30', '2024-12-30T10:00:00', true, 99.875, '5.00', '1000000000000000000'],
    [12, '%', '_', null, '2024-12-31', '2024-12-31T10:59:59', false, -1234.0625, '1.25', '1'],
    [13, "O'Hara", 'say "hi"; -- DROP', 13, '2025-01-01', '2025-01-01T00:00:00', true, 0.5, '0.99', null],
    [14, '😀 smile', 'tab\tand\nline', 13, '1970-01-01', '1970-01-01T00:00:00', null, 8.5, '1000.01', '42'],
    [15, '𐐀𐐁', '𐐨𐐩', 14, '2024-02-28', '2024-02-28T09:15:00', false, null, null, '42'],
    [16, 'Zoë', 'zoë', 14, '1969-12-31', '1969-12-31T23:59:59', true, 16.25, '12.50', '-42'],
    [17, 'Ångström', 'ångstRÖM', null, '2024-02-29', '2024-02-29T00:00:00', true, -0.125, '12.50', '42'],
    [18, 'ǅungla', 'ǆUNGLA', 17, '2038-01-19', '2038-01-19T03:14:07', false, 7.5, '3.33', '2147483648'],
    [19, 'null', 'NULL', 1, '2024-01-31', '2024-01-31T18:00:00', null, 6.5, '3.33', '-2147483649'],
    [20, 'e\u0301mile', 'Zoe', 1, '0999-05-06', '0999-05-06T07:08:09', true, 5.5, '7.77', '5'],
    [21, 'İstanbul', 'ISTANBUL', 20, '2024-05-05', '2024-05-05T05:05:05', false, 1.5, '0.05', '6'],
    [22, 'ıstanbul', 'istanbul', 20, '2024-05-05', '2024-05-05T05:05:06', true, 1.75, '0.06', '7'],
  ]),
};

const placeColumns = [
  column('country', 'text', { length: 2, required: true }),
  column('city', 'text', { length: 30, required: true }),
  column('label', 'text'),
  column('opens', 'time'),
];

const place: DataTable = {
  name: 'place',
  columns: placeColumns,
  primaryKey: ['country', 'city'],
  foreignKeys: [],
  rows: rowsOf(placeColumns, [
    ['DE', 'Köln', 'the dome', '09:00:00'],
    ['DE', 'köln', null, '23:59:59'],
    ['FR', 'Nîmes', 'ARENA', '00:00:00'],
    ['FR', '', 'nameless', null],
    ['GR', 'Αθήνα', 'ΑΚΡΌΠΟΛΙΣ', '12:30:15'],
    ['fr', 'Nîmes', 'arena', '09:00:00'],
    ['XX', 'Nowhere', null, null],
  ]),
};

const visitColumns = [
  column('id', 'integer', { required: true }),
  column('person_id', 'integer'),
  column('guide_id', 'integer'),
  column('country', 'text', { length: 2 }),
  column('city', 'text', { length: 30 }),
  column('day', 'date'),
  column('cost', 'decimal', { precision: 12, scale: 2, portable: false }),
  column('fine', 'decimal', { precision: 24, scale: 12, textual: false, portable: false }),
  column('stars', 'integer'),
];

const visit: DataTable = {
  name: 'visit',
  columns: visitColumns,
  primaryKey: ['id'],
  foreignKeys: [
    { columns: ['person_id'], target: 'person', targetColumns: ['id'] },
    { columns: ['guide_id'], target: 'person', targetColumns: ['id'] },
    { columns: ['country', 'city'], target: 'place', targetColumns: ['country', 'city'] },
  ],
  rows: rowsOf(visitColumns, [
    [101, 1, 2, 'DE', 'Köln', '2024-01-31', '10.00', '0.123456789012', 5],
    [102, 1, null, 'DE', 'köln', '2024-02-01', '20.50', '0.123456789013', 3],
    [103, 1, 1, 'FR', 'Nîmes', '2024-02-29', '0.01', '123456789012.000000000001', null],
    [104, 2, 3, 'FR', null, '2024-03-31', null, null, 4],
    [105, 3, 3, null, 'Nîmes', '2024-04-01', '99.99', '-123456789012.999999999999', 1],
    [106, 4, 1, 'GR', 'Αθήνα', null, '10.00', '1.000000000000', 5],
    [107, null, 5, 'fr', 'Nîmes', '2023-12-31', '-3.50', '-0.000000000001', 2],
    [108, null, null, null, null, null, null, null, null],
    [109, 7, 6, 'FR', '', '2024-12-30', '1000.10', '5.5', 5],
    [110, 8, 7, 'DE', 'Köln', '2025-01-01', '7.77', '0.1', 3],
    [111, 9, 7, 'DE', 'Köln', '2025-01-05', '7.77', '0.2', 3],
    [112, 1, 7, 'DE', 'Köln', '2025-01-06', '7.78', '0.3', 2],
  ]),
};

const stepColumns = [
  column('visit_id', 'integer', { required: true }),
  column('seq', 'integer', { required: true }),
  column('word', 'text', { length: 20 }),
  column('length', 'double', {}),
];

const step: DataTable = {
  name: 'step',
  columns: stepColumns,
  primaryKey: ['visit_id', 'seq'],
  foreignKeys: [{ columns: ['visit_id'], target: 'visit', targetColumns: ['id'] }],
  rows: rowsOf(stepColumns, [
    [101, 1, 'up', 1.5],
    [101, 2, 'UP', 2.5],
    [101, 3, null, null],
    [102, 1, 'down', 0.25],
    [104, 1, 'up', 4.75],
    [104, 2, 'dOwN', 0.5],
    [105, 1, '50%_\\off', 0.5],
    [109, 7, '50%', -8.5],
    [109, 8, '', 8.5],
  ]),
};

const tagColumns = [
  column('word', 'text', { length: 20 }),
  column('weight', 'integer'),
  column('day', 'date'),
];

/** No key at all, duplicate rows, a row of nulls. */
const tag: DataTable = {
  name: 'tag',
  columns: tagColumns,
  primaryKey: [],
  foreignKeys: [],
  rows: rowsOf(tagColumns, [
    ['red', 1, '2024-01-01'],
    ['red', 1, '2024-01-01'],
    ['Red', 2, null],
    ['RED', null, '2024-02-29'],
    [null, null, null],
    [null, 1, '2024-01-01'],
    [null, null, null],
    ['grün', 3, '2023-12-31'],
    ['GRÜN', 3, '2024-12-31'],
  ]),
};

const topColumns = [
  column('id', 'integer'),
  column('person_id', 'integer'),
  column('city', 'text', { length: 30 }),
  column('day', 'date'),
  column('stars', 'integer'),
];

const topVisit: DataTable = {
  name: 'top_visit',
  columns: topColumns,
  primaryKey: [],
  foreignKeys: [],
  view: 'SELECT id, person_id, city, day, stars FROM visit WHERE stars >= 3',
  rows: visit.rows
    .filter((row) => ['3', '4', '5'].includes(String(numberOf(row[8]))))
    .map((row) => [row[0] ?? null, row[1] ?? null, row[4] ?? null, row[5] ?? null, row[8] ?? null]),
};

function numberOf(value: Value | undefined): bigint | null {
  return typeof value === 'object' && value !== null ? value.unscaled : null;
}

const oddColumns = [
  column('select', 'integer', { required: true }),
  column('a "quoted" name', 'text'),
  column('back`tick', 'integer'),
  column('dot.ted', 'date'),
  column('__proto__', 'text'),
  column('Ünï;--', 'boolean'),
  column('code', 'uuid'),
  column('raw', 'binary'),
  column('wild', 'double', { textual: false, portable: false }),
];

const odd: DataTable = {
  name: 'order by "x"',
  columns: oddColumns,
  primaryKey: ['select'],
  foreignKeys: [{ columns: ['back`tick'], target: 'person', targetColumns: ['id'] }],
  rows: rowsOf(oddColumns, [
    [1, 'one', 1, '2024-01-01', 'toString', true, '0f8fad5b-d9cb-469f-a165-70867728950e', 'AAEC/w==', 1e300],
    [2, null, 1, null, '__proto__', false, '7c9e6679-7425-40de-944b-e07fc1f90ae7', '', -1e300],
    [3, 'One', null, '2024-06-30', null, null, null, null, 5e-300],
    [
      4,
      'ONE\u2028',
      20,
      '2024-07-01',
      'constructor',
      true,
      '00000000-0000-0000-0000-000000000000',
      '4pyT',
      0.1,
    ],
    [5, '', 20, '2024-06-30', '', true, 'ffffffff-ffff-ffff-ffff-ffffffffffff', 'AA==', null],
  ]),
};

const wordColumns = [
  column('id', 'integer', { required: true }),
  column('word', 'text', { length: 20 }),
  column('other', 'text', { length: 20 }),
];

/** Words that differ only in case, and words that look like patterns. */
const word: DataTable = {
  name: 'word',
  columns: wordColumns,
  primaryKey: ['id'],
  foreignKeys: [],
  rows: rowsOf(wordColumns, [
    [1, 'ΛΌΓΟΣ', 'λόγος'],
    [2, 'λόγος', 'λόγοσ'],
    [3, 'ς', 'σ'],
    [4, 'Σ', 'ς'],
    [5, 'Éa', 'éA'],
    [6, 'ß', 'ẞ'],
    [7, 'ss', 'SS'],
    [8, 'İ', 'i'],
    [9, 'ı', 'I'],
    [10, 'Ж', 'ж'],
    [11, '𐐀', '𐐨'],
    [12, 'ǅ', 'ǆ'],
    [13, 'a_c', 'abc'],
    [14, 'abc', 'A_C'],
    [15, '5%', '50%'],
    [16, '%', '_'],
    [17, '\\', 'a\\'],
    [18, '\\%', '\\_'],
    [19, 'z[a-z]*?', 'Z'],
    [20, '', null],
    [21, null, ''],
    [22, '!', '!%'],
    [23, 'a ', 'a'],
    [24, 'K', 'k'],
  ]),
};

const numberColumns = [
  column('id', 'integer', { required: true }),
  column('whole', 'bigint'),
  column('part', 'decimal', { precision: 30, scale: 12, textual: false, portable: false }),
  column('real', 'double', { textual: false, portable: false }),
];

/** Neighbouring numbers, some of which are equal as doubles. */
const number: DataTable = {
  name: 'number',
  columns: numberColumns,
  primaryKey: ['id'],
  foreignKeys: [],
  rows: rowsOf(numberColumns, [
    [1, '9007199254740991', '0.1', 0.1],
    [2, '9007199254740992', '0.100000000001', 0.30000000000000004],
    [3, '9007199254740993', '0.2', 0.3],
    [4, '9007199254740994', '0.3', 1e23],
    [5, '9223372036854775806', '123456789012345678.000000000001', 9007199254740992],
    [6, '9223372036854775807', '123456789012345678.000000000002', 4.35],
    [7, '-9223372036854775808', '-0.000000000001', -0.5],
    [8, '-9007199254740993', '-123456789012345678.5', 5e-324],
    [9, null, null, null],
    [10, '0', '0', 1.7976931348623157e308],
    [11, '10', '10', 2.5],
    [12, '-10', '9.999999999999', -2.5],
  ]),
};

const landColumns = [
  column('id', 'integer', { required: true }),
  column('name', 'text', { length: 20 }),
  column('owner_id', 'integer'),
];

const land: DataTable = {
  name: 'far.land',
  schema: 'far',
  columns: landColumns,
  primaryKey: ['id'],
  foreignKeys: [{ columns: ['owner_id'], target: 'person', targetColumns: ['id'] }],
  engines: ['postgres'],
  rows: rowsOf(landColumns, [
    [1, 'moor', 1],
    [2, 'Moor', 1],
    [3, null, 2],
    [4, 'fen', null],
  ]),
};

const alarmColumns = [
  column('id', 'integer', { required: true }),
  column('person_id', 'integer'),
  column('at', 'datetime', { isInstant: true, portable: false }),
  column('until', 'datetime', { isInstant: true, portable: false }),
  column('day', 'date'),
];

/** Instants around skipped and repeated hours, and around midnight in several zones. */
const alarm: DataTable = {
  name: 'alarm',
  columns: alarmColumns,
  primaryKey: ['id'],
  foreignKeys: [{ columns: ['person_id'], target: 'person', targetColumns: ['id'] }],
  rows: rowsOf(alarmColumns, [
    [1, 1, '2024-03-30T22:59:59Z', '2024-03-30T23:00:00Z', '2024-03-30'],
    [2, 1, '2024-03-31T00:59:59Z', '2024-03-31T01:00:00Z', '2024-03-31'],
    [3, 2, '2024-10-27T00:30:00Z', '2024-10-27T01:30:00Z', '2024-10-27'],
    [4, 2, '2024-10-27T00:30:00Z', null, null],
    [5, 3, '2024-03-10T06:59:59Z', '2024-03-10T07:00:00Z', '2024-03-10'],
    [6, null, '2024-11-03T05:15:00Z', '2024-11-03T06:15:00Z', '2024-11-03'],
    [7, 7, '2023-12-31T18:29:59Z', '2023-12-31T18:30:00Z', '2024-01-01'],
    [8, 7, '2024-01-01T04:59:59Z', '2024-01-01T05:00:00Z', '2024-01-01'],
    [9, 8, null, '2024-02-29T23:30:00Z', '2024-02-29'],
    [10, 9, '2037-12-31T23:59:59Z', '1975-06-01T00:00:00Z', '2024-03-31'],
    [11, 1, '2024-03-31T00:45:12Z', '2024-03-31T00:45:11Z', '2024-03-31'],
  ]),
};

export const zoo: DataSet = {
  name: 'zoo',
  tables: [person, place, visit, step, tag, topVisit, odd, word, number, alarm, land],
};
