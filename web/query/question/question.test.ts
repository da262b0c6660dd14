import { describe, expect, test } from 'vitest';
import { buildModel } from '../../model/model.ts';
import { shop, table } from '../../model/shop.fixture.ts';
import { toOperators } from '../filters/operators.ts';
import { searchedWord } from '../filters/textSearch.ts';
import { sentence, sentenceText } from '../sentence.ts';
import { interpretQuestion, namedEntity, wordsOf } from './question.ts';

const named = (text: string) => {
  const found = namedEntity(shop, wordsOf(text));
  return found && [found.entity.name, found.remaining];
};

const operators = toOperators([
  {
    name: 'GT',
    phrase: 'is greater than',
    phrases: {},
    args: ['operand', 'operand'],
    types: ['integer', 'numeric'],
    negation: null,
  },
]);

/** The readings as sentences, without the shown fields, and the words that were not understood. */
function taken(text: string, isText?: (word: string) => boolean) {
  const asked = interpretQuestion(shop, text, isText);
  return {
    readings: asked?.readings.map((doc) =>
      sentenceText(sentence({ doc, model: shop, operators })).replace(
        / with .*?, (where|counting|the top|the bottom)/,
        ': $1',
      ),
    ),
    unknown: asked?.unknown,
  };
}
const first = (text: string) => taken(text).readings?.[0];

describe('a question', () => {
  test('names an entity, even in the plural or among other words', () => {
    expect(named('customers')).toEqual(['Customer', []]);
    expect(named('customer 387')).toEqual(['Customer', ['387']]);
    expect(named('Germany invoices 2024?')).toEqual(['Invoice', ['Germany', '2024']]);
    expect(named('fritz vogel')).toBeUndefined();
  });

  test('uses the longest matching name of the entity that is named first', () => {
    expect(named('invoice lines 5')).toEqual(['InvoiceLine', ['5']]);
    expect(named('tracks without invoice lines')).toEqual(['Track', ['without', 'invoice', 'lines']]);
  });

  test('treats a year as a period if the entity has a date, and other words as texts', () => {
    const doc = interpretQuestion(shop, 'invoices Germany 2024')?.readings[0];
    const [text, from] = doc?.where.cond.entries ?? [];
    expect(doc && text && searchedWord(doc, shop, text)).toBe('Germany');
    expect(from).toEqual({
      func: {
        name: 'BETWEEN_INC',
        args: [{ alias: 'InvoiceDate' }, { value: '@year 2024-01-01' }, { value: '@year 2024-01-01' }],
      },
    });
  });

  test('leaves the words of names as they are', () => {
    expect(wordsOf("Don't Stop, Best-Selling")).toEqual(["Don't", 'Stop', 'Best-Selling']);
    expect(interpretQuestion(shop, "tracks don't stop believing")?.texts).toEqual([
      "don't",
      'stop',
      'believing',
    ]);
  });

  test('must be more than the name of an entity', () => {
    expect(interpretQuestion(shop, 'invoices')).toBeUndefined();
    expect(interpretQuestion(shop, 'fritz vogel')).toBeUndefined();
  });

  test('for a top of a period offers each possible measure', () => {
    expect(taken('top 10 customers 2024')).toEqual({
      readings: [
        'Customer: counting only those whose Invoice (Buyer) › Invoice Date is in 2024, the top 10 by Sum of Invoice (Buyer) › Total.',
        'Customer: counting only those whose Invoice (Gifted To) › Invoice Date is in 2024, the top 10 by Sum of Invoice (Gifted To) › Total.',
        'Customer: counting only those whose Invoice (Buyer) › Invoice Date is in 2024, the top 10 by Count of Invoice (Buyer).',
      ],
      unknown: [],
    });
    expect(taken('top 3 tracks per genre 2024').readings).toEqual([
      'Track: counting only those whose Invoice Line › Invoice › Invoice Date is in 2024, the top 3 by Sum of Invoice Line › Quantity for each Genre.',
      'Track: counting only those whose Invoice Line › Invoice › Invoice Date is in 2024, the top 3 by Count of Invoice Line for each Genre.',
      // A price has no date, so it ranks the tracks that were sold then.
      'Track: where there is at least one Invoice Line whose Invoice › Invoice Date is in 2024, the top 3 by Unit Price for each Genre.',
    ]);
    // Records with a date of their own are selected by it.
    expect(first('10 largest invoices of 2024')).toBe(
      'Invoice: where Invoice Date is in 2024, the top 10 by Total.',
    );
    expect(first('lowest 5 invoices')).toBe('Invoice: the bottom 5 by Total.');
    expect(taken('top 5 albums by number of tracks').readings).toEqual([
      'Album: the top 5 by Count of Track.',
    ]);
  });

  test('understands at least, at most and over', () => {
    const operatorIn = (words: string) => {
      const text = JSON.stringify(interpretQuestion(shop, words)?.readings[0]);
      return /"name":"([GL]T?E?)"/.exec(text)?.[1];
    };
    expect(operatorIn('invoices total at least 5')).toBe('GTE');
    expect(operatorIn('invoices total at most 5')).toBe('LTE');
    expect(operatorIn('invoices total over 5')).toBe('GT');
  });

  test('understands periods in many forms', () => {
    const when = (words: string) => first(`invoices ${words}`)?.replace(/^.*Invoice Date is (in|on) /, '');
    expect(['2024', 'May 2024', '2024-05', 'Q2 2024', '2024 Q2', '2024-05-17'].map(when)).toEqual([
      '2024.',
      'May 2024.',
      'May 2024.',
      'Q2 2024.',
      'Q2 2024.',
      'May 17, 2024.',
    ]);
    expect(['this month', 'last year', 'last 30 days', 'previous 2 quarters'].map(when)).toEqual([
      'this month.',
      'the previous year.',
      'the last 30 days.',
      'the previous 2 quarters.',
    ]);
    expect(['next week', 'next 3 months', 'tomorrow', 'the past 30 days'].map(when)).toEqual([
      'the next week.',
      'the next 3 months.',
      'Invoice: where Invoice Date is tomorrow.',
      'the last 30 days.',
    ]);
    expect(
      ['29 February 2024', 'February 29th, 2024', 'the first quarter of 2025', 'Q1 of 2025'].map(when),
    ).toEqual(['Feb 29, 2024.', 'Feb 29, 2024.', 'Q1 2025.', 'Q1 2025.']);
    // There was no such day, and no text is looked for instead.
    expect(taken('invoices 31 February 2024')).toMatchObject({ unknown: ['31'] });
  });

  /** The conditions on an invoice's date, as in the document. */
  const dates = (text: string) =>
    interpretQuestion(shop, text)?.readings[0]?.where.cond.entries.map((rule) => {
      if (!rule.func) return 'something else';
      const [, value, to] = rule.func.args.map((argument) => ('value' in argument ? argument.value : ''));
      return [rule.func.name, value, to].filter((part) => part !== undefined).join(' ');
    });

  test('understands before, until, since, after and between', () => {
    expect(dates('invoices before 2022')).toEqual(['LT 2022-01-01']);
    expect(dates('invoices until 2022')).toEqual(['LT 2023-01-01']);
    expect(dates('invoices since March 2025')).toEqual(['GTE 2025-03-01']);
    expect(dates('invoices after Q1 2024')).toEqual(['GTE 2024-04-01']);
    expect(dates('invoices between 2022 and 2023')).toEqual(['GTE 2022-01-01', 'LT 2024-01-01']);
    expect(dates('invoices from 2022 to Q1 2023')).toEqual(['GTE 2022-01-01', 'LT 2023-04-01']);
    expect(dates('invoices 2022 to 2023')).toEqual(dates('invoices between 2022 and 2023'));
    expect(dates('invoices between March and May 2024')).toEqual(['GTE 2024-03-01', 'LT 2024-06-01']);
    expect(dates('invoices Q1 to Q3 2024')).toEqual(['GTE 2024-01-01', 'LT 2024-10-01']);
    expect(dates('invoices from November to February 2024')).toEqual(['GTE 2023-11-01', 'LT 2024-03-01']);
    expect(dates('invoices between 3 and 9 May 2024')).toEqual(['GTE 2024-05-03', 'LT 2024-05-10']);
    expect(dates('invoices from 28 April to 3 May 2024')).toEqual(['GTE 2024-04-28', 'LT 2024-05-04']);
    expect(dates('invoices since last month')).toEqual(['BETWEEN_INC @last 2 month @last 2 month']);
    expect(dates('invoices from 2022 onwards')).toEqual(['GTE 2022-01-01']);
    expect(dates('invoices from 2022')).toEqual(dates('invoices in 2022'));
    expect(dates('invoices later than 2022')).toEqual(dates('invoices after 2022'));
    expect(dates('invoices no later than 2022')).toEqual(dates('invoices until 2022'));
    expect(dates('invoices earlier than 2022')).toEqual(dates('invoices before 2022'));
    // A time that cannot be expressed is left out entirely.
    expect(dates('invoices before last month')).toEqual([]);
    expect(taken('invoices before last month').unknown).toEqual(['before', 'last month']);
  });

  test('does not filter one date by two periods', () => {
    expect(dates('invoices 2022 2023')).toEqual(['BETWEEN_INC @year 2022-01-01 @year 2022-01-01']);
    expect(taken('invoices 2022 2023').unknown).toEqual(['2023']);
    expect(taken('top 3 customers 2022 2023').unknown).toEqual(['2023']);
    // A customer may have bought in both.
    expect(first('customers 2022 and 2023')).toBe(
      'Customer: where there is at least one Invoice (Buyer) whose Invoice Date is in 2022 and there is at least one Invoice (Buyer) (the same or another one) whose Invoice Date is in 2023.',
    );
  });

  test('compares an unnamed quantity, and does not search for numbers or unknown comparisons', () => {
    expect(first('invoices over 20')).toBe('Invoice: where Total is greater than 20.');
    expect(first('invoices more than 20 in 2023')).toBe(
      'Invoice: where Total is greater than 20 and Invoice Date is in 2023.',
    );
    expect(taken('customers over 20')).toMatchObject({ unknown: ['over 20'] });
    expect(taken('tracks longer than 5')).toMatchObject({ unknown: ['longer', 'than', '5'] });
    expect(interpretQuestion(shop, 'tracks longer than 5')?.texts).toEqual([]);
  });

  test('restricts a measure to a year after the name', () => {
    expect(first('sum of total per customer 2024')).toContain(
      'counting only those whose Invoice (Buyer) › Invoice Date is in 2024',
    );
  });

  test('understands groups and measures', () => {
    expect(first('invoices per buyer and year')).toBe('Count of Invoice by Buyer and Invoice Date (year).');
    expect(first('average invoice per month')).toBe(
      'Count of Invoice and Average of Total by Invoice Date (month) from Invoice.',
    );
    expect(first('last invoice per buyer')).toBe(
      'Count of Invoice and Latest Invoice Date by Buyer from Invoice.',
    );
    expect(first('number of tracks per genre')).toBe('Count of Track by Genre.');
    expect(first('albums number of tracks')).toBe('Album with Count of Track, Album ID, Title and Artist.');
  });

  test('uses the date that a verb implies, and offers all dates otherwise', () => {
    expect(first('employees hired before 2003')).toBe('Employee: where Hire Date LT Jan 1, 2003.');
    expect(taken('employees hired before 2003')).toMatchObject({ unknown: [], readings: { length: 1 } });
    expect(first('employees born in 1980')).toBe('Employee: where Birth Date is in 1980.');
    expect(taken('employees before 2003').readings).toEqual([
      'Employee: where Hire Date LT Jan 1, 2003.',
      'Employee: where Birth Date LT Jan 1, 2003.',
    ]);
  });

  test('understands the most recent and oldest records', () => {
    const recent = 'Invoice: the top 5 by Invoice Date.';
    for (const words of ['5 most recent invoices', 'last 5 invoices', 'latest five invoices'])
      expect(first(words)).toBe(recent);
    expect(first('oldest 3 invoices')).toBe('Invoice: the bottom 3 by Invoice Date.');
    for (const words of ['latest invoices', 'the last invoices', 'newest invoices'])
      expect(first(words)).toBe('Invoice: the top 10 by Invoice Date.');
    expect(first('first invoices in 2024')).toBe(
      'Invoice: where Invoice Date is in 2024, the bottom 10 by Invoice Date.',
    );
    expect(first('latest hire date of employees')).toContain('with the Latest Hire Date');
    expect(first('customers last invoice')).toContain('Latest Invoice (Buyer) › Invoice Date');
    expect(first('invoices last 5 months')).toBe('Invoice: where Invoice Date is in the last 5 months.');
  });

  test('requires a single related record between two dates', () => {
    const between = 'Invoice Date GTE Jan 1, 2022 and whose Invoice Date LT Jan 1, 2024';
    expect(first('customers with invoices between 2022 and 2023')).toBe(
      `Customer: where there is at least one Invoice (Buyer) whose ${between}.`,
    );
    expect(first('customers without invoices between 2022 and 2023')).toBe(
      `Customer: where there is no Invoice (Buyer) whose ${between}.`,
    );
    expect(first('customers between 2022 and 2023')).toBe(
      `Customer: where there is at least one Invoice (Buyer) whose ${between}.`,
    );
  });

  test('requires a single related record for a number and a date', () => {
    const both = 'Invoice Date is in 2024 and whose Total is greater than 10';
    expect(first('customers with invoices over 10 in 2024')).toBe(
      `Customer: where there is at least one Invoice (Buyer) whose ${both}.`,
    );
    expect(first('customers without invoices over 10')).toBe(
      'Customer: where there is no Invoice (Buyer) whose Total is greater than 10.',
    );
    expect(first('customers with more than 5 invoices over 10')).toBe(
      'Customer: where Count of Invoice (Buyer) is greater than 5, counting only those whose Invoice (Buyer) › Total is greater than 10.',
    );
    expect(taken('artists with albums over 10')).toMatchObject({ unknown: ['over 10'] });
  });

  test('ignores a negation whose noun it does not understand, and reports it', () => {
    expect(taken('genres with no sales in 2024')).toMatchObject({
      readings: ['Genre with Genre ID and Name.'],
      unknown: ['with', 'no', 'sales', '2024'],
    });
  });

  test('groups by the records after “per”, if something else is a group, too', () => {
    expect(first('total per customer and year')).toBe(
      'Count of Customer and Sum of Invoice (Buyer) › Total by Customer ID, First Name, Last Name and Invoice (Buyer) › Invoice Date (year) from Customer.',
    );
  });

  test('groups by two units of the same date', () => {
    expect(first('invoices per month and year')).toBe(
      'Count of Invoice by Invoice Date (month) and Invoice Date (year).',
    );
  });

  test('understands with and without related records in a period', () => {
    expect(first('tracks without invoice lines')).toBe('Track: where there is no Invoice Line.');
    expect(first('customers without invoices in 2024')).toBe(
      'Customer: where there is no Invoice (Buyer) whose Invoice Date is in 2024.',
    );
    expect(first('customers with more than 5 invoices in 2024')).toBe(
      'Customer: where Count of Invoice (Buyer) is greater than 5, counting only those whose Invoice (Buyer) › Invoice Date is in 2024.',
    );
    expect(first('invoices total over 10')).toBe('Invoice: where Total is greater than 10.');
  });

  test('groups by day of the week and hour of the day', () => {
    expect(first('average invoice per weekday')).toBe(
      'Count of Invoice and Average of Total by Invoice Date (day of the week) from Invoice.',
    );
    expect(first('invoices per hour of the day and buyer')).toBe(
      'Count of Invoice by Invoice Date (hour of the day) and Buyer.',
    );
  });

  test('groups people by the date of what they did, not by the birthday of somebody else', () => {
    expect(first('customers per month')).toBe('Count of Customer by Invoice (Buyer) › Invoice Date (month).');
    expect(first('customers per month in 2024')).toBe(
      'Count of Customer by Invoice (Buyer) › Invoice Date (month), where Invoice (Buyer) › Invoice Date is in 2024.',
    );
  });

  test('understands missing values, and periods in which nothing happened', () => {
    expect(first('customers without a support rep')).toBe('Customer: where Support Rep ID IS_NULL.');
    expect(taken('customers in 2023 but not in 2024')).toEqual({
      readings: [
        'Customer: where there is no Invoice (Buyer) whose Invoice Date is in 2024 and there is at least one Invoice (Buyer) whose Invoice Date is in 2023.',
        'Customer: where there is no Invoice (Gifted To) whose Invoice Date is in 2024 and there is at least one Invoice (Gifted To) whose Invoice Date is in 2023.',
      ],
      unknown: [],
    });
    expect(first('invoices not in 2024')).toBe(
      'Invoice: where (Invoice Date is not in 2024 or Invoice Date IS_NULL).',
    );
    expect(taken('invoices not before 2024')).toMatchObject({ unknown: ['not before 2024'] });
  });

  test('understands between two numbers, and a quantity after its number', () => {
    expect(first('invoices between 5 and 10')).toBe('Invoice: where Total BETWEEN_INC 5 and 10.');
    expect(first('albums with between 5 and 10 tracks')).toBe(
      'Album: where Count of Track BETWEEN_INC 5 and 10.',
    );
    expect(first('invoice lines over 3 quantity')).toBe('Invoice Line: where Quantity is greater than 3.');
  });

  test('treats revenue and sales as the amount paid, if nothing has that name', () => {
    expect(first('revenue per year')).toBe(
      'Count of Invoice and Sum of Total by Invoice Date (year) from Invoice.',
    );
    expect(first('sales by month 2024')).toBe(
      'Count of Invoice and Sum of Total by Invoice Date (month) from Invoice, where Invoice Date is in 2024.',
    );
    expect(first('customers by revenue')).toMatch(/^Customer with Sum of Invoice \(Buyer\) › Total, /);
    expect(taken('top 5 customers by revenue')).toMatchObject({
      readings: [
        expect.stringMatching(/the top 5 by Sum of Invoice \(Buyer\) › Total\.$/),
        expect.stringMatching(/the top 5 by Sum of Invoice \(Gifted To\) › Total\.$/),
      ],
      unknown: [],
    });
    // A price is per piece: it does not tell the revenue of all pieces.
    expect(taken('revenue of tracks', () => false).unknown).toEqual(['revenue']);
  });

  test('recognises an entity by the name of its quantity if a measure is requested', () => {
    expect(first('average total per month')).toBe(
      'Count of Invoice and Average of Total by Invoice Date (month) from Invoice.',
    );
    expect(interpretQuestion(shop, 'total eclipse')).toBeUndefined();
  });

  test('understands days of the week and months of any year', () => {
    expect(first('invoices on mondays')).toBe('Invoice: where Invoice Date (day of the week) EQ Monday.');
    expect(first('invoices in March')).toBe('Invoice: where Invoice Date (month of the year) EQ March.');
    expect(first('invoices in March 2024')).toBe('Invoice: where Invoice Date is in Mar 2024.');
    expect(taken('customers in March').unknown).toEqual(['March']);
  });

  test('joins several texts with OR, and does not search for unknown words and their numbers', () => {
    expect(first('invoices Berlin or Hamburg or Kiel')).toBe(
      'Invoice: where (any text contains “Berlin”, any text contains “Hamburg” or any text contains “Kiel”).',
    );
    const known = (word: string) => word !== 'Atlantis' && word !== 'longest';
    expect(taken('invoices Berlin or Atlantis', known)).toEqual({
      readings: ['Invoice: where any text contains “Berlin”.'],
      unknown: ['or', 'Atlantis'],
    });
    expect(taken('longest 5 tracks', known).unknown).toEqual(['longest', '5']);
  });

  test('does not treat an unknown verb as a quantity', () =>
    expect(taken('employees reporting to nobody', () => false)).toEqual({
      readings: ['Employee with Employee ID, Last Name, First Name, Reports To and 2 more fields.'],
      unknown: ['reporting', 'nobody'],
    }));

  test('ranks by the most, and understands shares', () => {
    expect(first('artist with the most albums')).toBe('Artist: the top 10 by Count of Album.');
    expect(first('share of invoices per buyer')).toBe(
      'Count of Invoice and Share of Count of Invoice by Buyer from Invoice.',
    );
    expect(taken('share of invoices').unknown).toEqual(['share']);
    // The sum of track prices says nothing about their genre.
    expect(taken('best genres').readings?.map((one) => one.replace(/^.* by /, ''))).toEqual([
      'Count of Track.',
      'Sum of Track › Unit Price.',
    ]);
  });

  test('reports what it does not understand, and never returns the opposite', () => {
    expect(taken('tracks never reviewed').unknown).toEqual(['never', 'reviewed']);
    // Ranked by something else, the answer would look right.
    expect(taken('top 10 customers by loyalty')).toEqual({
      readings: [expect.not.stringContaining('the top')],
      unknown: ['top 10', 'loyalty'],
    });
    const { readings, unknown } = taken('invoices Germany hurriedly', (word) => word === 'Germany');
    expect(readings).toEqual(['Invoice: where any text contains “Germany”.']);
    expect(unknown).toEqual(['hurriedly']);
  });

  test('understands the highest per group as a maximum', () => {
    expect(taken('highest total per year').readings?.[0]).toBe(
      'Count of Invoice and Maximum of Total by Invoice Date (year) from Invoice.',
    );
    expect(taken('lowest total per buyer').readings?.[0]).toMatch(
      /^Count of Invoice and Minimum of Total by /,
    );
    expect(first('invoices with the highest total')).toMatch(/the top 10 by Total/);
  });

  test('recognises a date by the first word of its column', () => {
    const bills = buildModel({
      engine: { name: 'sqlite', title: 'Test' },
      entities: { Bill: table({ BillId: 'integer', PaidOn: 'date', DueOn: 'date' }, ['BillId']) },
    });
    const asked = interpretQuestion(bills, 'bills due in 2025');
    expect(asked?.unknown).toEqual([]);
    expect(asked?.readings).toHaveLength(1);
    expect(JSON.stringify(asked?.readings[0]?.where)).toContain('DueOn');
  });

  test('for an average of all rows adds a total', () =>
    expect(first('average total of invoices')).toMatch(/, with the Average of Total of all rows\.$/));

  test('counts related records through a junction table', () => {
    const school = buildModel({
      engine: { name: 'sqlite', title: 'Test' },
      entities: {
        Student: table({ StudentId: 'integer', Name: 'string' }, ['StudentId']),
        Course: table({ CourseId: 'integer', Title: 'string' }, ['CourseId']),
        Enrolment: table(
          { StudentId: 'integer', CourseId: 'integer', Since: 'date' },
          ['StudentId', 'CourseId'],
          [
            ['StudentId', 'Student', 'StudentId'],
            ['CourseId', 'Course', 'CourseId'],
          ],
        ),
      },
    });
    const said = (text: string) => {
      const asked = interpretQuestion(school, text);
      return asked?.readings
        .map((doc) => sentenceText(sentence({ doc, model: school, operators })))
        .concat(asked.unknown);
    };
    expect(said('courses with more than 30 students')).toEqual([
      'Course with Count of Enrolment, Course ID and Title, where Count of Enrolment is greater than 30.',
    ]);
    expect(said('students without courses')).toEqual([
      'Student with Student ID and Name, where there is no Enrolment.',
    ]);
  });

  test('understands verbs such as sold and never sold, if exactly one relation matches', () => {
    expect(taken('tracks never sold')).toEqual({
      readings: ['Track: where there is no Invoice Line.'],
      unknown: [],
    });
    expect(first('tracks that have never been sold')).toBe('Track: where there is no Invoice Line.');
    expect(first('tracks we did not sell in 2024')).toMatch(/^Track: where there is no Invoice Line whose /);
    expect(first('tracks sold in 2024')).toMatch(/^Track: where there is at least one Invoice Line whose /);
    // Customers have two kinds of invoices: those that they pay, and those that others pay for them.
    expect(taken('customers who never ordered').unknown).toEqual(['never', 'ordered']);
    expect(taken('tracks ordered by name', (word) => word !== 'ordered').unknown).toEqual(['ordered']);
    // What was bought is not a text of the buyer.
    expect(taken('tracks sold Berlin').unknown).toEqual(['Berlin']);
  });

  test('understands long, expensive and cheap by the names of the columns', () => {
    const films = buildModel({
      engine: { name: 'sqlite', title: 'Test' },
      entities: {
        film: table(
          { id: 'integer', title: 'string', category: 'string', length: 'integer', rental_price: 'numeric' },
          ['id'],
        ),
        song: table({ id: 'integer', title: 'string', milliseconds: 'integer' }, ['id']),
        tour: table({ id: 'integer', list_price: 'numeric', extra_cost: 'numeric' }, ['id']),
      },
    });
    const said = (text: string) => {
      const asked = interpretQuestion(films, text);
      return asked?.readings
        .map((doc) =>
          sentenceText(sentence({ doc, model: films, operators })).replace(/ with .*?, (where|the)/, ': $1'),
        )
        .concat(asked.unknown);
    };
    expect(said('films longer than 120')).toEqual(['Film: where Length is greater than 120.']);
    expect(said('most expensive film per category')).toEqual([
      'Film: the top 1 by Rental Price for each Category.',
    ]);
    expect(said('5 cheapest films')).toEqual(['Film: the bottom 5 by Rental Price.']);
    expect(said('longest songs')).toEqual(['Song: the top 10 by Milliseconds.']);
    // Nobody means milliseconds, and it is unclear which of two prices is meant.
    expect(said('songs longer than 120')?.slice(1)).toEqual(['longer', 'than', '120']);
    expect(said('tours more expensive than 50')?.slice(1).toSorted()).toEqual([
      '50',
      'expensive',
      'more',
      'than',
    ]);
    expect(said('most expensive tour')).toEqual([
      'Tour: the top 10 by List Price.',
      'Tour: the top 10 by Extra Cost.',
    ]);
  });

  test('understands employees without a manager', () => {
    const top = 'Employee: where Reports To IS_NULL.';
    expect(taken('employees without a manager')).toEqual({ readings: [top], unknown: [] });
    expect(taken('employees who report to nobody')).toEqual({ readings: [top], unknown: [] });
    expect(taken('customers without a manager').unknown).toEqual(['without', 'a', 'manager']);
  });
});
