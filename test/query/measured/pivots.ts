/** Pivots: requests, and the columns and rows of their answers. */
import { fn, func } from '../shop.ts';
import { by, compare, hidden, of, over } from './words.ts';

export const pivoted = (pivot: string, group: string[], fields: object[], given: object = {}) =>
  of('cell', [hidden('r'), hidden('c'), ...fields], { group, pivot, ...given });
export const counted = { ...hidden('n'), summaries: ['count', 'max'] };

/** The name of a case, the request, and the columns and rows of the answer. */
export const pivots: (readonly [string, object, string[], unknown[][]])[] = [
  [
    'columns start with the empty text, end with null, and duplicate names are numbered',
    pivoted('c', ['r', 'c'], [{ ...hidden('n'), summaries: ['count'] }]),
    ['r', ' count_n', 'a count_n', 'b count_n', 'null count_n', 'null count_n (2)'],
    [
      ['a count_n', 0, 1, 0, 0, 0],
      ['x', 0, 0, 0, 1, 1],
      ['y', 0, 1, 1, 0, 0],
    ],
  ],
  [
    'boolean values as columns, without other groups',
    pivoted('ok', ['ok'], [hidden('ok'), { ...hidden('n'), summaries: ['max', 'count_distinct'] }]),
    [
      'false max_n',
      'false count_distinct_n',
      'true max_n',
      'true count_distinct_n',
      'null max_n',
      'null count_distinct_n',
    ],
    [[4, 2, 6, 3, null, 0]],
  ],
  [
    'measures that are booleans and dates',
    pivoted(
      'r',
      ['r'],
      [
        { ...hidden('ok'), summaries: ['max', 'min'] },
        { ...hidden('day'), summaries: ['min'] },
      ],
    ),
    ['a count_n', 'x', 'y'].flatMap((name) => [`${name} max_ok`, `${name} min_ok`, `${name} min_day`]),
    [[true, true, '2024-01-15', true, false, '2024-01-31', true, false, '2023-12-31']],
  ],
  [
    'periods become columns',
    pivoted('day', ['day', 'r'], [{ ...hidden('day'), bucket: 'month' }, counted], {
      order: [by('day', false), by('r', false)],
    }),
    [
      'r',
      ...['2024-02-01', '2024-01-01', '2023-12-01', 'null'].flatMap((day) => [
        `${day} count_n`,
        `${day} max_n`,
      ]),
    ],
    [
      ['y', 0, null, 0, null, 1, 4, 1, 3],
      ['x', 1, 2, 1, 1, 0, null, 0, null],
      ['a count_n', 0, null, 1, 6, 0, null, 0, null],
    ],
  ],
  [
    'computed fields of groups and windows are measures, too',
    pivoted(
      'ok',
      ['r', 'ok'],
      [
        hidden('ok'),
        { ...hidden('n'), summaries: ['sum'] },
        { alias: 'twice', expr: fn('MUL', 'sum_n', { value: 2 }) },
        over('share', 'share', 'sum_n', { per: ['r'] }),
      ],
      { having: func('NOT_IS_NULL', { alias: 'ok' }) },
    ),
    ['r', 'false sum_n', 'false twice', 'false share', 'true sum_n', 'true twice', 'true share'],
    [
      ['a count_n', null, null, null, 6, 12, 1],
      ['x', 2, 4, 0.666666666667, 1, 2, 0.333333333333],
      ['y', 4, 8, 0.571428571429, 3, 6, 0.428571428571],
    ],
  ],
  [
    'columns contain only what top keeps',
    pivoted('c', ['r', 'c'], [{ ...hidden('n'), summaries: ['sum'] }], {
      top: { n: 1, per: ['r'], order: [by('sum_n', false)] },
    }),
    ['r', 'a sum_n', 'b sum_n', 'null sum_n'],
    [
      ['a count_n', 6, null, null],
      ['x', null, null, 2],
      ['y', null, 4, null],
    ],
  ],
  ['nothing', pivoted('c', ['r', 'c'], [counted], { where: compare('GT', 'r', 'z') }), ['r'], []],
];
