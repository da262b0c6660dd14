/** Queries of every shape over the zoo, including those that name things hidden from some users. */
const func = (name: string, ...args: object[]) => ({ func: { name, args } });
const related = (id: string, attr_parent: string, ...attributes: object[]) => ({
  entity: { id, relation: { attr_parent }, attributes },
});

const visits = (summary: string, of?: string, more: object = {}) => ({
  entity: {
    id: 'visit',
    relation: { attr_parent: 'id', attr_child: 'guide_id' },
    attributes: of === undefined ? [] : [{ id: of }],
  },
  summary,
  ...(of === undefined ? {} : { of }),
  ...more,
});

export const shapes: readonly object[] = [
  { entities: [{ id: 'person', attributes: [{ id: 'name' }, { alias: 'n', rollup: visits('count') }] }] },
  {
    entities: [{ id: 'person', attributes: [{ id: 'name' }, { alias: 'n', rollup: visits('count') }] }],
    order: [{ alias: 'n', asc: false }],
    where: func('GT', { alias: 'n' }, { value: 0 }),
  },
  ...['sum', 'avg', 'min', 'max', 'count_distinct', 'first', 'last', 'list'].map((summary) => ({
    entities: [
      { id: 'person', attributes: [{ id: 'name' }, { alias: 'm', rollup: visits(summary, 'cost') }] },
    ],
  })),
  {
    entities: [
      {
        id: 'person',
        attributes: [
          { id: 'name' },
          { alias: 'm', rollup: visits('list', 'day', { order: [{ alias: 'day', asc: false }], limit: 2 }) },
        ],
      },
    ],
  },
  {
    entities: [
      {
        id: 'person',
        attributes: [
          { id: 'name', selected: false },
          { alias: 'u', expr: { fn: 'UPPER', args: [{ alias: 'name' }] } },
        ],
      },
    ],
    where: func('ICONTAINS', { alias: 'u' }, { value: 'e' }),
  },
  {
    entities: [
      {
        id: 'visit',
        attributes: [
          { id: 'cost' },
          { alias: 'd', expr: { fn: 'DIV', args: [{ alias: 'cost' }, { value: 3 }] } },
        ],
      },
    ],
    order: [{ alias: 'd' }],
  },
  {
    entities: [
      {
        id: 'visit',
        attributes: [
          { id: 'city' },
          {
            alias: 'c',
            expr: {
              // biome-ignore lint/suspicious/noThenProperty: the document calls it so, and nobody awaits it.
              case: [{ when: func('GT', { alias: 'stars' }, { value: 3 }), then: { value: 'good' } }],
              else: { value: 'bad' },
            },
          },
          { id: 'stars' },
        ],
      },
    ],
  },
  {
    entities: [{ id: 'visit', attributes: [{ id: 'city' }, { id: 'cost', summaries: ['sum', 'count'] }] }],
    group: ['city'],
    having: func('GT', { alias: 'count_cost' }, { value: 0 }),
    order: [{ alias: 'sum_cost', asc: false }],
  },
  {
    entities: [
      {
        id: 'visit',
        attributes: [{ id: 'city' }, { id: 'country' }, { id: 'cost', summaries: ['sum', 'count'] }],
      },
    ],
    group: ['city', 'country'],
    pivot: 'country',
  },
  {
    entities: [
      {
        id: 'visit',
        attributes: [
          { id: 'city' },
          { id: 'cost', summaries: ['sum'] },
          { alias: 'share', over: { fn: 'share', of: 'sum_cost' } },
          { alias: 'rank', over: { fn: 'rank', of: 'sum_cost' } },
        ],
      },
    ],
    group: ['city'],
  },
  {
    entities: [{ id: 'visit', attributes: [{ id: 'city' }, { id: 'cost' }, { id: 'day' }] }],
    top: { n: 1, per: ['city'], order: [{ alias: 'cost', asc: false }] },
  },
  {
    entities: [{ id: 'visit', attributes: [{ id: 'day' }, { id: 'city' }] }],
    where: func('IN_PERIOD', { alias: 'day' }, { period: { unit: 'year', offset: -3, count: 3 } }),
  },
  {
    entities: [
      {
        id: 'visit',
        attributes: [
          { id: 'day', bucket: 'month' },
          { id: 'cost', summaries: ['sum', 'min', 'max', 'avg'] },
        ],
      },
    ],
    group: ['day'],
  },
  { entities: [{ id: 'visit', attributes: [{ id: 'city' }] }], count: 'estimate' },
  { entities: [{ id: 'person', attributes: [{ id: 'name' }] }], count: 'estimate', limit: 2 },
  { entities: [{ id: 'person', attributes: [{ id: 'name' }] }], limit: 0 },
  { entities: [{ id: 'place', attributes: [{ id: 'label' }] }], limit: 2, order: [{ alias: 'label' }] },
  { entities: [{ id: 'tag', attributes: [{ id: 'word', summaries: ['count', 'count_distinct'] }] }] },
  // Two roots, one of which only decides whether there are rows at all.
  {
    entities: [
      { id: 'person', attributes: [{ id: 'name', summaries: ['count'] }] },
      { id: 'visit', attributes: [] },
    ],
  },
  {
    entities: [{ id: 'visit', attributes: [{ id: 'city' }, related('person', 'guide_id', { id: 'name' })] }],
  },
  {
    entities: [{ id: 'visit', attributes: [{ id: 'city' }, related('person', 'person_id', { id: 'name' })] }],
  },
  {
    entities: [{ id: 'visit', attributes: [{ id: 'city' }, related('person', 'guide_id', { id: 'born' })] }],
    order: [{ alias: 'born' }],
    limit: 3,
  },
  {
    entities: [
      {
        id: 'place',
        attributes: [{ id: 'label' }, related('visit', 'country', { id: 'cost', summaries: ['sum'] })],
      },
    ],
  },
  { entities: [{ id: 'step', attributes: [{ id: 'word' }, related('visit', 'visit_id', { id: 'city' })] }] },
  {
    entities: [{ id: 'person', attributes: [{ id: 'name' }] }],
    where: func('EXISTS', {
      entity: { id: 'visit', relation: { attr_parent: 'id', attr_child: 'guide_id' } },
    }),
  },
  {
    entities: [{ id: 'person', attributes: [{ id: 'name' }] }],
    where: func('NOT_EXISTS', {
      entity: { id: 'visit', relation: { attr_parent: 'id', attr_child: 'guide_id' } },
    }),
  },
  {
    entities: [{ id: 'visit', attributes: [{ id: 'city' }] }],
    where: func('EXISTS', { entity: { id: 'step', relation: { attr_parent: 'id' } } }),
  },
  ...['pay', 'note', 'score', 'big'].flatMap((id) => [
    { entities: [{ id: 'person', attributes: [{ id: 'name' }, { id }] }], order: [{ alias: id }] },
    {
      entities: [{ id: 'person', attributes: [{ id: 'name' }, { id, selected: false }] }],
      where: func('NOT_IS_NULL', { alias: id }),
    },
    { entities: [{ id: 'person', attributes: [{ id, summaries: ['min', 'max', 'count'] }] }] },
    { entities: [{ id: 'person', attributes: [{ id }, { id: 'name', summaries: ['count'] }] }], group: [id] },
  ]),
  ...['nope', 'pey', 'visits', 'ship'].map((id) => ({ entities: [{ id, attributes: [{ id: 'id' }] }] })),
  ...['pey', 'nots', 'fin', 'id'].map((id) => ({ entities: [{ id: 'person', attributes: [{ id }] }] })),
  ...['fin', 'i', 'person_i'].map((id) => ({ entities: [{ id: 'visit', attributes: [{ id }] }] })),
  // Found by random search: MariaDB counted too few if EXISTS contained an irrelevant join.
  {
    entities: [
      {
        id: 'person',
        attributes: [
          { id: 'id' },
          {
            entity: {
              id: 'visit',
              relation: { attr_parent: 'id', attr_child: 'guide_id' },
              attributes: [{ id: 'city' }],
            },
          },
        ],
      },
    ],
    where: func('EXISTS', {
      entity: {
        id: 'person',
        relation: { attr_parent: 'id' },
        attributes: [
          related('person', 'id', { id: 'id', alias: 'a5', selected: false }),
          { id: 'id', alias: 'a4', selected: false },
        ],
      },
      where: func('GT', { alias: 'a4' }, { value: 7 }),
    }),
  },
  {
    entities: [
      { id: 'person', alias: 'first', attributes: [{ id: 'id', alias: 'a0' }] },
      {
        id: 'person',
        alias: 'second',
        attributes: [
          {
            entity: {
              id: 'visit',
              alias: 'e3',
              relation: { attr_parent: 'id', attr_child: 'person_id' },
              attributes: [{ id: 'id', alias: 'a2' }],
            },
          },
          { id: 'id', alias: 'a1', summaries: ['sum'] },
        ],
      },
    ],
    where: func('EXISTS', {
      entity: {
        id: 'person',
        relation: { attr_parent: 'person_id' },
        attributes: [
          related('person', 'id', { id: 'id', alias: 'a5', selected: false }),
          { id: 'id', alias: 'a4', selected: false },
        ],
      },
      of: 'e3',
    }),
  },
];
