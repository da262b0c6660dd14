/** Questions typed on Home, on the demo: the first reading, sent as a query, returns the same as hand-written SQL. */
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { buildModel, type Catalog, type Model } from '../../web/model/model.ts';
import { resultColumns } from '../../web/query/columns.ts';
import { interpretQuestion } from '../../web/query/question/question.ts';
import { toUniGrid } from '../../web/query/request.ts';
import { type Service, startService } from '../http/service.ts';
import { queryPath } from '../query/service.ts';

const file = fileURLToPath(new URL('../../dist/demo.sqlite', import.meta.url));
const Answer = z.object({ data: z.array(z.array(z.unknown())), size: z.object({ total: z.number() }) });

let demo: Database.Database;
let service: Service;
let model: Model;

beforeAll(async () => {
  demo = new Database(file, { readonly: true });
  service = await startService(`sqlite:///${file}`);
  const catalog: Catalog = JSON.parse(await (await service.get('/api/database/catalog')).text());
  model = buildModel(catalog);
});
afterAll(async () => {
  await service?.close();
  demo?.close();
});

const asked = (question: string) => interpretQuestion(model, question, () => false);

/** The rows of the first reading, as far as the first columns go. */
async function answer(question: string, columns: number): Promise<readonly unknown[][]> {
  const { readings = [], unknown = [] } = asked(question) ?? {};
  expect(unknown).toEqual([]);
  const [doc] = readings;
  const query = doc && { ...toUniGrid(doc, new Date()), limit: 20_000 };
  const asJson: unknown = await (await service.post(queryPath, query)).json();
  const { data, size } = Answer.parse(asJson);
  expect(data.length).toBe(size.total);
  return data.map((row) => row.slice(0, columns));
}

const ordered = (rows: readonly unknown[][]) => rows.map((row) => JSON.stringify(row)).toSorted();

async function check(question: string, sql: string): Promise<void> {
  const expected = demo.prepare<[], unknown[]>(sql).raw().all();
  // Neither nothing nor everything, which a condition that does not work returns, too.
  expect(expected.length).toBeGreaterThan(0);
  expect(ordered(await answer(question, expected[0]?.length ?? 0))).toEqual(ordered(expected));
}

describe('who has never had something', () => {
  const customers = (condition: string) =>
    `SELECT CustomerId FROM Customer c WHERE ${condition} (SELECT 1 FROM Invoice i WHERE i.CustomerId = c.CustomerId`;
  const never = `${customers('NOT EXISTS')})`;
  const since = `${customers('NOT EXISTS')} AND InvoiceDate >= '2024-01-01')`;
  const in2024 = `${customers('EXISTS')} AND InvoiceDate >= '2024-01-01' AND InvoiceDate < '2025-01-01')`;
  test.each([
    ['customers who have never had an invoice', never],
    ['customers who never had invoices', never],
    ['customers who have not had a single invoice', never],
    ['customers who did not have any invoice', never],
    ["customers who haven't had an invoice", never],
    ['customers who have never had an invoice since 2024', since],
    ['customers who have had an invoice in 2024', in2024],
    ['customers who had an invoice in 2024', in2024],
  ])('%s', check);

  test('is not asked with a number', () =>
    expect(asked('customers who have never had more than 5 invoices')?.unknown).toEqual([
      'have never had more than 5 invoices',
    ]));
});

describe('groups with a condition', () => {
  const groups = (field: string, of: string, measure: string, condition: string, where = 'TRUE') =>
    `SELECT ${field}, ${measure} FROM ${of} WHERE ${field} IS NOT NULL AND ${where} GROUP BY ${field}
     HAVING ${measure} ${condition}`;
  const count = 'count(*)';
  const counted = (field: string, of: string, condition: string, where?: string) =>
    groups(field, of, count, condition, where);
  const in2024 = "InvoiceDate >= '2024-01-01' AND InvoiceDate < '2025-01-01'";
  const lines = 'InvoiceLine JOIN Track USING (TrackId)';
  const revenue = 'round(sum(InvoiceLine.UnitPrice * Quantity), 2)';
  test.each([
    ['countries with more than 20 customers', counted('Country', 'Customer', '> 20')],
    ['which countries have at least 20 customers', counted('Country', 'Customer', '>= 20')],
    ['cities that have fewer than 3 customers', counted('City', 'Customer', '< 3')],
    [
      'countries with more than 10 and fewer than 20 customers',
      counted('Country', 'Customer', 'BETWEEN 11 AND 19'),
    ],
    ['titles with 2 employees', counted('Title', 'Employee', '= 2')],
    ['countries with more than 100 invoices in 2024', counted('BillingCountry', 'Invoice', '> 100', in2024)],
    [
      'countries with more than 500 invoices and fewer than 1000',
      counted('BillingCountry', 'Invoice', 'BETWEEN 501 AND 999'),
    ],
    [
      'countries with more than 50 invoices over 10',
      counted('BillingCountry', 'Invoice', '> 50', 'Total > 10'),
    ],
  ])('%s', check);

  const sum = 'round(sum(Total), 2)';
  test.each([
    ['countries with revenue over 1000', groups('BillingCountry', 'Invoice', sum, '> 1000')],
    ['countries with more than 1000 in sales', groups('BillingCountry', 'Invoice', sum, '> 1000')],
    [
      'countries with revenue over 1000 and under 2000 in 2024',
      groups('BillingCountry', 'Invoice', sum, 'BETWEEN 1000.01 AND 1999.99', in2024),
    ],
    ['genres with revenue over 2000', groups('GenreId', lines, revenue, '> 2000')],
    [
      'genres that have a total revenue of at least 500 and under 1000',
      groups('GenreId', lines, revenue, 'BETWEEN 500 AND 999.99'),
    ],
  ])('%s', async (question, sql) => {
    const expected = demo.prepare<[], unknown[]>(sql).raw().all();
    expect(expected.length).toBeGreaterThan(0);
    const { readings: [doc] = [] } = asked(question) ?? {};
    const measure = doc && resultColumns(doc, model).findIndex(({ label }) => /^Sum of /.test(label));
    const rows = (await answer(question, 3)).map((row) => [row[0], row[measure ?? 0]]);
    expect(ordered(rows)).toEqual(ordered(expected));
  });

  test('average of a field', () =>
    check(
      'countries with average total over 3.2',
      `SELECT BillingCountry FROM Invoice GROUP BY 1 HAVING avg(Total) > 3.2`,
    ));

  test.each([
    ['countries with more than 5 customers and more than 100 invoices', 'and more than 100 invoices'],
    ['countries with more than 5 customers, more than 100 invoices', 'more than 100 invoices'],
    ['countries with more than 5 customers per year', 'per year'],
    ['countries with the most customers and more than 100 invoices', 'and more than 100 invoices'],
    ['genres with more than 100 tracks and revenue over 100', 'over 100'],
    // Those that were never sold have less, too.
    ['albums with revenue under 5', 'under 5'],
  ])('%s is not half answered', (question, unknown) =>
    expect(asked(question)?.unknown.join(' ')).toContain(unknown),
  );
});

describe('an order of words that people use', () => {
  const ranked = (field: string, limit: string, where = 'TRUE') =>
    `SELECT ${field}, count(*), round(sum(Total), 2) FROM Invoice WHERE ${where}
     GROUP BY 1 ORDER BY sum(Total) ${limit}`;
  const countries = (order: string) =>
    `SELECT BillingCountry, count(*) FROM Invoice GROUP BY 1 ORDER BY ${order}`;
  const in2024 = "strftime('%Y', InvoiceDate) = '2024'";
  const spent = (condition: string) =>
    `SELECT CustomerId FROM Customer c
     WHERE coalesce((SELECT sum(Total) FROM Invoice i WHERE i.CustomerId = c.CustomerId), 0) ${condition}`;
  test.each([
    ['revenue by country top 5', ranked('BillingCountry', 'DESC LIMIT 5')],
    ['revenue by country top 5 in 2024', ranked('BillingCountry', 'DESC LIMIT 5', in2024)],
    ['revenue by country bottom 3', ranked('BillingCountry', 'LIMIT 3')],
    ['revenue by month top 3', ranked("strftime('%Y-%m-01 00:00:00', InvoiceDate)", 'DESC LIMIT 3')],
    ['average invoice per country top 3', countries('avg(Total) DESC LIMIT 3')],
    ['average invoice by country bottom 3', countries('avg(Total) LIMIT 3')],
    ['average total of invoices per country top 3', countries('avg(Total) DESC LIMIT 3')],
    ['number of invoices per country top 3', countries('count(*) DESC LIMIT 3')],
    [
      'invoices between 2024 and 2023',
      "SELECT InvoiceId FROM Invoice WHERE strftime('%Y', InvoiceDate) IN ('2023', '2024')",
    ],
    ['invoices between 10 and 5', 'SELECT InvoiceId FROM Invoice WHERE Total BETWEEN 5 AND 10'],
    [
      'invoices over 10 per country',
      'SELECT BillingCountry, count(*) FROM Invoice WHERE Total > 10 GROUP BY 1',
    ],
    [
      'newest album per artist',
      `SELECT AlbumId FROM (SELECT AlbumId, row_number() OVER
         (PARTITION BY ArtistId ORDER BY ReleaseDate DESC NULLS LAST, AlbumId) AS place FROM Album) WHERE place = 1`,
    ],
    [
      'revenue per year excluding 2024',
      `SELECT strftime('%Y-01-01 00:00:00', InvoiceDate) AS year, count(*), round(sum(Total), 2) FROM Invoice
       WHERE strftime('%Y', InvoiceDate) <> '2024' GROUP BY 1`,
    ],
    // Who never bought anything has spent less, too.
    ['customers who spent less than 10', spent('< 10')],
    ['customers who spent more than 1000', spent('> 1000')],
  ])('%s', check);

  test.each([
    ['invoices per country top 5', ['top 5']],
    ['revenue per country and year top 3', ['top 3']],
    ['top 3 totals per customer', ['top 3']],
    ['invoices per country over 10', ['over 10']],
    ['average total per country over 3', ['over 3']],
  ])('%s is not guessed', (question, unknown) => expect(asked(question)?.unknown).toEqual(unknown));
});

test('excluding a name is not asking for it', () => {
  const names = (question: string) =>
    JSON.stringify(interpretQuestion(model, question, (word) => word === 'USA')?.readings);
  expect(names('customers excluding USA')).toContain('"NONE"');
  expect(names('customers excluding USA')).toBe(names('customers except USA'));
});

describe('a calculation for each record and something else', () => {
  const each = (key: string, date: string) =>
    `SELECT CustomerId, FirstName, LastName, ${key}, 1, round(sum(Total), 2)
     FROM Customer LEFT JOIN Invoice USING (CustomerId) ${date} GROUP BY 1, 4`;
  const year = "strftime('%Y-01-01 00:00:00', InvoiceDate)";
  const in2024 = "WHERE InvoiceDate >= '2024-01-01' AND InvoiceDate < '2025-01-01'";
  test.each([
    ['total per customer and year', each(year, '')],
    ['total per customer and month in 2024', each("strftime('%Y-%m-01 00:00:00', InvoiceDate)", in2024)],
    ['total per customer and country', each('Country', '')],
  ])('%s', check);

  test('is not ranked by the number of records', () =>
    expect(asked('best month per customer')?.unknown).toEqual(['best']));
});

describe('the groups with the most', () => {
  const top = (field: string, of: string, measure: string, order = 'DESC') =>
    `SELECT ${field} FROM ${of} WHERE ${field} IS NOT NULL GROUP BY 1 ORDER BY ${measure} ${order}, 1 LIMIT 10`;
  const lines = 'InvoiceLine JOIN Track USING (TrackId)';
  const revenue = 'sum(InvoiceLine.UnitPrice * Quantity)';
  test.each([
    ['countries with the most customers', top('Country', 'Customer', 'count(*)')],
    ['which country has the most invoices', top('BillingCountry', 'Invoice', 'count(*)')],
    ['countries with the fewest invoices', top('BillingCountry', 'Invoice', 'count(*)', 'ASC')],
    ['countries with the most revenue', top('BillingCountry', 'Invoice', 'sum(Total)')],
    ['countries with the lowest revenue', top('BillingCountry', 'Invoice', 'sum(Total)', 'ASC')],
    ['genres with the highest revenue', top('GenreId', lines, revenue)],
    ['genres with the most sales', top('GenreId', lines, revenue)],
    ['customers with the most revenue', top('CustomerId', 'Invoice', 'sum(Total)')],
  ])('%s', check);

  // Those that were never sold have the lowest.
  test('genres with the lowest revenue are not guessed', () =>
    expect(asked('genres with the lowest revenue')?.unknown).not.toEqual([]));
});

describe('who was seen when', () => {
  const customers = (condition: string, exists = 'EXISTS') =>
    `SELECT CustomerId FROM Customer c WHERE ${exists} (
       SELECT 1 FROM Invoice i WHERE i.CustomerId = c.CustomerId AND ${condition})`;
  const notSince = (day: string) => customers(`InvoiceDate >= '${day}'`, 'NOT EXISTS');
  const last = (condition: string) =>
    `SELECT CustomerId FROM Customer JOIN Invoice USING (CustomerId) GROUP BY 1 HAVING max(InvoiceDate) ${condition}`;
  test.each([
    ['customers not seen since June 2025', notSince('2025-06-01')],
    ["customers who haven't been seen since Q4 2025", notSince('2025-10-01')],
    ['customers not active since November 2025', notSince('2025-11-01')],
    ['customers inactive since November 2025', notSince('2025-11-01')],
    [
      'customers active in January 2025',
      customers(`InvoiceDate >= '2025-01-01' AND InvoiceDate < '2025-02-01'`),
    ],
    [
      'customers not seen since June 2025 with more than 9 invoices',
      `${notSince('2025-06-01')} AND (SELECT count(*) FROM Invoice i WHERE i.CustomerId = c.CustomerId) > 9`,
    ],
    ['customers last seen before July 2025', last(`< '2025-07-01'`)],
    ['customers who were last seen in 2024', last(`BETWEEN '2024-01-01' AND '2024-12-31 24:00'`)],
  ])('%s', check);

  test.each([
    // Albums, or collaborations?
    ['artists not seen since 2020', ['not', 'seen', 'since 2020']],
    ['customers not last seen before 2024', ['not last seen before 2024']],
    ['customers not seen recently', ['not', 'seen', 'recently']],
    ['artists inactive since 2020', ['inactive since 2020']],
  ])('%s is not guessed', (question, unknown) => expect(asked(question)?.unknown).toEqual(unknown));
});

test.each([
  // Every customer has one; that of a colleague of their support rep is not meant.
  ['customers with email', 'SELECT CustomerId FROM Customer WHERE Email IS NOT NULL'],
  ['customers with fax', 'SELECT CustomerId FROM Customer WHERE Fax IS NOT NULL'],
])('%s have a value of their own', check);

describe('numbers', () => {
  const total = (condition: string) => `SELECT InvoiceId FROM Invoice WHERE Total ${condition}`;
  const invoices = (condition: string) =>
    `SELECT CustomerId FROM Invoice GROUP BY 1 HAVING count(*) ${condition}`;
  test.each([
    ['invoices > 20', total('> 20')],
    ['invoices total>=20', total('>= 20')],
    ['invoices total <1', total('< 1')],
    ['invoices total = 1.98', total('= 1.98')],
    ['invoices total ≤ 0.99', total('<= 0.99')],
    ['invoices total equal to 1.98', total('= 1.98')],
    ['invoices total less than or equal to 0.99', total('<= 0.99')],
    ['invoices total greater than 20', total('> 20')],
    ['customers with 35+ invoices', invoices('>= 35')],
    [
      'countries with greater than or equal to 1000 invoices',
      'SELECT BillingCountry FROM Invoice GROUP BY 1 HAVING count(*) >= 1000',
    ],
  ])('%s', check);

  test.each(['invoices total != 5', 'invoices total <> 5', 'invoices total not = 5', 'invoices date > 2024'])(
    '%s is not its opposite',
    (question) => expect(asked(question)?.unknown).not.toEqual([]),
  );
});

describe('a time in which nothing happened', () => {
  const count = '(SELECT count(*) FROM Invoice i WHERE i.CustomerId = c.CustomerId';
  const none = (from: string) => `${count} AND InvoiceDate >= '${from}') = 0`;
  const customers = (condition: string, order = '') =>
    `SELECT CustomerId FROM Customer c WHERE ${condition} ${order}`;
  const quiet = none('2025-06-01');
  const spent = '(SELECT sum(Total) FROM Invoice i WHERE i.CustomerId = c.CustomerId)';
  test.each([
    ['customers without invoices since June 2025 with more than 9 invoices', `${quiet} AND ${count}) > 9`],
    ['customers with more than 9 invoices but no invoices since June 2025', `${quiet} AND ${count}) > 9`],
    [
      'customers without invoices since June 2025 with invoices over 8',
      `${quiet} AND ${count} AND Total > 8) > 0`,
    ],
    [
      'customers with invoices in January 2025 and without invoices in March 2025',
      `${count} AND InvoiceDate LIKE '2025-01%') > 0 AND ${count} AND InvoiceDate LIKE '2025-03%') = 0`,
    ],
  ])('%s: other conditions have none', (question, condition) => check(question, customers(condition)));

  test('does not limit what ranks', () =>
    check(
      'top 10 customers without invoices since June 2025',
      customers(quiet, `ORDER BY ${spent} DESC NULLS LAST, CustomerId LIMIT 10`),
    ));
});

describe('recurring parts of dates', () => {
  const invoices = (condition: string) => `SELECT InvoiceId FROM Invoice WHERE ${condition}`;
  const month = "CAST(strftime('%m', InvoiceDate) AS INTEGER)";
  /** Sunday is 0. */
  const weekday = "CAST(strftime('%w', InvoiceDate) AS INTEGER)";
  const year = "strftime('%Y', InvoiceDate)";
  const mayAndJune = invoices(`${month} IN (5, 6)`);
  test.each([
    ['invoices between may and june', mayAndJune],
    ['invoices from May to June', mayAndJune],
    ['invoices in may and june', mayAndJune],
    ['invoices in may or june', mayAndJune],
    ['invoices in may', invoices(`${month} = 5`)],
    ['invoices in march, april and october', invoices(`${month} IN (3, 4, 10)`)],
    ['invoices between november and february', invoices(`${month} IN (11, 12, 1, 2)`)],
    ['invoices march and may 2024', invoices(`${month} IN (3, 5) AND ${year} = '2024'`)],
    ['invoices in may and june since 2024', invoices(`${month} IN (5, 6) AND ${year} >= '2024'`)],
    ['invoices from monday to friday', invoices(`${weekday} BETWEEN 1 AND 5`)],
    ['invoices on saturdays and sundays', invoices(`${weekday} IN (6, 0)`)],
    [
      'employees born in may or june',
      "SELECT EmployeeId FROM Employee WHERE CAST(strftime('%m', BirthDate) AS INTEGER) IN (5, 6)",
    ],
    ['invoices on mondays in march', invoices(`${weekday} = 1 AND ${month} = 3`)],
  ])('%s', check);

  test.each([
    ['invoices between may 2023 and june', ['between may 2023 and june']],
    ['invoices between june and monday', ['between june and monday']],
    ['invoices march 2024 and april', ['april']],
    ['invoices in march or on mondays in april', ['or', 'april']],
    ['invoices after june', ['after', 'june']],
    ['invoices not in march or april', ['not in march or april']],
    ['employees not born in june', ['not born in june']],
    ['invoices except march and april', ['except march and april']],
    ['invoices between 5 and 9 june', ['between 5 and 9 june']],
    ['invoices on june 5th', ['june 5th']],
  ])('%s is not half answered', (question, unknown) => expect(asked(question)?.unknown).toEqual(unknown));
});

describe('several periods, and halves of years', () => {
  const within = (from: string, before: string) => `InvoiceDate >= '${from}' AND InvoiceDate < '${before}'`;
  const invoices = (from: string, before: string) =>
    `SELECT InvoiceId FROM Invoice WHERE ${within(from, before)}`;
  const firstHalf = invoices('2024-01-01', '2024-07-01');
  const secondHalf = invoices('2024-07-01', '2025-01-01');
  const bothYears = invoices('2024-01-01', '2026-01-01');
  const customers = (condition: string) =>
    `SELECT CustomerId FROM Customer c WHERE ${condition} (SELECT 1 FROM Invoice i WHERE
       i.CustomerId = c.CustomerId AND ${within('2024-01-01', '2026-01-01')})`;
  const revenue = 'count(*), round(sum(Total), 2)';
  const in2023And2024 = within('2023-01-01', '2025-01-01');
  const ofYear = "strftime('%Y-01-01 00:00:00', InvoiceDate)";
  test.each([
    ['invoices in the first half of 2024', firstHalf],
    ['invoices first half 2024', firstHalf],
    ['invoices 1st half 2024', firstHalf],
    ['invoices H1 2024', firstHalf],
    ['invoices 2024 H1', firstHalf],
    ['invoices in the second half of 2024', secondHalf],
    ['invoices in the last half of 2024', secondHalf],
    ['invoices in the last quarter of 2024', invoices('2024-10-01', '2025-01-01')],
    ['invoices before the second half of 2021', invoices('2021-01-01', '2021-07-01')],
    ['invoices from H1 2023 to H1 2024', invoices('2023-01-01', '2024-07-01')],
    ['invoices 2024 or 2025', bothYears],
    ['invoices in 2025 or in 2024', bothYears],
    ['invoices in 2024 and 2025', bothYears],
    ['invoices in Q1 2024 and Q2 2024', firstHalf],
    ['invoices in Q1 and Q2 2024', firstHalf],
    ['invoices Q1, Q2 and Q3 2024', invoices('2024-01-01', '2024-10-01')],
    ['invoices not in 2024 or 2025', invoices('2021-01-01', '2024-01-01')],
    ['customers with invoices in 2024 or 2025', customers('EXISTS')],
    ['customers without invoices in 2024 or 2025', customers('NOT EXISTS')],
    ['customers not seen in 2024 or 2025', customers('NOT EXISTS')],
    ['invoices in may in 2024 or 2025', `${bothYears} AND strftime('%m', InvoiceDate) = '05'`],
    [
      'revenue per country 2024 or 2025',
      `SELECT BillingCountry, ${revenue} FROM Invoice WHERE ${within('2024-01-01', '2026-01-01')} GROUP BY 1`,
    ],
    [
      'top 10 customers 2024 or 2025',
      `SELECT CustomerId FROM Invoice WHERE ${within('2024-01-01', '2026-01-01')}
       GROUP BY 1 ORDER BY sum(Total) DESC LIMIT 10`,
    ],
    ['invoices 2024 vs 2023', `SELECT ${ofYear}, count(*) FROM Invoice WHERE ${in2023And2024} GROUP BY 1`],
    [
      'revenue per country 2023 versus 2024',
      `SELECT ${ofYear}, BillingCountry, ${revenue} FROM Invoice WHERE ${in2023And2024} GROUP BY 1, 2`,
    ],
  ])('%s', check);

  test.each([
    // There is a gap between them.
    ['invoices 2022 or 2024', ['or', '2024']],
    ['revenue Q1 2024 vs Q1 2023', ['vs', 'Q1 2023']],
    // In each of them, or in both together?
    ['customers with more than 5 invoices in 2024 or 2025', ['2024 or 2025']],
    ['countries with more than 100 invoices in 2024 or 2025', ['2024 or 2025']],
    ['customers with invoices in 2024 and 2025', ['2025']],
    ['customers but not in 2024 and 2025', ['but not in 2024 and 2025']],
    ['customers 2024 vs 2023', ['2024 vs 2023']],
    ['top 3 genres 2024 vs 2023', ['2024 vs 2023']],
  ])('%s is not guessed', (question, unknown) => expect(asked(question)?.unknown).toEqual(unknown));
});

describe('weekends', () => {
  const invoices = (days: string, condition = 'TRUE') =>
    `SELECT InvoiceId FROM Invoice WHERE strftime('%w', InvoiceDate) IN (${days}) AND ${condition}`;
  test.each([
    ['invoices on weekends', invoices("'6', '0'")],
    ['weekend invoices', invoices("'6', '0'")],
    ['invoices on the weekend in 2024', invoices("'6', '0'", "strftime('%Y', InvoiceDate) = '2024'")],
    ['invoices on weekends and mondays', invoices("'6', '0', '1'")],
    ['invoices on weekdays', invoices("'1', '2', '3', '4', '5'")],
  ])('%s', check);

  test.each([
    ['invoices except weekends', ['except weekends']],
    ['invoices from weekend to monday', ['from weekend to monday']],
    ['revenue per weekend', ['weekend']],
    ['average invoice on weekends vs weekdays', ['vs', 'weekdays']],
  ])('%s is not half answered', (question, unknown) => expect(asked(question)?.unknown).toEqual(unknown));

  test('is a name, too', () =>
    expect(interpretQuestion(model, 'tracks weekend', () => true)?.texts).toEqual(['weekend']));
});

describe('ranked by a measure', () => {
  const ofLines = (entity: string, condition = 'TRUE') =>
    `SELECT ${entity}Id, sum(l.UnitPrice * l.Quantity) FROM InvoiceLine l JOIN Invoice i USING (InvoiceId)
       JOIN Track t USING (TrackId) JOIN Album a USING (AlbumId)
     WHERE ${condition} GROUP BY 1`;
  const ofCountries = (measure: string, condition = 'TRUE') =>
    `SELECT BillingCountry, ${measure} FROM Invoice WHERE ${condition} GROUP BY 1`;

  test.each([
    ['countries by revenue', 2, ofCountries('sum(Total)')],
    [
      'billing countries by sales in 2024',
      2,
      ofCountries('sum(Total)', "strftime('%Y', InvoiceDate) = '2024'"),
    ],
    ['countries by average total', 2, ofCountries('avg(Total)')],
    ['genres by revenue', 1, ofLines('t.Genre')],
    ['artists by revenue 2024', 1, ofLines('a.Artist', "strftime('%Y', i.InvoiceDate) = '2024'")],
    [
      'customers by revenue',
      -1,
      'SELECT CustomerId, ifnull(sum(Total), 0) FROM Customer LEFT JOIN Invoice USING (CustomerId) GROUP BY 1',
    ],
    [
      'albums by number of tracks',
      -1,
      'SELECT AlbumId, count(TrackId) FROM Album LEFT JOIN Track USING (AlbumId) GROUP BY 1',
    ],
  ])('%s: all of them, the greatest first', async (question, at, sql) => {
    const rows = (await answer(question, 99)).map((row): [unknown, number] => [row[0], Number(row.at(at))]);
    const expected = demo.prepare<[], [unknown, number]>(`${sql} ORDER BY 2 DESC`).raw().all();
    const rounded = (all: readonly (readonly [unknown, number])[]) =>
      all.map(([key, measure]): [unknown, string] => [key, measure.toFixed(6)]);
    const measures = (all: readonly (readonly [unknown, number])[]) =>
      rounded(all).map(([, measure]) => measure);
    expect(measures(rows)).toEqual(measures(expected));
    expect(ordered(rounded(rows))).toEqual(ordered(rounded(expected)));
  });

  test.each([
    ['revenue by country', 0],
    ['countries by revenue', 1],
    ['customers by revenue in 2024', 1],
    ['customers by country', 0],
  ])('%s has %i sort keys', (question, keys) =>
    expect(asked(question)?.readings[0]?.order).toHaveLength(keys),
  );
});
