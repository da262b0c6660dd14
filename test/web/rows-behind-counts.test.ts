/** The rows behind the count of a group are as many as it says. */
import { describe, expect, test } from 'vitest';
import type { Step } from '../../web/query/document.ts';
import { pageOn } from './counted-groups.ts';

describe('of groups by related records', () => {
  const { counts, of, by, count } = pageOn(
    'sqlite',
    `CREATE TABLE ward (clinic INTEGER, no INTEGER, PRIMARY KEY (clinic, no));
    INSERT INTO ward VALUES (1, 1), (1, 2), (2, 1);
    CREATE TABLE patient (id INTEGER PRIMARY KEY, name TEXT);
    INSERT INTO patient VALUES (1, 'no stay'), (2, 'stay without drugs'), (3, 'drugs without a dose'), (4, 'doses'),
      (5, 'all of it');
    CREATE TABLE stay (id INTEGER PRIMARY KEY, patient INTEGER REFERENCES patient, kind TEXT, clinic INTEGER,
      ward INTEGER, FOREIGN KEY (clinic, ward) REFERENCES ward (clinic, no));
    INSERT INTO stay VALUES (1, 2, 'a', 1, 1), (2, 2, 'b', 1, 1), (3, 3, 'a', NULL, NULL), (4, 4, NULL, 2, 1),
      (5, 5, 'a', 1, 2), (6, 5, NULL, NULL, NULL), (7, 5, 'b', 1, 1), (8, 5, 'b', 1, 1);
    CREATE TABLE drug (id INTEGER PRIMARY KEY, stay INTEGER REFERENCES stay, dose INTEGER);
    INSERT INTO drug VALUES (1, 3, NULL), (2, 3, NULL), (3, 4, 5), (4, 4, 7), (5, 5, NULL), (6, 5, 5), (7, 7, 5);`,
  );
  const stays: Step = { own: 'id', entity: 'stay', other: 'patient' };
  const drugs: Step = { own: 'id', entity: 'drug', other: 'stay' };
  const patient: Step = { own: 'patient', entity: 'patient', other: 'id' };
  const ward: Step = { own: 'clinic', entity: 'ward', other: 'clinic' };

  test('several steps away, which may be missing at any of them', async () => {
    expect(await counts(by(of('patient'), [stays, drugs], 'dose'))).toEqual([
      ['5', '2'],
      ['7', '1'],
      [null, '4'],
    ]);
  });

  test('at several steps of the same way', async () => {
    expect(await counts(by(by(of('patient'), [stays], 'kind'), [stays, drugs], 'dose'))).toEqual([
      ['a', '5', '1'],
      ['a', null, '3'],
      ['b', '5', '1'],
      ['b', null, '2'],
      [null, '5', '1'],
      [null, '7', '1'],
      [null, null, '2'],
    ]);
  });

  test('that other related records lead to', async () => {
    expect(await counts(by(of('stay'), [patient, stays, drugs], 'dose'))).toEqual([
      ['5', '5'],
      ['7', '1'],
      [null, '7'],
    ]);
  });

  test('of referenced records, which may be missing', async () => {
    expect(await counts(count(by(of('stay'), [], 'kind'), [ward], 'clinic'))).toEqual([
      ['a', '3', '2'],
      ['b', '3', '3'],
      [null, '2', '1'],
    ]);
  });
});

describe('of groups by related records that are not on the way to the counted ones', () => {
  const { counts, unshown, of, by, count, per } = pageOn(
    'sqlite',
    `CREATE TABLE room (id INTEGER PRIMARY KEY, name TEXT);
    INSERT INTO room VALUES (1, 'full'), (2, 'small'), (3, 'unused');
    CREATE TABLE lesson (id INTEGER PRIMARY KEY, room INTEGER REFERENCES room, subject TEXT, day DATE);
    INSERT INTO lesson VALUES (1, 1, 'a', '2024-05-13'), (2, 1, 'a', '2024-05-20'), (3, 1, 'b', '2024-05-14'),
      (4, 2, 'a', '2024-05-13'), (5, 2, NULL, NULL), (6, NULL, 'b', '2024-05-14');
    CREATE TABLE attendance (id INTEGER PRIMARY KEY, lesson INTEGER REFERENCES lesson);
    INSERT INTO attendance VALUES (1, 1), (2, 1), (3, 1), (4, 2), (5, 4), (6, 4), (7, 6);
    CREATE TABLE visit (lesson INTEGER REFERENCES lesson, name TEXT);
    INSERT INTO visit VALUES (1, 'same'), (1, 'same'), (4, 'other');
    CREATE TABLE note (id INTEGER PRIMARY KEY, lesson INTEGER REFERENCES lesson, word TEXT);
    INSERT INTO note VALUES (1, 1, 'x'), (2, 1, 'x'), (3, 1, 'y'), (4, 4, 'x'), (5, 3, NULL);`,
  );
  const room: Step = { own: 'room', entity: 'room', other: 'id' };
  const lessons: Step = { own: 'id', entity: 'lesson', other: 'room' };
  const attendances: Step = { own: 'id', entity: 'attendance', other: 'lesson' };
  const notes: Step = { own: 'id', entity: 'note', other: 'lesson' };
  const lesson: Step = { own: 'lesson', entity: 'lesson', other: 'id' };
  const weekday = { part: 'weekday' } as const;

  test('by a part of their date', async () => {
    expect(await counts(per(of('room'), 'day', weekday, [lessons]))).toEqual([
      ['1', '2'],
      ['2', '1'],
      [null, '2'],
    ]);
  });

  test('by such a part and a field of the same records', async () => {
    expect(await counts(by(per(of('room'), 'day', weekday, [lessons]), [lessons], 'subject'))).toEqual([
      ['a', '1', '2'],
      ['b', '2', '1'],
      [null, null, '2'],
    ]);
  });

  test('of other related records', async () => {
    const byLesson = by(by(of('lesson'), [], 'id'), [room, lessons], 'subject');
    expect(await counts(count(byLesson, [attendances], 'id'))).toEqual([
      ['1', 'a', '1', '3'],
      ['1', 'b', '1', '3'],
      ['2', 'a', '1', '1'],
      ['2', 'b', '1', '1'],
      ['3', 'a', '1', '0'],
      ['3', 'b', '1', '0'],
      ['4', 'a', '1', '2'],
      ['4', null, '1', '2'],
      ['5', 'a', '1', '0'],
      ['5', null, '1', '0'],
      ['6', null, '1', '1'],
    ]);
  });

  test('of other related records, by a part of a date', async () => {
    const byDay = per(by(of('lesson'), [], 'id'), 'day', weekday, [room, lessons]);
    expect(await counts(count(byDay, [attendances], 'id'))).toEqual([
      ['1', '1', '1', '3'],
      ['1', '2', '1', '3'],
      ['2', '1', '1', '1'],
      ['2', '2', '1', '1'],
      ['3', '1', '1', '0'],
      ['3', '2', '1', '0'],
      ['4', '1', '1', '2'],
      ['4', null, '1', '2'],
      ['5', '1', '1', '0'],
      ['5', null, '1', '0'],
      ['6', null, '1', '1'],
    ]);
  });

  test('of referenced records, which several records share', async () => {
    expect(await counts(count(by(of('lesson'), [], 'subject'), [room], 'id'))).toEqual([
      ['a', '3', '2'],
      ['b', '2', '1'],
      [null, '1', '1'],
    ]);
    expect(
      await counts(count(per(of('attendance'), 'day', weekday, [lesson]), [lesson, room], 'id')),
    ).toEqual([
      ['1', '2', '6'],
      ['2', '0', '1'],
    ]);
  });

  test('of records without a key, if these can be told apart', async () => {
    const visits: Step = { own: 'id', entity: 'visit', other: 'lesson' };
    const visited = (steps: readonly Step[]) => count(by(of('lesson'), steps, 'subject'), [visits], 'lesson');
    expect(await counts(visited([room, lessons]))).toEqual([
      ['a', '5', '3'],
      ['b', '3', '2'],
      [null, '3', '1'],
    ]);
    expect(unshown(per(visited([]), 'day', weekday, [room, lessons]))).toEqual(['Count of Visit']);
  });

  test('of those related to the same records', async () => {
    expect(
      await counts(count(by(of('room'), [lessons, notes], 'word'), [lessons, attendances], 'id')),
    ).toEqual([
      ['x', '5', '2'],
      ['y', '3', '1'],
      [null, '1', '3'],
    ]);
  });
});

const events = (days: readonly (string | null)[]) => `
  CREATE TABLE event (id INTEGER PRIMARY KEY, day DATE, moment DATETIME);
  INSERT INTO event VALUES ${days
    .map((day, i) => `(${i}, ${day && `'${day}'`}, ${day && `'${day} 00:00:00'`})`)
    .join(', ')};`;
const days = ['0000-00-00', '2024-00-00', '2024-05-13', '2024-12-31', null];

describe.each([
  ['sqlite', events(days)],
  ['mysql', `SET sql_mode = ''; ${events(days)}`],
] as const)('of periods on %s, if there are no such days', (engine, script) => {
  const { counts, of, per } = pageOn(engine, script);
  test.each([
    ['year', ['2024-01-01'], '2'],
    ['quarter', ['2024-04-01', '2024-10-01'], '1'],
    ['month', ['2024-05-01', '2024-12-01'], '1'],
    ['week', ['2024-05-13', '2024-12-30'], '1'],
    ['day', ['2024-05-13', '2024-12-31'], '1'],
  ] as const)('by %s', async (bucket, starts, count) => {
    for (const column of ['day', 'moment']) {
      const groups = await counts(per(of('event'), column, { bucket }));
      expect(groups.map(([start, number]) => [start?.slice(0, 10) ?? null, number])).toEqual([
        ['0000-00-00', '1'],
        ['2024-00-00', '1'],
        ...starts.map((start) => [start, count]),
        [null, '1'],
      ]);
    }
  });
});

describe('of periods of instants on mysql, if there is no such instant', () => {
  const { counts, of, per } = pageOn(
    'mysql',
    `SET sql_mode = ''; SET time_zone = '+00:00';
    CREATE TABLE scan (id INTEGER PRIMARY KEY, seen TIMESTAMP NOT NULL DEFAULT '0000-00-00 00:00:00');
    INSERT INTO scan VALUES (1, DEFAULT), (2, DEFAULT), (3, '2024-04-30 23:30:00');`,
  );
  test.each([
    ['UTC', '2024-04-01T00:00:00'],
    ['Europe/Vienna', '2024-04-30T22:00:00'],
  ])('in %s', async (timezone, start) =>
    expect(await counts({ ...per(of('scan'), 'seen', { bucket: 'month' }), timezone })).toEqual([
      ['0000-00-00T00:00:00', '2'],
      [start, '1'],
    ]),
  );
});

describe('of periods that begin with a day that there is not', () => {
  const { counts, of, per } = pageOn('sqlite', events(['2024-02-30', '2024-02-31', '2024-12-31', null]));
  test.each([
    ['year', ['2024-01-01', '3']],
    ['quarter', ['2024-01-01', '2'], ['2024-10-01', '1']],
    ['month', ['2024-02-01', '2'], ['2024-12-01', '1']],
    ['week', ['2024-02-26', '2'], ['2024-12-30', '1']],
  ] as const)('by %s', async (bucket, ...periods) => {
    for (const column of ['day', 'moment']) {
      const groups = await counts(per(of('event'), column, { bucket }));
      expect(groups.map(([start, number]) => [start?.slice(0, 10) ?? null, number])).toEqual([
        ...periods,
        [null, '1'],
      ]);
    }
  });
});
