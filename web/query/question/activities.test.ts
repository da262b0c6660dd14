import { describe, expect, test } from 'vitest';
import { buildModel } from '../../model/model.ts';
import { shop, table } from '../../model/shop.fixture.ts';
import { sentence, sentenceText } from '../sentence.ts';
import { interpretQuestion } from './question.ts';

/** A practice whose patients and doctors are both people, with items of its visits that are sold by the piece. */
const practice = buildModel({
  engine: { name: 'sqlite', title: 'Test' },
  entities: {
    Doctor: table({ DoctorId: 'integer', FirstName: 'string', LastName: 'string' }, ['DoctorId']),
    Patient: table(
      {
        PatientId: 'integer',
        FirstName: 'string',
        LastName: 'string',
        Town: 'string',
        Registered: 'date',
        DoctorId: 'integer',
      },
      ['PatientId'],
      [['DoctorId', 'Doctor', 'DoctorId']],
    ),
    Visit: table(
      { VisitId: 'integer', PatientId: 'integer', Started: 'datetime', Status: 'string' },
      ['VisitId'],
      [['PatientId', 'Patient', 'PatientId']],
    ),
    Bill: table(
      { BillId: 'integer', PatientId: 'integer', BillDate: 'date', Amount: 'numeric' },
      ['BillId'],
      [['PatientId', 'Patient', 'PatientId']],
    ),
    Category: table({ CategoryId: 'integer', Name: 'string' }, ['CategoryId']),
    Item: table(
      { ItemId: 'integer', Name: 'string', CategoryId: 'integer' },
      ['ItemId'],
      [['CategoryId', 'Category', 'CategoryId']],
    ),
    VisitItem: table(
      {
        VisitItemId: 'integer',
        VisitId: 'integer',
        ItemId: 'integer',
        UnitPrice: 'numeric',
        Quantity: 'integer',
        Remark: 'string',
      },
      ['VisitItemId'],
      [
        ['VisitId', 'Visit', 'VisitId'],
        ['ItemId', 'Item', 'ItemId'],
      ],
    ),
  },
});

function taken(text: string, model = practice) {
  const asked = interpretQuestion(model, text);
  const [doc] = asked?.readings ?? [];
  const said = doc && sentenceText(sentence({ doc, model, operators: new Map() }));
  return { said: said?.replace(/ with .*?, where/, ': where'), unknown: asked?.unknown };
}

describe('what somebody did', () => {
  test.each([
    ['patients who visited in 2023', 'there is at least one Visit whose Started is in 2023'],
    [
      'patients who visited in 2023 but not in 2024',
      'there is at least one Visit whose Started is in 2023 and there is no Visit whose Started is in 2024',
    ],
    [
      'patients with visits in 2023 but not 2024',
      'there is at least one Visit whose Started is in 2023 and there is no Visit whose Started is in 2024',
    ],
    [
      'patients with visits in 2023 but not registered in 2024',
      'there is at least one Visit whose Started is in 2023 and (none of (Registered is in 2024))',
    ],
    ['patients who never visited', 'there is no Visit'],
    ['patients who visited more than 5 times', 'Count of Visit GT 5'],
    ['patients registered in 2015 with visits', 'there is at least one Visit and Registered is in 2015'],
    // The date of the patients themselves has this name.
    ['patients registered in 2024', 'Registered is in 2024'],
  ])('%s', (words, where) =>
    expect(taken(words)).toEqual({
      said: expect.stringContaining(`Patient: where ${where.split(' and (none')[0]}`),
      unknown: [],
    }),
  );

  test('is not taken for something else, if it is unknown', () => {
    const asked = interpretQuestion(practice, 'patients who moved in 2024', () => false);
    expect(asked?.unknown).toEqual(['moved', '2024']);
    // Somebody's role is no activity.
    expect(interpretQuestion(shop, 'customers gifted in 2024', () => false)?.unknown).toEqual([
      'gifted',
      '2024',
    ]);
  });

  test('is counted, also by another word for it', () => {
    expect(taken('tracks sold more than 2 times', shop)).toEqual({
      said: 'Track: where Count of Invoice Line GT 2.',
      unknown: [],
    });
    expect(taken('tracks sold more than twice', shop)).toEqual(taken('tracks sold more than 2 times', shop));
    expect(taken('tracks sold at least once', shop)).toEqual(taken('tracks sold at least 1 time', shop));
    expect(taken('tracks not sold more than 2 times', shop).unknown).not.toEqual([]);
  });
});

describe('a name of two words', () => {
  test('is that of one person, of whichever kind', () => {
    const one =
      (...fields: string[]) =>
      (word: string) =>
        `(${fields
          .map((field) => `${field} ICONTAINS “${word}”`)
          .join(', ')
          .replace(/, ([^,]*)$/, ' or $1')})`;
    const patient = one('First Name', 'Last Name', 'Town');
    const doctor = one('Doctor › First Name', 'Doctor › Last Name');
    const both = (by: (word: string) => string) => `(${by('Anna')} and ${by('Berg')})`;
    expect(taken('patients of Anna Berg')).toEqual({
      said: `Patient: where (${both(patient)} or ${both(doctor)}).`,
      unknown: [],
    });
  });
});

describe('what is said of related records', () => {
  test.each([
    ['patients whose last visit was before 2020', 'Latest Visit › Started LT Jan 1, 2020'],
    [
      'patients whose first visit was in 2024',
      'Earliest Visit › Started GTE Jan 1, 2024 and Earliest Visit › Started LT Jan 1, 2025',
    ],
    // The date of the visits has their name, too.
    ['patients whose last bill was before 2020', 'Latest Bill › Bill Date LT Jan 1, 2020'],
    ['patients with total bills over 2000', 'Sum of Bill › Amount GT 2,000'],
    ['patients with average bill above 250', 'Average of Bill › Amount GT 250'],
    ['bills with amount -12.5', 'Amount EQ -12.5'],
    [
      'visits neither done nor late',
      'none of (any text contains “done”) and none of (any text contains “late”)',
    ],
  ])('%s', (words, where) =>
    expect(taken(words)).toEqual({ said: expect.stringContaining(`where ${where}.`), unknown: [] }),
  );

  test('has its own words only, not those of the way to it', () => {
    const library = buildModel({
      engine: practice.engine,
      entities: {
        Branch: table({ BranchId: 'integer', Name: 'string' }, ['BranchId']),
        Book: table(
          { BookId: 'integer', Title: 'string', SequelOf: 'integer', BoundBy: 'integer' },
          ['BookId'],
          [
            ['SequelOf', 'Book', 'BookId'],
            ['BoundBy', 'Branch', 'BranchId'],
          ],
        ),
        Copy: table(
          { CopyId: 'integer', BookId: 'integer', BranchId: 'integer', Price: 'numeric' },
          ['CopyId'],
          [
            ['BookId', 'Book', 'BookId'],
            ['BranchId', 'Branch', 'BranchId'],
          ],
        ),
      },
    });
    expect(taken('total price of copies per branch', library).said).toBe(
      'Count of Copy and Sum of Price by Branch from Copy.',
    );
    expect(taken('top 5 books by copies', library).said).toContain('the top 5 by Count of Copy');
  });

  test('is shown, if nothing is asked of it', () => {
    expect(taken('patients with their last visit').said).toContain('Latest Visit › Started');
  });

  test('is not replaced by something else', () => {
    // The number of bills, or their amount?
    expect(taken('average bills per patient')).toMatchObject({
      said: 'Count of Bill by Patient.',
      unknown: ['average'],
    });
    expect(taken('average bill per patient').said).toContain('Average of Amount');
    expect(taken('bills under 10 or over 390')).toEqual({
      said: 'Bill: where Amount LT 10.',
      unknown: ['or', 'over 390'],
    });
    expect(taken('patients whose last visit was last month').unknown).toEqual(['last visit was last month']);
  });
});

describe('where somebody is from', () => {
  test('is one of several places', () => {
    const { said } = taken('patients from Brake and Colm');
    expect(said).toBe('Patient: where (any text contains “Brake” or any text contains “Colm”).');
    expect(taken('Brake and Colm patients').said).toBe(said);
    expect(taken('patients Anna and Colm').said).toContain('“Anna” and any text');
  });
});

describe('a field of related records that may have no value', () => {
  test.each([
    ['visits with remark', 'there is at least one Visit Item whose Remark NOT_IS_NULL'],
    ['visits with a remark', 'there is at least one Visit Item whose Remark NOT_IS_NULL'],
    ['visits without remark', 'there is no Visit Item whose Remark NOT_IS_NULL'],
  ])('%s have, or have not, one with a value', (words, where) =>
    expect(taken(words)).toEqual({ said: `Visit: where ${where}.`, unknown: [] }),
  );
});

describe('a share of chosen rows', () => {
  test('could be meant of all rows, too', () => {
    const { said, unknown } = taken('percentage of Berlin patients per town');
    expect(said).not.toContain('Share');
    expect(unknown).toEqual(['percentage']);
    expect(taken('share of visits 2024 per status').unknown).toEqual([]);
  });
});

describe('revenue that is written down nowhere', () => {
  const revenue = 'Revenue (Unit Price × Quantity)';
  const sum = `Sum of ${revenue}`;
  const counted = `${sum} and Count of Visit Item`;
  test.each([
    ['revenue per category', `${counted} by Item › Category from Visit Item.`],
    ['sales per item', `${counted} by Item from Visit Item.`],
    [
      'revenue per category and year',
      `${counted} by Item › Category and Visit › Started (year) from Visit Item.`,
    ],
    [
      'revenue per category 2024',
      `${counted} by Item › Category from Visit Item, where Visit › Started is in 2024.`,
    ],
    ['top 5 categories by revenue', `${counted} by Item › Category from Visit Item, the top 5 by ${sum}.`],
    [
      'share of revenue per category',
      `${sum}, Count of Visit Item and Share of ${sum} by Item › Category from Visit Item.`,
    ],
  ])('%s is that of the lines', (words, said) => expect(taken(words)).toEqual({ said, unknown: [] }));

  test('is not told where a discount counts, too', () => {
    const discounted = buildModel({
      engine: practice.engine,
      entities: {
        Item: table({ ItemId: 'integer', Name: 'string' }, ['ItemId']),
        Line: table(
          {
            LineId: 'integer',
            ItemId: 'integer',
            Price: 'numeric',
            Quantity: 'integer',
            Discount: 'numeric',
          },
          ['LineId'],
          [['ItemId', 'Item', 'ItemId']],
        ),
      },
    });
    expect(taken('revenue per item', discounted).unknown).toEqual(['revenue']);
  });
});
