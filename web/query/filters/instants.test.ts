import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildModel } from '../../model/model.ts';
import { configureZones } from '../../values/zones.ts';
import { emptyDocument, type QueryDocument } from '../document.ts';
import { addRoot } from '../edits.ts';
import { fileOf, toFile } from '../file.ts';
import { groupBy, setBucket } from '../groups/grouping.ts';
import { narrow } from '../groups/narrowing.ts';
import { groupNarrowing } from '../groups/rowsBehind.ts';
import { toSaved, toUniGrid } from '../request.ts';
import { fromSaved } from '../saved.ts';
import { type Filter, readFilter, writeFilter } from './filters.ts';
import { periodBetween, resolvePeriod } from './relative.ts';
import { addRule } from './rules.ts';

beforeAll(() => configureZones('postgres', () => 'Europe/Vienna'));
afterAll(() => configureZones('sqlite'));

const column = (name: string, nativeType: string) =>
  ({
    name,
    type: nativeType === 'integer' ? 'integer' : 'datetime',
    nativeType,
    nullable: true,
    default: null,
    generated: false,
    comment: null,
  }) as const;
const model = buildModel({
  engine: { name: 'postgres', title: 'Test' },
  entities: {
    visit: {
      kind: 'table',
      columns: [
        column('id', 'integer'),
        column('seen', 'timestamp with time zone'),
        column('noted', 'timestamp without time zone'),
      ],
      key: ['id'],
      foreignKeys: [],
      rowEstimate: null,
      comment: null,
    },
  },
});
const visits = addRoot(emptyDocument, model, 'visit');
const now = new Date(2024, 6, 11);
const at = (attribute: string) => ({ root: 'visit', steps: [], attribute });

const filter = (attribute: string, operator: string, ...values: readonly string[]): Filter => ({
  path: at(attribute),
  operator,
  values: values.map((value) => ({ kind: 'literal', value })),
  quantity: undefined,
});

function filtered(asked: Filter) {
  const written = writeFilter(visits, model, asked);
  if (!written) throw new Error('The filter was not written.');
  return { doc: addRule(written.doc, [], written.rule), rule: written.rule };
}

const bounds = (alias: string, from: string, before: string) => ({
  cond: {
    with: 'AND',
    entries: [
      { func: { name: 'GTE', args: [{ alias }, { value: from }] } },
      { func: { name: 'LT', args: [{ alias }, { value: before }] } },
    ],
  },
});

describe('a filter on instants', () => {
  test.each([
    ['@day 2024-07-11', '2024-07-10T22:00:00Z', '2024-07-11T22:00:00Z'],
    ['@month 2024-03-01', '2024-02-29T23:00:00Z', '2024-03-31T22:00:00Z'],
    ['@year 2024-01-01', '2023-12-31T23:00:00Z', '2024-12-31T23:00:00Z'],
    ['@day 2024-03-30 2024-03-31', '2024-03-29T23:00:00Z', '2024-03-31T22:00:00Z'],
  ])('%s has the bounds of the local time zone', (token, from, before) => {
    const { doc, rule } = filtered(filter('seen', 'BETWEEN_INC', token, token));
    expect(toUniGrid(doc, now).where?.cond.entries).toEqual([bounds('seen', from, before)]);
    expect(readFilter(doc, model, rule)).toEqual(filter('seen', 'BETWEEN_INC', token, token));
    // Saving and loading does not change it.
    expect(fromSaved(toSaved(doc), null)?.where).toEqual(doc.where);
  });

  test('with a relative period is resolved by the service in the time zone', () => {
    const { doc } = filtered(filter('seen', 'BETWEEN_INC', '@this 1 day', '@this 1 day'));
    expect(toUniGrid(doc, now)).toMatchObject({
      where: { cond: { entries: [{ func: { name: 'IN_PERIOD' } }] } },
      timezone: 'Europe/Vienna',
    });
  });

  test('with a local time is sent in UTC, and read back as typed', () => {
    const { doc, rule } = filtered(filter('seen', 'GT', '2024-07-11T01:30:15'));
    expect(rule.func.args[1]).toEqual({ value: '2024-07-10T23:30:15Z' });
    expect(readFilter(doc, model, rule)).toEqual(filter('seen', 'GT', '2024-07-11T01:30:15'));
  });

  test('with a part of the text is sent unchanged', () =>
    expect(filtered(filter('seen', 'ICONTAINS', '2024-07-11')).rule.func.args[1]).toEqual({
      value: '2024-07-11',
    }));

  test('on times without a zone is compared as shown', () => {
    const { doc } = filtered(filter('noted', 'BETWEEN_INC', '@day 2024-07-11', '@day 2024-07-11'));
    expect(toUniGrid(doc, now)).toEqual({
      entities: doc.entities,
      order: [],
      where: { cond: { with: 'AND', entries: [bounds('noted', '2024-07-11', '2024-07-12')] } },
    });
  });
});

describe('groups by periods of instants', () => {
  const byMonth = groupBy(visits, model, at('seen'));

  test('use the time zone of the browser, unless the query has its own', () => {
    expect(toUniGrid(byMonth, now).timezone).toBe('Europe/Vienna');
    expect(toUniGrid({ ...byMonth, timezone: 'Asia/Tokyo' }, now).timezone).toBe('Asia/Tokyo');
    expect(toSaved(byMonth).timezone).toBeUndefined();
    expect(toUniGrid(visits, now).timezone).toBeUndefined();
  });

  test('use UTC if the engine shows instants in UTC, except for relative periods', () => {
    configureZones('mysql', () => 'Europe/Vienna');
    const until = '@last 7 day now';
    const { doc } = filtered(filter('noted', 'BETWEEN_INC', until, until));
    expect(toUniGrid(byMonth, now).timezone).toBe('UTC');
    expect(toUniGrid(doc, now).timezone).toBeUndefined();
    configureZones('postgres', () => 'Europe/Vienna');
    expect(toUniGrid(doc, now).timezone).toBe('Europe/Vienna');
  });

  const behind = (doc: QueryDocument, start: string) => {
    const narrowing = groupNarrowing(doc, model, () => start);
    return toUniGrid(
      { ...(narrowing ? narrow(visits, model, narrowing) : visits), ...clockOf(doc) },
      now,
    ).where?.cond.entries.at(-1);
  };
  const clockOf = ({ timezone }: QueryDocument) => (timezone === undefined ? {} : { timezone });

  test.each([
    ['month', undefined, '2024-01-31T23:00:00+00:00', '2024-01-31T23:00:00Z', '2024-02-29T23:00:00Z'],
    ['month', 'Asia/Tokyo', '2024-01-31T15:00:00+00:00', '2024-01-31T15:00:00Z', '2024-02-29T15:00:00Z'],
    ['day', undefined, '2024-03-30T23:00:00Z', '2024-03-30T23:00:00Z', '2024-03-31T22:00:00Z'],
  ] as const)('of a %s lead to their rows (%s)', (bucket, timezone, start, from, before) => {
    const doc = setBucket(timezone === undefined ? byMonth : { ...byMonth, timezone }, 'seen', bucket);
    expect(behind(doc, start)).toEqual(bounds('seen', from, before));
  });

  test.each([
    ['day', 'America/Sao_Paulo', '2018-11-04T03:00:00+00:00', '2018-11-04T03:00:00Z', '2018-11-05T02:00:00Z'],
    ['day', 'America/Sao_Paulo', '2018-11-03T03:00:00+00:00', '2018-11-03T03:00:00Z', '2018-11-04T03:00:00Z'],
    ['day', 'Africa/Cairo', '2024-04-25T22:00:00+00:00', '2024-04-25T22:00:00Z', '2024-04-26T21:00:00Z'],
    [
      'month',
      'America/Asuncion',
      '2017-10-01T04:00:00+00:00',
      '2017-10-01T04:00:00Z',
      '2017-11-01T03:00:00Z',
    ],
    ['day', 'Asia/Beirut', '2024-03-30T22:00:00+00:00', '2024-03-30T22:00:00Z', '2024-03-31T21:00:00Z'],
    // The service names the second of two midnights.
    ['day', 'America/Havana', '2024-11-03T05:00:00+00:00', '2024-11-03T04:00:00Z', '2024-11-04T05:00:00Z'],
  ] as const)('of a %s in %s, where clocks skip or repeat midnight, lead to their rows (%s)', (...given) => {
    const [bucket, timezone, start, from, before] = given;
    configureZones('postgres', () => timezone);
    expect(behind(setBucket(byMonth, 'seen', bucket), start)).toEqual(bounds('seen', from, before));
    const period = periodBetween(from, before);
    expect(period && resolvePeriod(period, now)).toEqual({ from, before });
    configureZones('postgres', () => 'Europe/Vienna');
  });

  test('start in exports as on the screen', () => {
    const { unigrid } = toFile(byMonth, model, now);
    expect(unigrid).toMatchObject({
      entities: [
        {
          attributes: expect.arrayContaining([
            { id: 'seen', alias: 'Seen (month): seen', selected: false },
            {
              alias: 'Seen (month)',
              selected: true,
              expr: { fn: 'TRUNCATE', args: [{ alias: 'Seen (month): seen' }, { value: 'month' }] },
            },
          ]),
        },
      ],
      group: ['Seen (month)'],
      timezone: 'Europe/Vienna',
    });
    // A pivot table's columns are named by the values that the service returned to the screen.
    expect(JSON.stringify(fileOf(byMonth, model, now, 'seen').file)).toContain('"bucket":"month"');
    const byNote = toFile(groupBy(visits, model, at('noted')), model, now);
    expect(JSON.stringify(byNote)).toContain('"bucket":"month"');
  });

  test('of a repeated hour lead to the rows of one of the two hours', () => {
    const rows = (start: string) => {
      const narrowing = groupNarrowing(setBucket(byMonth, 'seen', 'hour'), model, () => start);
      return narrowing && narrow(visits, model, narrowing).where;
    };
    const hour = (from: string, before: string) => bounds('seen', from, before);
    expect(rows('2024-10-27T00:00:00+00:00')).toEqual(hour('2024-10-27T00:00:00Z', '2024-10-27T01:00:00Z'));
    expect(rows('2024-10-27T01:00:00+00:00')).toEqual(hour('2024-10-27T01:00:00Z', '2024-10-27T02:00:00Z'));
  });
});
