/** Calculations over rows that are equal in all columns, of a table without a key or of a view. */
import { describe, expect, test } from 'vitest';
import { engines } from '../support/servers.ts';
import { shopOn } from './shop.ts';

type Row = readonly [label: string, n: number];
const stored = Array.from({ length: 40 }, (_, i): Row => ['abc'.charAt((i * i) % 3), (i * 5) % 4]);
const literals = stored.map(([label, n]) => `('${label}', ${n})`).join(', ');
const script = `
  CREATE TABLE entry (label VARCHAR(9), n INTEGER);
  INSERT INTO entry VALUES ${literals};
  CREATE VIEW entries AS SELECT label, n FROM entry;`;

const over = (alias: string, fn: string, per: string[], by: string) => ({
  alias,
  over: { fn, of: 'n', per, order: [{ alias: by, asc: false }] },
});
const asked = (id: string) => ({
  entities: [
    {
      id,
      attributes: [
        { id: 'label' },
        { id: 'n' },
        over('previous', 'previous', ['n'], 'label'),
        over('running', 'running', [], 'n'),
        over('change', 'change', ['label'], 'n'),
      ],
    },
  ],
});

const byLabel = ([a, n]: Row, [b, m]: Row) => a.localeCompare(b) || n - m;
const sorted = stored.toSorted(byLabel);
/** The places of rows in an order; equal ones stay as they are. */
const places = (compare: (one: Row, other: Row) => number) =>
  [...sorted.keys()].sort((i, j) => compare(sorted[i] ?? ['', 0], sorted[j] ?? ['', 0]));
const largestFirst = places(([a, n], [b, m]) => m - n || a.localeCompare(b));
const expected = sorted.map(([label, n], place) => {
  const at = largestFirst.indexOf(place);
  const before = largestFirst.slice(0, at + 1).map((i): Row => sorted[i] ?? ['', 0]);
  const ofLabel = before.filter((row) => row[0] === label);
  const isFirst = !sorted.slice(0, place).some((row) => row[1] === n && row[0] === label);
  const hasLater = sorted.some((row) => row[1] === n && row[0] > label);
  return [
    label,
    n,
    isFirst && !hasLater ? null : n,
    before.reduce((sum, row) => sum + row[1], 0),
    ofLabel.length === 1 ? null : n - (ofLabel.at(-2)?.[1] ?? 0),
  ];
});

describe.each(engines)('of equal rows on %s', (engine) => {
  const shop = shopOn(engine, script);

  test.each(['entry', 'entries'])('calculations over "%s" fit together, in pages too', async (id) => {
    expect(await shop.rows(asked(id))).toEqual(expected);
    for (const limit of [1, 3, 7]) {
      const found: unknown[][] = [];
      let after: object | null = {};
      while (after !== null && found.length <= stored.length) {
        const page = await shop.ask({ ...asked(id), limit, ...after });
        found.push(...page.data);
        after = page.next === undefined ? null : { after: page.next };
      }
      expect(found).toEqual(expected);
    }
  });
});
