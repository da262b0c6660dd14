// Questions about databases whose names have their own endings, units and lists of choices.
import { describe, expect, test } from 'vitest';
import { buildModel } from '../../model/model.ts';
import { table } from '../../model/shop.fixture.ts';
import { sentence, sentenceText } from '../sentence.ts';
import { interpretQuestion } from './question.ts';

const school = buildModel({
  engine: { name: 'mysql', title: 'Test' },
  entities: {
    Student: table(
      {
        StudentNo: 'integer',
        FamilyName: 'string',
        MentorNo: 'integer',
        GraduationYear: 'integer',
        ScholarshipCents: 'integer',
      },
      ['StudentNo'],
      [['MentorNo', 'Student', 'StudentNo']],
    ),
    Course: table(
      { Code: 'string', Title: 'string', Level: 'selection', PrerequisiteCode: 'string' },
      ['Code'],
      [['PrerequisiteCode', 'Course', 'Code']],
    ),
    Enrolment: table(
      {
        StudentNo: 'integer',
        CourseCode: 'string',
        Year: 'integer',
        Season: 'selection',
        EnrolledAt: 'datetime',
      },
      ['StudentNo', 'CourseCode', 'Year', 'Season'],
      [
        ['StudentNo', 'Student', 'StudentNo'],
        ['CourseCode', 'Course', 'Code'],
      ],
    ),
    Room: table({ Building: 'string', Number: 'integer' }, ['Building', 'Number']),
    Lesson: {
      ...table({ LessonId: 'integer', Building: 'string', RoomNumber: 'integer', Minutes: 'integer' }, [
        'LessonId',
      ]),
      foreignKeys: [
        { columns: ['Building', 'RoomNumber'], entity: 'Room', entityColumns: ['Building', 'Number'] },
      ],
    },
  },
});

const goods = buildModel({
  engine: { name: 'sqlite', title: 'Test' },
  entities: {
    Product: table(
      { Id: 'integer', Name: 'string', PriceCents: 'integer', WeightKg: 'numeric', WidthKg: 'numeric' },
      ['Id'],
    ),
    Trip: table({ Id: 'integer', FareEur: 'numeric', HeightCm: 'integer', Kg: 'numeric' }, ['Id']),
    Exam: table(
      { Id: 'integer', ProductId: 'integer', Grade: 'numeric', Price: 'numeric' },
      ['Id'],
      [['ProductId', 'Product', 'Id']],
    ),
  },
});

const freight = buildModel({
  engine: { name: 'postgres', title: 'Test' },
  entities: {
    locations: table({ code: 'string', name: 'string' }, ['code']),
    shipments: table(
      {
        id: 'integer',
        origin_code: 'string',
        destination_code: 'string',
        status: 'selection',
        booked_at: 'datetime',
        picked_up_at: 'datetime',
        delivered_at: 'datetime',
        weight_kg: 'numeric',
        price: 'numeric',
      },
      ['id'],
      [
        ['origin_code', 'locations', 'code'],
        ['destination_code', 'locations', 'code'],
      ],
    ),
    late_shipments: {
      ...table({ id: 'integer', price: 'numeric', delivered_at: 'datetime' }, []),
      kind: 'view',
    },
    people: table(
      { id: 'integer', name: 'string', base_code: 'string' },
      ['id'],
      [['base_code', 'locations', 'code']],
    ),
    shipment_diagnoses: table(
      { shipment_id: 'integer', diagnosis: 'string' },
      ['shipment_id', 'diagnosis'],
      [['shipment_id', 'shipments', 'id']],
    ),
  },
});

/** The first reading without its fields, if these words do not occur in the records. */
function taken(model: typeof school, text: string, ...absent: readonly string[]) {
  const asked = interpretQuestion(model, text, (word) => !absent.includes(word));
  const [doc] = asked?.readings ?? [];
  const said = doc && sentenceText(sentence({ doc, model, operators: new Map() }));
  return { said: said?.replace(/ with .*?(, where|\.$)/, '$1') ?? '', unknown: asked?.unknown };
}

describe('of a school', () => {
  test.each([
    ['students without mentor', 'Student, where Mentor No IS_NULL.'],
    ['students with mentor', 'Student, where Mentor No NOT_IS_NULL.'],
    ['courses without prerequisite', 'Course, where Prerequisite Code IS_NULL.'],
    ['students with scholarship', 'Student, where Scholarship Cents NOT_IS_NULL.'],
    ['students with graduation year 2027', 'Student, where Graduation Year EQ 2027.'],
    ['students with graduation year before 2027', 'Student, where Graduation Year LT 2027.'],
    ['students graduating in 2027', 'Student, where Graduation Year EQ 2027.'],
    ['lessons of 45 minutes', 'Lesson, where Minutes EQ 45.'],
    ['45 minute lessons per room', 'Count of Lesson by Building and Room Number, where Minutes EQ 45.'],
    ['lessons per room', 'Count of Lesson by Building and Room Number.'],
    ['enrolments per year and season', 'Count of Enrolment by Year and Season.'],
    ['honors courses', 'Course, where any text contains “honors”.'],
    ['courses level honors', 'Course, where Level ICONTAINS “honors”.'],
  ])('%s', (text, said) => expect(taken(school, text)).toEqual({ said, unknown: [] }));

  test('the time of a word that is not understood is not that of something else', () =>
    expect(taken(school, 'students emigrating in 2027', 'emigrating')).toEqual({
      said: 'Student.',
      unknown: ['emigrating', '2027'],
    }));
});

describe('of freight', () => {
  test.each([
    ['shipments from Berlin', 'shipments, where Origin Code › Name ICONTAINS “Berlin”.'],
    ['shipments to Berlin', 'shipments, where Destination Code › Name ICONTAINS “Berlin”.'],
    [
      'shipments from Berlin to Paris in 2025',
      'shipments, where Origin Code › Name ICONTAINS “Berlin”, Destination Code › Name ICONTAINS “Paris” and Booked At is in 2025.',
    ],
    [
      'shipments booked in 2024 and delivered in 2025',
      'shipments, where Booked At is in 2024 and Delivered At is in 2025.',
    ],
    [
      'shipments delivered after May 2025 and booked before 2025',
      'shipments, where Delivered At GTE Jun 1, 2025 and Booked At LT Jan 1, 2025.',
    ],
    [
      'shipments not from Berlin',
      'shipments, where (Origin Code › Name NOT_ICONTAINS “Berlin” or Origin Code › Name IS_NULL).',
    ],
    [
      'shipments delivered but not picked up',
      'shipments, where Delivered At NOT_IS_NULL and Picked Up At IS_NULL.',
    ],
    [
      'shipments booked and delivered in 2025',
      'shipments, where Booked At is in 2025 and Delivered At is in 2025.',
    ],
    ['shipments not yet delivered', 'shipments, where Delivered At IS_NULL.'],
    ['shipments picked up', 'shipments, where Picked Up At NOT_IS_NULL.'],
    ['average price per status', 'Count of Shipments and Average of Price by Status from Shipments.'],
    ['locations with more than 3 people', 'locations, where Count of People GT 3.'],
    ['shipments with exactly 1 diagnosis', 'shipments, where Count of Shipment Diagnoses EQ 1.'],
  ])('%s', (text, said) => {
    const { said: found, unknown } = taken(freight, text);
    expect([found.toLowerCase(), unknown]).toEqual([said.toLowerCase(), []]);
  });

  test.each([
    ['shipments with more than 3 children', 'children', ['more than 3', 'children']],
    ['shipments with total extras over 300', 'extras', ['total', 'extras', 'over 300']],
    ['shipments delayed for more than 90 days', 'delayed', ['delayed', 'more than 90 days']],
    ['shipments not handled by Acme', 'handled', ['not', 'handled', 'Acme']],
    ['shipments that broke in 2025', 'broke', ['broke', '2025']],
    ['shipments booked or delivered in 2025', 'either', ['booked or delivered in 2025']],
    ['shipments since last Monday', 'since', ['since', 'last Monday']],
  ])('%s', (text, absent, unknown) => {
    const asked = taken(freight, text, absent, 'total');
    expect([asked.said.toLowerCase(), asked.unknown]).toEqual(['shipments.', unknown]);
  });

  test('where a word that is not understood leads is not the destination', () => {
    const { said, unknown } = taken(freight, 'shipments consigned to Acme', 'consigned');
    expect([said, unknown]).toEqual(['Shipments, where any text contains “Acme”.', ['consigned']]);
  });

  test('a number after the records is still that of their quantity', () =>
    expect(taken(freight, 'shipments over 300').said.toLowerCase()).toBe(
      'shipments, where weight kg gt 300.',
    ));
});

describe('of quantities whose names end in a unit', () => {
  function whole(text: string) {
    const asked = interpretQuestion(goods, text, () => false);
    const [doc] = asked?.readings ?? [];
    const said = doc && sentenceText(sentence({ doc, model: goods, operators: new Map() }));
    const fields = /( with| Grade,) (ID|Fare).*?(, where|, the|\.$)/;
    return [
      said?.replace(fields, (_, before, __, after) => (before === ' with' ? '' : ' Grade') + after),
      asked?.unknown,
    ];
  }
  test.each([
    ['cheapest products', 'Product, the bottom 10 by Price Cents.'],
    ['3 heaviest products', 'Product, the top 3 by Weight Kg.'],
    ['products heavier than 20', 'Product, where Weight Kg GT 20.'],
    ['trips cheaper than 20', 'Trip, where Fare Eur LT 20.'],
    ['trips taller than 180', 'Trip, where Height Cm GT 180.'],
    ['best grade per product', 'Product with Maximum of Exam › Grade.'],
    ['worst grade per product', 'Product with Minimum of Exam › Grade.'],
  ])('%s', (text, said) => expect(whole(text)).toEqual([said, []]));

  test('a number without a unit is not one of cents', () =>
    expect(whole('products cheaper than 20')).toEqual(['Product.', ['cheaper', 'than', '20']]));

  test('a unit alone is not a weight, and the best price is neither end', () => {
    expect(whole('trips heavier than 20')).toEqual(['Trip.', ['heavier', 'than', '20']]);
    expect(whole('best price per product')[1]).toEqual(['best']);
  });
});
