/** Computed values and parameters: the documentation's rules one by one, the same on every engine. */
import { LosslessNumber } from 'lossless-json';
import { describe, expect, test, vi } from 'vitest';
import { isLongRun } from '../support/long-run.ts';
import { type Engine, engines } from '../support/servers.ts';
import { choice, fn, func, group, shopOn, value } from './shop.ts';

const hidden = (id: string) => ({ id, selected: false });
const isFirst = func('EQ', { alias: 'id' }, { value: 1 });

/** A row of values, an odd one, and one of nulls. */
const kinds: Record<Engine, string> = {
  sqlite: `CREATE TABLE kind (id INTEGER PRIMARY KEY, b BOOLEAN, d DATE, t DATETIME, f DOUBLE, n NUMERIC(20,6), big BIGINT, s TEXT, raw BLOB);`,
  postgres: `CREATE TABLE kind (id INTEGER PRIMARY KEY, b BOOLEAN, d DATE, t TIMESTAMP, f DOUBLE PRECISION, n NUMERIC(20,6), big BIGINT, s TEXT, raw BYTEA);`,
  duckdb: `CREATE TABLE kind (id INTEGER PRIMARY KEY, b BOOLEAN, d DATE, t TIMESTAMP, f DOUBLE, n NUMERIC(20,6), big BIGINT, s TEXT, raw BLOB);`,
  mysql: `CREATE TABLE kind (id INTEGER PRIMARY KEY, b BOOLEAN, d DATE, t DATETIME(6), f DOUBLE, n NUMERIC(20,6), big BIGINT, s TEXT, raw VARBINARY(20));`,
};
const rows = `INSERT INTO kind VALUES
  (1, true, '2024-01-31', '2024-12-30 23:59:59.5', 0.1, 1234567.125000, 999999999999999999, 'Ab c', BYTES),
  (2, false, '1999-12-31', '1999-12-31 00:00:00', -2.5, 0.000001, -9223372036854775807, '', null),
  (3, null, null, null, null, null, null, null, null);`;
const bytes: Record<Engine, string> = {
  sqlite: "x'00ff41'",
  postgres: "'\\x00ff41'",
  duckdb: "unhex('00ff41')",
  mysql: "x'00ff41'",
};
const kind = (engine: Engine) => kinds[engine] + rows.replaceAll('BYTES', bytes[engine]);

const columns = ['b', 'd', 't', 'f', 'n', 'big', 's'];
const fromRow = (id: number, expr: object) => ({
  entities: [{ id: 'kind', attributes: [hidden('id'), ...columns.map(hidden), { alias: 'x', expr }] }],
  where: func('EQ', { alias: 'id' }, { value: id }),
});
/** The same for several expressions, each a column of the answer. */
const fromRowTogether = (id: number, exprs: readonly object[]) => {
  const attributes = exprs.map((expr, i) => ({ alias: `x${i}`, expr }));
  const { where } = fromRow(id, {});
  return {
    entities: [
      { id: 'kind', attributes: [hidden('id'), ...columns.map(hidden), ...attributes, hidden('raw')] },
    ],
    where,
  };
};
/** A statement takes longer than its values, so they are combined; the long run tests each value by itself. */
const atOnce = isLongRun ? 1 : 8;
function together<T extends readonly [name: string, ...unknown[]]>(cases: readonly T[]): [string, T[]][] {
  return Array.from({ length: Math.ceil(cases.length / atOnce) }, (_, i) => {
    const some = cases.slice(i * atOnce, (i + 1) * atOnce);
    return [some.map(([name]) => name).join('; '), some];
  });
}
const deep = (levels: number): object => (levels === 1 ? value(1) : fn('NEG', deep(levels - 1)));
const thousands = (of: string) => fn('MUL', of, value(new LosslessNumber('1000.00')));
const thousandths = (of: string) => fn('DIV', of, value(new LosslessNumber('0.001')));
const no = (type: string) => fn('CAST', value(null), value(type));
const d = (text: string) => fn('CAST', value(text), value('date'));
const t = (text: string) => fn('CAST', value(text), value('datetime'));

describe.each(engines)('computed values on %s', (engine) => {
  const shop = shopOn(engine, kind(engine));

  const values: [string, object, unknown][] = [
    // Numbers.
    ['sum of three', fn('ADD', value(0.1), value(0.2), value(0.3)), 0.6],
    ['sum of a double', fn('ADD', 'f', value(0.2)), 0.3],
    ['sum of decimals', fn('ADD', 'n', value(0.000001)), 1234567.125001],
    ['product of decimals', fn('MUL', 'n', 'f'), 123456.7125],
    ['product of three', fn('MUL', value(2), value(3), value(0.5)), 3],
    ['difference', fn('SUB', value(0.3), value(0.1)), 0.2],
    ['whole sum', fn('ADD', 'id', value(1)), 2],
    ['18 digits as text', fn('CONCAT', fn('SUB', 'big', value(1)), value('')), '999999999999999998'],
    ['18 digits negated as text', fn('CONCAT', fn('NEG', 'big'), value('')), '-999999999999999999'],
    ['18 digits rounded', fn('CONCAT', fn('ROUND', 'big'), value('')), '999999999999999999'],
    ['18 digits floored', fn('CONCAT', fn('FLOOR', 'big'), value('')), '999999999999999999'],
    [
      '18 digits cast',
      fn('CONCAT', fn('CAST', value('999999999999999997'), value('integer')), value('')),
      '999999999999999997',
    ],
    ['18 digits, remainder', fn('MOD', 'big', value(10)), 9],
    ['18 digits, magnitude', fn('CONCAT', fn('ABS', fn('NEG', 'big')), value('')), '999999999999999999'],
    ['overflow', fn('MUL', 'big', value(100)), null],
    ['product of decimals beyond all digits', fn('MUL', thousands('big'), thousands('big')), null],
    ['product of quotients beyond all digits', fn('MUL', thousandths('big'), thousandths('big')), null],
    ['decimals where whole numbers overflow', fn('MUL', 'big', value(new LosslessNumber('100.00'))), 1e20],
    ['decimals by their exponent', fn('MUL', 'big', value(new LosslessNumber('1e2'))), 1e20],
    ['18 digits divided by one', fn('CONCAT', fn('DIV', 'big', value(1)), value('')), '999999999999999999'],
    ['overflow by cast', fn('CAST', value('99999999999999999999'), value('integer')), null],
    ['overflow by text', fn('CAST', value('1e99'), value('numeric')), null],
    ['no integer division', fn('DIV', 'id', value(2)), 0.5],
    ['negative quotient', fn('DIV', value(-1), value(3)), -0.333333333333],
    ['quotient of decimals', fn('DIV', 'n', value(0.5)), 2469134.25],
    ['quotient by a double', fn('DIV', value(1), 'f'), 10],
    ['by zero', fn('DIV', 'n', fn('SUB', 'id', value(1))), null],
    ['remainder by zero', fn('MOD', 'n', fn('SUB', 'id', value(1))), null],
    ['remainder of decimals', fn('MOD', value(-5.5), value(2)), -1.5],
    ['remainder, negative divisor', fn('MOD', value(5), value(-3)), 2],
    ['remainder of a larger one', fn('MOD', value(0.3), value(0.1)), 0],
    ['nothing negated', fn('NEG', value(0)), 0],
    ['nothing negated as text', fn('CONCAT', fn('NEG', value(0.0)), value('')), '0'],
    ['negative zero', fn('CONCAT', fn('ROUND', value(-0.4)), value('')), '0'],
    ['negative zero of a ceiling', fn('CONCAT', fn('CEIL', value(-0.4)), value('')), '0'],
    ['negative zero of a remainder', fn('CONCAT', fn('MOD', value(-4), value(2)), value('')), '0'],
    ['negative zero of a product', fn('CONCAT', fn('MUL', value(-1.5), value(0)), value('')), '0'],
    ['half', fn('ROUND', value(0.5)), 1],
    ['half below', fn('ROUND', value(-0.5)), -1],
    ['half of two', fn('ROUND', value(2.675), value(2)), 2.68],
    ['half of a computed one', fn('ROUND', fn('MUL', value(1.15), value(0.1)), value(2)), 0.12],
    ['tens', fn('ROUND', value(15), value(-1)), 20],
    ['tens below', fn('ROUND', value(-15), value(-1)), -20],
    ['more digits than there are', fn('ROUND', value(1.5), value(9)), 1.5],
    ['very many digits', fn('ROUND', value(1.5), value(5000)), 1.5],
    ['very few digits', fn('ROUND', value(1.5), value(-5000)), 0],
    ['digits of a column', fn('ROUND', 'n', 'id'), 1234567.1],
    ['a decimal', fn('ROUND', 'n', value(2)), 1234567.13],
    ['a double', fn('ROUND', fn('ADD', 'f', value(0.395)), value(2)), 0.5],
    ['floor', fn('FLOOR', 'n'), 1234567],
    ['ceiling', fn('CEIL', 'n'), 1234568],
    ['ceiling of a whole one', fn('CEIL', value(2)), 2],
    // Texts.
    ['a double as text', fn('CONCAT', 'f', value('')), '0.1'],
    ['a truth as text', fn('CONCAT', 'b', value('')), 'true'],
    ['a day as text', fn('CONCAT', 'd', value('')), '2024-01-31'],
    ['a quotient as text', fn('CONCAT', fn('DIV', value(1), value(4)), value('')), '0.25'],
    ['a whole quotient as text', fn('CONCAT', fn('DIV', value(4), value(2)), value('')), '2'],
    ['a comparison of case as text', fn('UPPER', 'b'), 'TRUE'],
    ['length of a day', fn('LENGTH', 'd'), 10],
    ['length of a truth', fn('LENGTH', 'b'), 4],
    ['length of nothing', fn('LENGTH', value('')), 0],
    ['length of spaces', fn('LENGTH', value('  ')), 2],
    ['part of a day', fn('SUBSTRING', 'd', value(1), value(4)), '2024'],
    ['trimmed number', fn('TRIM', 'id'), '1'],
    ['lower truth', fn('LOWER', 'b'), 'true'],
    ['inner spaces stay', fn('TRIM', value('  a  b  ')), 'a  b'],
    ['only spaces', fn('TRIM', value('   ')), ''],
    ['no-break space stays', fn('TRIM', value('\u00a0a ')), '\u00a0a'],
    ['newline stays', fn('TRIM', value(' \na\n ')), '\na\n'],
    ['Greek', fn('UPPER', value('οδός')), 'ΟΔΌΣ'],
    ['Cyrillic', fn('LOWER', value('ЖЁ')), 'жё'],
    ['Deseret', fn('LOWER', value('\u{10400}')), '\u{10428}'],
    ['ligature', fn('UPPER', value('ﬁ')), 'FI'],
    ['a final sigma stays', fn('LOWER', value('νίκος')), 'νίκος'],
    ['dotted capital', fn('LOWER', value('İ')), 'i̇'],
    ['a final sigma comes', fn('LOWER', value('ΝΙΚΟΣ ΣΟΦΟΣ')), 'νικος σοφος'],
    ['combined letters', fn('LENGTH', value('e\u0301')), 2],
    ['before the text', fn('SUBSTRING', value('abc'), value(-1), value(3)), 'a'],
    ['without count before the text', fn('SUBSTRING', value('abc'), value(-5)), 'abc'],
    ['count none', fn('SUBSTRING', value('abc'), value(1), value(0)), ''],
    ['count beyond', fn('SUBSTRING', value('abc'), value(2), value(99999999999)), 'bc'],
    ['replaced nothing', fn('REPLACE', value('abc'), value(''), value('x')), 'abc'],
    ['replaced by nothing', fn('REPLACE', value('abcb'), value('b'), value('')), 'ac'],
    ['replaced heeding accents', fn('REPLACE', value('aäa'), value('a'), value('x')), 'xäx'],
    // Nulls.
    ['null text', fn('CONCAT', value('a'), no('text')), null],
    ['null number in a text', fn('CONCAT', no('integer'), value('a')), null],
    ['null first', fn('COALESCE', no('numeric'), value(1.5)), 1.5],
    ['all null', fn('COALESCE', no('integer'), no('integer')), null],
    ['null is nothing', fn('NULLIF', no('integer'), value(1)), null],
    ['unless null', fn('NULLIF', value(1), no('integer')), 1],
    ['equal numbers', fn('NULLIF', value(1), value(1.0)), null],
    ['equal across kinds', fn('NULLIF', 'n', value(1234567.125)), null],
    ['nearly equal, with more decimals', fn('NULLIF', value(0.5), value(0.495)), 0.5],
    ['null digits', fn('ROUND', value(1.5), no('integer')), null],
    ['null count', fn('SUBSTRING', value('abc'), value(1), no('integer')), null],
    ['null replacement', fn('REPLACE', value('abc'), value('z'), no('text')), null],
    ['null shift', fn('SHIFT', 'd', no('integer'), value('day')), null],
    ['null distance', fn('DISTANCE', 'd', no('date'), value('day')), null],
    ['null part', fn('PART', no('datetime'), value('year')), null],
    ['null truncated', fn('TRUNCATE', no('date'), value('year')), null],
    ['no fraction by cast', t('2024-05-01 10:00'), '2024-05-01T10:00:00'],
    ['no second more by cast', t('2024-12-31T23:59:59.9999999'), '2024-12-31T23:59:59.999999'],
    ['null cast', fn('CAST', no('text'), value('boolean')), null],
    [
      'unknown is not taken',
      choice([[func('GT', { alias: 'nothing' }, { value: 0 }), value('yes')]], value('no')),
      'no',
    ],
    [
      'not unknown is not taken',
      choice([[group('NOT', func('GT', { alias: 'nothing' }, { value: 0 })), value('yes')]], value('no')),
      'no',
    ],
    ['no else', choice([[func('GT', { alias: 'id' }, { value: 5 }), value('yes')]]), null],
    [
      'the first of two',
      choice([
        [isFirst, value('a')],
        [isFirst, value('b')],
      ]),
      'a',
    ],
    ['whole and decimal branches', choice([[isFirst, value(1)]], value(2.5)), 1],
    ['a null branch', choice([[isFirst, value(null)]], value(2.5)), null],
    ['days of branches', choice([[isFirst, { alias: 'd' }]], d('2000-01-01')), '2024-01-31'],
    // Dates and times.
    ['year', fn('PART', 'd', value('year')), 2024],
    ['second', fn('PART', 't', value('second')), 59],
    ['minute', fn('PART', 't', value('minute')), 59],
    ['week of next year', fn('PART', 't', value('week')), 1],
    ['week 53', fn('PART', d('2020-12-31'), value('week')), 53],
    ['week 52 of last year', fn('PART', d('2023-01-01'), value('week')), 52],
    ['Monday', fn('PART', 't', value('weekday')), 1],
    ['Sunday', fn('PART', d('2024-03-03'), value('weekday')), 7],
    ['last quarter', fn('PART', 't', value('quarter')), 4],
    ['a day by week', fn('TRUNCATE', d('2024-03-03'), value('week')), '2024-02-26'],
    ['a day by month', fn('TRUNCATE', 'd', value('month')), '2024-01-01'],
    ['a day of the first century by year', fn('TRUNCATE', d('0069-05-05'), value('year')), '0069-01-01'],
    [
      'a day of the first century by quarter',
      fn('TRUNCATE', d('0099-12-31'), value('quarter')),
      '0099-10-01',
    ],
    ['a moment by hour', fn('TRUNCATE', 't', value('hour')), '2024-12-30T23:00:00'],
    ['a moment by day', fn('TRUNCATE', 't', value('day')), '2024-12-30T00:00:00'],
    ['a moment by week', fn('TRUNCATE', t('2025-01-01T05:00:00'), value('week')), '2024-12-30T00:00:00'],
    ['a day by a month', fn('SHIFT', 'd', value(1), value('month')), '2024-02-29'],
    ['a day by a month back', fn('SHIFT', d('2024-03-31'), value(-1), value('month')), '2024-02-29'],
    ['a day by a quarter', fn('SHIFT', d('2023-11-30'), value(1), value('quarter')), '2024-02-29'],
    ['a leap day by years', fn('SHIFT', d('2024-02-29'), value(4), value('year')), '2028-02-29'],
    ['a day by weeks', fn('SHIFT', 'd', value(-2), value('week')), '2024-01-17'],
    ['by a column', fn('SHIFT', 'd', 'id', value('day')), '2024-02-01'],
    ['before all years', fn('SHIFT', d('0001-01-01'), value(-1), value('day')), null],
    ['after all years', fn('SHIFT', d('9999-12-31'), value(1), value('day')), null],
    ['thousands of years before all', fn('SHIFT', d('0001-01-01'), value(-9000), value('year')), null],
    ['months before all years', fn('SHIFT', 't', value(-100_000), value('month')), null],
    ['days before all years', fn('SHIFT', 't', value(-3_000_000), value('day')), null],
    ['thousands of years', fn('SHIFT', d('9996-02-29'), value(-9990), value('year')), '0006-02-28'],
    ['thousands of weeks', fn('SHIFT', d('9999-12-31'), value(-521_722), value('week')), '0001-01-05'],
    [
      'to the first moment',
      fn('SHIFT', t('0001-01-01T00:00:01'), value(-1), value('second')),
      '0001-01-01T00:00:00',
    ],
    ['before the first moment', fn('SHIFT', t('0001-01-01T00:00:00.5'), value(-1), value('second')), null],
    ['to the last day', fn('SHIFT', d('9999-12-30'), value(1), value('day')), '9999-12-31'],
    ['far away', fn('SHIFT', 't', value(999999999999999), value('second')), null],
    ['months', fn('DISTANCE', d('2023-01-31'), d('2024-01-30'), value('month')), 11],
    ['a year', fn('DISTANCE', d('2023-01-31'), d('2024-01-31'), value('year')), 1],
    ['a leap year', fn('DISTANCE', d('2024-02-29'), d('2025-02-28'), value('year')), 0],
    ['months back', fn('DISTANCE', d('2024-03-31'), d('2024-02-29'), value('month')), -1],
    ['months back, not whole', fn('DISTANCE', d('2024-02-29'), d('2024-01-31'), value('month')), 0],
    ['quarters', fn('DISTANCE', d('2023-01-15'), d('2024-01-14'), value('quarter')), 3],
    ['weeks back', fn('DISTANCE', d('2024-01-15'), d('2024-01-02'), value('week')), -1],
    ['days', fn('DISTANCE', 'd', 't', value('day')), 334],
    ['hours over the end of a month', fn('DISTANCE', d('2024-02-28'), d('2024-03-01'), value('hour')), 48],
    ['seconds', fn('DISTANCE', 't', t('2024-12-31T00:00:00'), value('second')), 0],
    ['minutes back', fn('DISTANCE', t('2024-01-01T00:01:00'), t('2023-12-31T23:59:30'), value('minute')), -1],
    [
      'months by the clock',
      fn('DISTANCE', t('2024-01-10T12:00:00'), t('2024-02-10T11:59:59'), value('month')),
      0,
    ],
    ['distance over all years', fn('DISTANCE', d('0001-01-01'), d('9999-12-31'), value('day')), 3652058],
    // Casts.
    ['whole', fn('CAST', 'n', value('integer')), 1234567],
    ['half away', fn('CAST', value(-2.5), value('integer')), -3],
    ['whole by text', fn('CAST', value('0.495'), value('numeric')), 0.495],
    ['signed', fn('CAST', value('+5'), value('integer')), 5],
    ['no number', fn('CAST', value(''), value('integer')), null],
    ['no number either', fn('CAST', value('1,5'), value('numeric')), null],
    ['no hexadecimal', fn('CAST', value('0x10'), value('numeric')), null],
    ['no NaN', fn('CAST', value('NaN'), value('numeric')), null],
    ['no infinity', fn('CAST', value('Infinity'), value('numeric')), null],
    ['a lone sign', fn('CAST', value('-'), value('numeric')), null],
    ['a newline after', fn('CAST', value('5\n'), value('integer')), null],
    ['day of a moment', fn('CAST', 't', value('date')), '2024-12-30'],
    ['moment of a day', fn('CAST', 'd', value('datetime')), '2024-01-31T00:00:00'],
    ['day of a text with time', fn('CAST', value('2024-01-31 10:00:00'), value('date')), '2024-01-31'],
    ['fraction of a second', t('2024-01-31T10:00:00.5'), '2024-01-31T10:00:00.5'],
    ['microseconds', t('2024-01-31 10:00:00.123456'), '2024-01-31T10:00:00.123456'],
    ['a fraction of nothing', t('2024-01-31 10:00:10.000'), '2024-01-31T10:00:10'],
    ['fraction as text', fn('CAST', t('2024-01-31T10:00:00.250'), value('text')), '2024-01-31T10:00:00.25'],
    [
      'a fraction later',
      fn('SHIFT', t('2024-01-31T10:00:00.5'), value(1), value('hour')),
      '2024-01-31T11:00:00.5',
    ],
    [
      'a fraction short of a minute',
      fn('DISTANCE', t('2024-01-31T10:00:00.5'), t('2024-01-31T10:01:00'), value('minute')),
      0,
    ],
    ['no month 13', fn('CAST', value('2024-13-01'), value('date')), null],
    ['no hour 24', fn('CAST', value('2024-12-01T24:00:00'), value('datetime')), null],
    ['no day of a number', fn('CAST', value('20240131'), value('date')), null],
    ['no leap day of 1900', fn('CAST', value('1900-02-29'), value('date')), null],
    ['false', fn('CAST', value('FALSE'), value('boolean')), false],
    ['no truth', fn('CAST', value('yes'), value('boolean')), null],
    ['truth as text', fn('CAST', 'b', value('text')), 'true'],
    ['day as text', fn('CAST', 'd', value('text')), '2024-01-31'],
    ['a whole number is itself', fn('CAST', 'id', value('integer')), 1],
    [
      'one of any length',
      fn('CAST', fn('CAST', 'big', value('integer')), value('text')),
      '999999999999999999',
    ],
    ['bytes as text', fn('CAST', 'raw', value('text')), 'AP9B'],
    ['bytes as text beside another', fn('CONCAT', fn('CAST', 'raw', value('text')), value('!')), 'AP9B!'],
    ['a truth is itself', fn('CAST', 'b', value('boolean')), true],
    ['a day is itself', fn('CAST', 'd', value('date')), '2024-01-31'],
    ['a text is itself', fn('CAST', 's', value('text')), 'Ab c'],
    ['32 deep', deep(32), -1],
    ['a truth alone', { alias: 'b' }, true],
    ['a number alone', value(0.495), 0.495],
  ];
  test.each(together(values))('%s', async (_names, cases) => {
    const request = fromRowTogether(
      1,
      cases.map(([, expr]) => expr),
    );
    request.entities[0]?.attributes.push({ alias: 'nothing', expr: no('integer'), selected: false });
    const [row = [], ...others] = await shop.rows(request);
    expect(cases.map(([name], i) => [name, row[i]])).toEqual(
      cases.map(([name, , expected]) => [name, expected]),
    );
    expect(row).toHaveLength(cases.length);
    expect(others).toEqual([]);
  });

  const ofNulls = [
    fn('ADD', 'n', value(1)),
    fn('NEG', 'f'),
    fn('ABS', 'f'),
    fn('ROUND', 'n', value(1)),
    fn('ROUND', 'f'),
    fn('FLOOR', 'n'),
    fn('CEIL', 'n'),
    fn('MUL', 'f', 'n'),
    fn('SUB', value(1), 'big'),
    fn('DIV', value(1), 'n'),
    fn('MOD', 'big', value(2)),
    fn('CONCAT', 's', value('a')),
    fn('CONCAT', value('a'), 'n'),
    fn('CONCAT', 'b', value('a')),
    fn('CONCAT', 'd', 't'),
    fn('UPPER', 's'),
    fn('LOWER', 's'),
    fn('TRIM', 's'),
    fn('LENGTH', 's'),
    fn('LENGTH', 'n'),
    fn('SUBSTRING', 's', value(1)),
    fn('REPLACE', 's', value('a'), value('b')),
    fn('PART', 'd', value('week')),
    fn('TRUNCATE', 't', value('month')),
    fn('SHIFT', 't', value(1), value('month')),
    fn('DISTANCE', 'd', 't', value('month')),
    fn('DISTANCE', 't', fn('NOW'), value('day')),
    fn('CAST', 'n', value('text')),
    fn('CAST', 's', value('date')),
    fn('CAST', 'd', value('datetime')),
    fn('NULLIF', 's', value('a')),
    fn('COALESCE', 'd', 'd'),
  ].map((expr): [string, object] => [JSON.stringify(expr), expr]);
  test.each(together(ofNulls))('null in a column: %s', async (_names, cases) => {
    const request = fromRowTogether(
      3,
      cases.map(([, expr]) => expr),
    );
    expect(await shop.rows(request)).toEqual([cases.map(() => null)]);
  });

  const at = '/entities/0/attributes/8';
  test.each<[string, object, string]>([
    ['33 deep', deep(33), `${at}/expr${'/args/0'.repeat(32)}`],
    ['branches of two types', choice([[isFirst, value(1)]], value('a')), `${at}/expr/else`],
    [
      'later branch',
      choice([
        [isFirst, value(1)],
        [isFirst, value('a')],
      ]),
      `${at}/expr/case/1/then`,
    ],
    ['no branches', { case: [] }, `${at}/expr/case`],
    [
      'unknown alias in a branch',
      choice([[func('EQ', { alias: 'zz' }, { value: 1 }), value(1)]]),
      `${at}/expr/case/0/when/func/args/0/alias`,
    ],
    ['three of two', fn('SUB', value(1), value(2), value(3)), `${at}/expr/args`],
    ['none of one', fn('NEG'), `${at}/expr/args`],
    ['some of none', fn('NOW', value(1)), `${at}/expr/args`],
    ['wrong type of text', fn('ABS', 's'), `${at}/expr/args/0`],
    ['a truth is no number', fn('ADD', value(1), 'b'), `${at}/expr/args/1`],
    ['a day is no number', fn('MUL', 'd', value(1)), `${at}/expr/args/0`],
    ['a number is no day', fn('DISTANCE', 'd', value(1), value('day')), `${at}/expr/args/1`],
    ['unknown type', fn('CAST', 's', value('blob')), `${at}/expr/args/1`],
    ['a day has no hour', fn('PART', 'd', value('hour')), `${at}/expr/args/0`],
    ['a day is not shifted by hours', fn('SHIFT', 'd', value(25), value('hour')), `${at}/expr/args/0`],
    ['unit of a column', fn('PART', 'd', 's'), `${at}/expr/args/1`],
    ['no weekday to shift by', fn('SHIFT', 'd', value(1), value('weekday')), `${at}/expr/args/2`],
    ['no minute to truncate by', fn('TRUNCATE', 't', value('minute')), `${at}/expr/args/1`],
    ['a list', { value: [1, 2] }, `${at}/expr/value`],
  ])('refuses: %s', async (_name, expr, pointer) => {
    expect(await shop.refusal(fromRow(1, expr))).toMatchObject({ status: 400, pointer });
  });

  test('a heavily repeated text is computed once, or refused before SQL is generated', async () => {
    const often = (levels: number): object =>
      levels === 0 ? { alias: 'd' } : fn('CAST', fn('CAST', often(levels - 1), value('text')), value('date'));
    expect(await shop.rows(fromRow(1, often(2)))).toEqual([['2024-01-31']]);
    const deep = fromRow(1, often(15));
    if (engine === 'sqlite') expect(await shop.rows(deep)).toEqual([['2024-01-31']]);
    else expect(await shop.refusal(deep)).toMatchObject({ status: 400 });
  });

  test.each([
    ['d', '2024-02-30'],
    ['d', '2023-02-29'],
    ['d', '2024-13-01'],
    ['d', '10000-04-31'],
    ['t', '2024-02-30'],
    ['t', '2024-02-29T23:59:60'],
    ['t', '2024-02-29 25:00:00'],
  ])('%s is not compared with %s, which does not exist', async (id, text) => {
    const asked = {
      entities: [{ id: 'kind', attributes: [{ id: 'id' }, hidden(id)] }],
      where: func('LT', { alias: id }, value(text)),
    };
    expect(await shop.refusal(asked)).toMatchObject({ status: 400, pointer: '/where/func/args/1/value' });
  });

  test('a date may be shifted 31 times', async () => {
    const shifted = (times: number): object =>
      times === 0 ? { alias: 'd' } : fn('SHIFT', shifted(times - 1), value(1), value('day'));
    expect(await shop.rows(fromRow(1, shifted(31)))).toEqual([['2024-03-02']]);
  });

  test('refuses a cycle of two fields', async () => {
    const asked = fromRow(1, fn('NEG', 'y'));
    asked.entities[0]?.attributes.push({ alias: 'y', expr: fn('NEG', 'x'), selected: false });
    expect(await shop.refusal(asked)).toMatchObject({ status: 400 });
  });

  const param = (type: string, given: unknown, more: object = {}) => ({
    ...fromRow(1, fn('CONCAT', { param: 'p' }, value('|'))),
    parameters: [{ name: 'p', type, ...more }],
    ...(given === undefined ? {} : { arguments: { p: given } }),
  });
  test.each<[string, unknown, object, unknown]>([
    ['integer', 7, {}, '7|'],
    ['integer', '7', {}, '7|'],
    ['integer', '-7', {}, '-7|'],
    ['numeric', 1.5, {}, '1.5|'],
    ['numeric', '1.50', {}, '1.5|'],
    ['numeric', '0.1', {}, '0.1|'],
    ['integer', '999999999999999999', {}, '999999999999999999|'],
    ['text', 'x', {}, 'x|'],
    ['text', '', {}, '|'],
    ['boolean', true, {}, 'true|'],
    ['boolean', false, {}, 'false|'],
    ['date', '2024-02-29', {}, '2024-02-29|'],
    ['datetime', '2024-02-29T10:00:00', {}, '2024-02-29T10:00:00|'],
    ['datetime', '2024-02-29 10:00:00', {}, '2024-02-29T10:00:00|'],
    ['integer', null, {}, null],
    ['integer', undefined, {}, null],
    ['text', undefined, {}, null],
    ['date', undefined, {}, null],
    ['boolean', undefined, {}, null],
    ['integer', undefined, { default: 3 }, '3|'],
    ['integer', null, { default: '3' }, '3|'],
    ['integer', 4, { default: 3, label: 'How many' }, '4|'],
    ['text', 'x', { required: true }, 'x|'],
  ])('a parameter of type %s has the value %j with the options %j', async (type, given, more, expected) => {
    expect(await shop.rows(param(type, given, more))).toEqual([[expected]]);
  });

  test.each<[string, unknown, object, string]>([
    ['integer', 'x', {}, '/arguments/p'],
    ['integer', '1.5', {}, '/arguments/p'],
    ['integer', true, {}, '/arguments/p'],
    ['numeric', '', {}, '/arguments/p'],
    ['numeric', {}, {}, '/arguments/p'],
    ['boolean', 1, {}, '/arguments/p'],
    ['date', 20240101, {}, '/arguments/p'],
    ['date', '2023-02-29', {}, '/arguments/p'],
    ['datetime', '2024-01-01T25:00:00', {}, '/arguments/p'],
    ['text', ['a'], {}, '/arguments/p'],
    ['integer', null, { required: true }, '/parameters/0'],
    ['integer', undefined, { required: true }, '/parameters/0'],
    ['nonsense', 1, {}, '/parameters/0/type'],
  ])(
    'refuses a parameter of type %s with the value %j and the options %j',
    async (type, given, more, pointer) => {
      expect(await shop.refusal(param(type, given, more))).toMatchObject({ status: 400, pointer });
    },
  );

  test('an absent parameter removes its condition on groups and within measures of related rows', async () => {
    const parameters = [
      { name: 'p', type: 'integer' },
      { name: 'many', type: 'integer', many: true },
    ];
    const orders = {
      id: 'orders',
      attributes: [
        { id: 'customer_id', alias: 'customer', selected: false },
        { id: 'id', selected: false, summaries: ['count'] },
      ],
    };
    const having = (given: object) =>
      shop.rows({ entities: [orders], group: ['customer'], parameters, having: given });
    const absent = func('GTE', { alias: 'count_id' }, { param: 'p' });
    const three = func('EQ', { alias: 'count_id' }, { value: 3 });
    expect(await having(absent)).toEqual([
      [1, 3],
      [2, 1],
      [3, 1],
      [null, 1],
    ]);
    expect(await having(group('OR', absent, three))).toEqual([[1, 3]]);
    expect(await having(group('NOT', group('OR', absent), three))).toEqual([
      [2, 1],
      [3, 1],
      [null, 1],
    ]);
    expect(await having(group('NOT', func('IN', { alias: 'count_id' }, { param: 'many' }), three))).toEqual([
      [2, 1],
      [3, 1],
      [null, 1],
    ]);
    const rollup = {
      entity: { id: 'orders', relation: { attr_parent: 'id' }, attributes: [{ id: 'id', alias: 'order' }] },
      summary: 'count',
      where: group(
        'OR',
        func('EQ', { alias: 'order' }, { param: 'p' }),
        func('LT', { alias: 'order' }, { value: 3 }),
      ),
    };
    const customers = (more: object) =>
      shop.rows({
        entities: [{ id: 'customer', attributes: [{ id: 'id' }, { alias: 'n', rollup }] }],
        parameters,
        ...more,
      });
    expect(await customers({})).toEqual([
      [1, 2],
      [2, 0],
      [3, 0],
      [4, 0],
    ]);
    expect(await customers({ arguments: { p: 5 } })).toEqual([
      [1, 2],
      [2, 0],
      [3, 1],
      [4, 0],
    ]);
  });

  test('an absent parameter within CASE removes its condition', async () => {
    const asked = {
      ...fromRow(
        1,
        choice(
          [
            [
              group(
                'AND',
                func('EQ', { alias: 'id' }, { param: 'p' }),
                func('EQ', { alias: 'id' }, { value: 2 }),
              ),
              value('a'),
            ],
          ],
          value('b'),
        ),
      ),
      parameters: [{ name: 'p', type: 'integer' }],
    };
    expect(await shop.rows(asked)).toEqual([['b']]);
  });

  test.each<[object, number[]]>([
    [{ unit: 'week', offset: 0 }, [1]],
    [{ unit: 'week', offset: 1 }, []],
    [{ unit: 'year', offset: -25 }, [2]],
    [{ unit: 'year', offset: -25, count: 26 }, [1, 2]],
    [{ unit: 'quarter', offset: 0 }, [1]],
    [{ unit: 'day', offset: -1, count: 2 }, [1]],
    [{ unit: 'day', offset: 0, to: 'now' }, []],
    [{ unit: 'day', offset: -1, to: 'now' }, [1]],
    [{ unit: 'day', offset: -30, count: 100, to: 'now' }, [1]],
  ])('finds the rows of the period %j, and the others with NOT_IN_PERIOD', async (period, expected) => {
    // The last day of 2024 is a Tuesday.
    vi.useFakeTimers({ now: new Date('2024-12-31T12:00:00Z'), toFake: ['Date'] });
    try {
      const ask = (name: string) =>
        shop.rows({
          entities: [{ id: 'kind', attributes: [{ id: 'id' }, hidden('t')] }],
          where: func(name, { alias: 't' }, { period }),
          timezone: 'UTC',
        });
      expect((await ask('IN_PERIOD')).map(([id]) => id)).toEqual(expected);
      expect((await ask('NOT_IN_PERIOD')).map(([id]) => id)).toEqual(
        [1, 2].filter((id) => !expected.includes(id)),
      );
    } finally {
      vi.useRealTimers();
    }
  });
});
