/** Columns with names that our own statements use: the answers are the same as for columns with other names. */
import { describe, expect, test } from 'vitest';
import { isLongRun } from '../support/long-run.ts';
import { type Engine, engines } from '../support/servers.ts';
import { fn, func, shopOn, value } from './shop.ts';

/** Names of tables, rows, items, parts and values within our statements, on some engine. */
const own = [
  ...['v', 'tried', 'e0', 'e1', 't0', 't1', 'p', 'a', 'b', 'd', 'g', 'n', 'u', 'z', 'q', 'f', 's', 'k', 'm'],
  ...[
    'c0',
    's0',
    'j0',
    'b0',
    'v0',
    'n0',
    'k0',
    'm0',
    'o0',
    'r0',
    'a0',
    'line',
    'lines',
    'list',
    'code',
    'above',
  ],
  ...['place', 'runs', 'key', 'value', 'raw', 'piece', 'pieces'],
];
const plain = own.map((_, i) => `column${i}`);

const quote = (engine: Engine, name: string) => (engine === 'mysql' ? `\`${name}\`` : `"${name}"`);

/** Two tables with the same rows, and a third with rows that reference both. */
function tables(engine: Engine): string {
  const rows = [1, 2, 3, 4].map((id) => [
    id,
    ...own.map((_, i) => (i === 2 && id === 3 ? 'null' : ((id * 7 + i * 3) % 11) - 4)),
  ]);
  const table = (name: string, columns: readonly string[]) => `
    CREATE TABLE ${name} (id INTEGER PRIMARY KEY, parent INTEGER, ${columns.map((column) => `${quote(engine, column)} DECIMAL(9,2)`).join(', ')},
      FOREIGN KEY (parent) REFERENCES ${name} (id));
    ${rows
      .map(
        ([id, ...values]) =>
          `INSERT INTO ${name} VALUES (${[id, Number(id) < 3 ? 'null' : 1, ...values].join(', ')});`,
      )
      .join('')}`;
  return table('owned', own) + table('plain', plain);
}

describe.each(engines)('columns that are named like those of our SQL on %s', (engine) => {
  const shop = shopOn(engine, tables(engine));

  /** The same request to both tables; `of` returns their column names. */
  async function ask(make: (entity: string, of: (place: number) => string) => object) {
    const answers = await Promise.all([
      shop.ask(make('owned', (place) => own[place] ?? '')),
      shop.ask(make('plain', (place) => plain[place] ?? '')),
    ]);
    const [{ data, summaries }, expected] = answers;
    expect({ data, summaries }).toEqual({ data: expected.data, summaries: expected.summaries });
    expect(data.length).toBeGreaterThan(0);
  }

  const selected = (of: (place: number) => string, more: (place: number) => object = () => ({})) =>
    own.map((_, i) => ({ id: of(i), alias: `x${i}`, ...more(i) }));

  test('have the right summaries', () =>
    ask((id, of) => ({
      entities: [
        { id, attributes: selected(of, () => ({ summaries: ['avg', 'sum', 'count_distinct', 'max'] })) },
      ],
    })));

  test.each(
    own
      .map((name, i) => [name, i] as const)
      .filter((_, i) => i % (isLongRun ? 4 : 8) === 0 && i + 1 < own.length),
  )('work in groups, conditions and windows: %s and the next one', (_, from) =>
    ask((id, of) => {
      return {
        entities: [
          {
            id,
            attributes: [
              { id: of(from), alias: 'x' },
              { id: of(from + 1), alias: 'y', summaries: ['avg', 'sum'] },
              { alias: 'share', over: { fn: 'share', of: 'sum_y' } },
            ],
          },
        ],
        group: ['x'],
        having: func('NOT_IS_NULL', { alias: 'avg_y' }),
        order: [{ alias: 'avg_y' }],
      };
    }),
  );

  test('work in computed fields', () =>
    ask((id, of) => ({
      entities: [
        {
          id,
          attributes: [
            ...selected(of),
            ...own.flatMap((_, i) => {
              const [x, y] = [`x${i}`, `x${(i + 1) % own.length}`];
              return [
                { alias: `nullif${i}`, expr: fn('NULLIF', x, y) },
                { alias: `div${i}`, expr: fn('DIV', x, y) },
                { alias: `round${i}`, expr: fn('ROUND', fn('MUL', x, y), value(1)) },
              ];
            }),
          ],
        },
      ],
    })));

  test('work in measures of related rows', () =>
    ask((id, of) => ({
      entities: [
        {
          id,
          attributes: [
            { id: 'id' },
            ...[0, 1, 2, 3, 7, 11, 13, 20].flatMap((place) =>
              ['list', 'first', 'avg', 'count_distinct'].map((summary) => ({
                alias: `${summary}${place}`,
                rollup: {
                  entity: {
                    id,
                    relation: { attr_parent: 'id' },
                    attributes: [{ id: of(place), alias: `of${summary}${place}`, selected: false }],
                  },
                  summary,
                  of: `of${summary}${place}`,
                },
              })),
            ),
          ],
        },
      ],
    })));
});
