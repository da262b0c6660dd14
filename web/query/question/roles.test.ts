// Words that say which field of a record contains a name or a value, and words that must not be replaced by anything
// else.
import { describe, expect, test } from 'vitest';
import { buildModel } from '../../model/model.ts';
import { table } from '../../model/shop.fixture.ts';
import { sentence, sentenceText } from '../sentence.ts';
import { interpretQuestion } from './question.ts';

const rail = buildModel({
  engine: { name: 'sqlite', title: 'Test' },
  entities: {
    station: table({ code: 'string', name: 'string' }, ['code']),
    line: table(
      { id: 'integer', name: 'string', from_station: 'string', to_station: 'string' },
      ['id'],
      [
        ['from_station', 'station', 'code'],
        ['to_station', 'station', 'code'],
      ],
    ),
    crew: table({ id: 'integer', first_name: 'string', last_name: 'string' }, ['id']),
    passenger: table({ id: 'integer', first_name: 'string', last_name: 'string', birth: 'date' }, ['id']),
    ticket: table(
      { id: 'integer', passenger_id: 'integer', class: 'string', fare: 'numeric', sold_at: 'datetime' },
      ['id'],
      [['passenger_id', 'passenger', 'id']],
    ),
    trip: table(
      {
        id: 'integer',
        line_id: 'integer',
        driver_id: 'integer',
        vehicle_id: 'integer',
        minutes: 'numeric',
        note: 'text',
      },
      ['id'],
      [
        ['vehicle_id', 'vehicle', 'id'],
        ['line_id', 'line', 'id'],
        ['driver_id', 'crew', 'id'],
      ],
    ),
    vehicle: table(
      { id: 'integer', name: 'string', towed_by: 'integer' },
      ['id'],
      [['towed_by', 'vehicle', 'id']],
    ),
    complaint: table(
      { id: 'integer', handled_by: 'integer', about_id: 'integer', body: 'text' },
      ['id'],
      [
        ['handled_by', 'crew', 'id'],
        ['about_id', 'crew', 'id'],
      ],
    ),
    incident: table(
      { id: 'integer', trip_id: 'integer', stop_code: 'string', happened: 'datetime', delay_min: 'numeric' },
      ['id'],
      [
        ['trip_id', 'trip', 'id'],
        ['stop_code', 'station', 'code'],
      ],
    ),
  },
});

function taken(text: string, absent: readonly string[] = []) {
  const asked = interpretQuestion(rail, text, (word) => !absent.includes(word));
  const [doc] = asked?.readings ?? [];
  const said = doc && sentenceText(sentence({ doc, model: rail, operators: new Map() }));
  const where = said?.match(/(?<=where ).*(?=\.$)/)?.[0];
  return { where, said, unknown: asked?.unknown };
}

describe('a name is searched in the field that a preposition or role implies', () => {
  test.each([
    ['lines from Hamburg', 'From Station › Name ICONTAINS “Hamburg”'],
    [
      'lines from Hamburg Altona to Bremen',
      'From Station › Name ICONTAINS “Hamburg”, From Station › Name ICONTAINS “Altona” and To Station › Name ICONTAINS “Bremen”',
    ],
    // A name has two parts, and it is unknown which is meant.
    [
      'complaints handled by Berg',
      '(Handled By › First Name ICONTAINS “Berg” or Handled By › Last Name ICONTAINS “Berg”)',
    ],
    [
      'trips driven by Anna Berg',
      '(Driver › First Name ICONTAINS “Anna” or Driver › Last Name ICONTAINS “Anna”) and (Driver › First Name ICONTAINS “Berg” or Driver › Last Name ICONTAINS “Berg”)',
    ],
    ['trips driver Berg', '(Driver › First Name ICONTAINS “Berg” or Driver › Last Name ICONTAINS “Berg”)'],
    // What the vehicle tows is related by the same name.
    ['trips with vehicle Falcon', 'Vehicle › Name ICONTAINS “Falcon”'],
    ['incidents without station', 'Stop Code IS_NULL'],
    ['trips longer than 30 minutes', 'Minutes GT 30'],
    ['tickets cheaper than 20', 'Fare LT 20'],
    ['first class tickets', 'Class ICONTAINS “first”'],
    ['tickets second class', 'Class ICONTAINS “second”'],
    ['tickets class second', 'Class ICONTAINS “second”'],
    ['passengers first name Anna', 'First Name ICONTAINS “Anna”'],
  ])('%s is understood', (words, where) => expect(taken(words)).toMatchObject({ where, unknown: [] }));

  test('is looked up in the database first', () => {
    expect(interpretQuestion(rail, 'trips driven by Anna Berg')?.texts).toEqual(['Anna', 'Berg']);
    expect(taken('trips driven by Anna', ['Anna', 'driven'])).toMatchObject({
      where: undefined,
      unknown: ['driven', 'Anna'],
    });
  });

  test('a name of two words belongs to one record if several references are possible', () => {
    const by = (role: string) =>
      ['Anna', 'Berg']
        .map(
          (word) =>
            `(${role} › First Name ICONTAINS “${word}”, ${role} › Last Name ICONTAINS “${word}” or Body ICONTAINS “${word}”)`,
        )
        .join(' and ');
    expect(taken('complaints of Anna Berg')).toMatchObject({
      where: `((${by('Handled By')}) or (${by('About')}))`,
      unknown: [],
    });
    // With a single reference, each word may occur anywhere, as in a search.
    expect(taken('trips of Anna Berg').where).toBe('any text contains “Anna” and any text contains “Berg”');
    expect(taken('complaints of Anna and late').where).toBe(
      'any text contains “Anna” and any text contains “late”',
    );
  });

  test('a negated name is excluded as a whole', () => {
    expect(taken('passengers not Anna Berg')).toMatchObject({
      where: 'none of ((any text contains “Anna” and any text contains “Berg”))',
      unknown: [],
    });
    expect(taken('passengers not Anna or Berg').where).toBe(
      'none of (any text contains “Anna”) and none of (any text contains “Berg”)',
    );
    expect(taken('trips not by Anna')).toMatchObject({
      where: 'none of (any text contains “Anna”)',
      unknown: [],
    });
    expect(interpretQuestion(rail, 'passengers not Anna Berg')?.texts).toEqual(['Anna', 'Berg']);
  });

  test('several values of a field are joined with OR', () => {
    for (const word of ['or', 'and'])
      expect(taken(`tickets class Gold ${word} Silver`)).toMatchObject({
        where: '(Class ICONTAINS “Gold” or Class ICONTAINS “Silver”)',
        unknown: [],
      });
    expect(taken('trips driver Anna or Berg').where).toBe(
      '((Driver › First Name ICONTAINS “Anna” or Driver › Last Name ICONTAINS “Anna”) or (Driver › First Name ICONTAINS “Berg” or Driver › Last Name ICONTAINS “Berg”))',
    );
    expect(taken('lines from Hamburg or Bremen to Berlin').where).toBe(
      '(From Station › Name ICONTAINS “Hamburg” or From Station › Name ICONTAINS “Bremen”) and To Station › Name ICONTAINS “Berlin”',
    );
  });

  test('groups by a role are groups', () => {
    expect(taken('trips by driver')).toMatchObject({ said: 'Count of Trip by Driver.', unknown: [] });
    expect(taken('tickets by class')).toMatchObject({ said: 'Count of Ticket by Class.', unknown: [] });
  });
});

describe('what is not understood is reported and not replaced', () => {
  test.each([
    // A field's name is not a text to search for.
    ['tickets class is platinum', ['platinum'], ['class', 'platinum']],
    // The unit of a number that was not understood is not a distant field.
    ['incidents longer than 5 minutes', [], ['longer', 'than', '5', 'minutes']],
    ['tickets outside 2024', [], ['outside', '2024']],
    ['tickets older than 2024', ['older'], ['older', 'than', '2024']],
    ['tickets 30 days ago', ['ago'], ['30', 'days', 'ago']],
    ['tickets before last month', [], ['before', 'last month']],
    ['complaints exactly 3', [], ['exactly 3']],
  ])('%s is not understood', (words, absent, unknown) =>
    expect(taken(words, absent)).toMatchObject({ where: undefined, unknown }),
  );

  test('from and to are reported if there is only one station', () => {
    const { where, unknown } = taken('incidents from Hamburg to Bremen');
    expect(where).toContain('Hamburg');
    expect(unknown).toEqual(['from', 'to']);
  });

  test('a quantity along the nearest relation is used', () => {
    const { said } = taken('top 3 lines by delay min');
    expect(said).toContain('the top 3 by Sum of Trip › Incident › Delay Min');
  });

  test('“second longest” is not a search for the text “second”', () => {
    const { said, unknown } = taken('second longest trips');
    expect(said).not.toContain('second');
    expect(unknown).toEqual(['second']);
  });

  test('“worst” is reported, since it may mean the most or the least', () => {
    const { said, unknown } = taken('worst minutes per line');
    expect(said).not.toMatch(/the (top|bottom)/);
    expect(unknown).toEqual(['worst']);
  });

  test('the time of an unknown action is reported and not applied to another date', () => {
    expect(taken('passengers who bought in 2022 but not in 2023')).toMatchObject({
      where: undefined,
      unknown: ['bought', '2022', 'but not in 2023'],
    });
    // A word that denotes a date decides which one is meant.
    expect(taken('tickets sold in 2022')).toMatchObject({ where: 'Sold At is in 2022', unknown: [] });
  });

  test('a year is not a year of birth unless it is said', () => {
    expect(taken('passengers 2022').where).toContain('Sold At');
    expect(taken('passengers born in 1990').where).toContain('Birth');
    expect(taken('oldest passengers').said).toContain('the bottom 10 by Birth');
    expect(taken('newest passengers').said).not.toContain('by Birth');
  });
});
