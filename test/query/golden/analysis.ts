/** The documents of approved SQL for computed fields, related rows, windows and pivots. */

const fn = (name: string, ...args: object[]) => ({ fn: name, args });
const hidden = (id: string, more: object = {}) => ({ id, selected: false, ...more });
const tracks = {
  id: 'track',
  relation: { attr_parent: 'id' },
  attributes: [hidden('length'), { id: 'name', alias: 'track', selected: false }],
};
const album = (...more: object[]) => ({ id: 'album', attributes: [{ id: 'id' }, { id: 'title' }, ...more] });
const rollup = (alias: string, summary: string, more: object = {}) => ({
  alias,
  rollup: { entity: tracks, summary, ...more },
});
const taxed = {
  alias: 'taxed',
  expr: fn('ROUND', fn('MUL', { alias: 'price' }, { value: 1.2 }), { value: 2 }),
};
const year = { alias: 'year', expr: fn('PART', { alias: 'released' }, { value: 'year' }), selected: false };

export const analysis: Readonly<Record<string, object>> = {
  parameters: {
    entities: [album(hidden('price'), hidden('artist_id'))],
    parameters: [
      { name: 'most', type: 'numeric' },
      { name: 'artists', type: 'integer', many: true },
    ],
    arguments: { artists: [1, 2] },
    where: {
      cond: {
        with: 'AND',
        entries: [
          { func: { name: 'LT', args: [{ alias: 'price' }, { param: 'most' }] } },
          { func: { name: 'IN', args: [{ alias: 'artist_id' }, { param: 'artists' }] } },
        ],
      },
    },
  },
  'computed-field': { entities: [album(hidden('price'), taxed)], order: [{ alias: 'taxed' }] },
  'rollups-in-page': {
    entities: [album(rollup('tracks', 'count'), rollup('longest', 'max', { of: 'length' }))],
  },
  'rollup-in-page': { entities: [album(rollup('longest', 'max', { of: 'length' }))] },
  'rollup-sorted': { entities: [album(rollup('tracks', 'count'))], order: [{ alias: 'tracks', asc: false }] },
  'rollup-list': { entities: [album(rollup('names', 'list', { of: 'track', limit: 3 }))] },
  having: {
    entities: [album(hidden('price', { summaries: ['sum'] }), hidden('artist_id'))],
    group: ['artist_id'],
    having: { func: { name: 'GT', args: [{ alias: 'sum_price' }, { value: 10 }] } },
  },
  'groups-counted': {
    entities: [{ id: 'play', attributes: [{ id: 'listener' }, hidden('at', { summaries: ['count'] })] }],
    group: ['listener'],
  },
  over: {
    entities: [
      album(hidden('price', { summaries: ['sum'] }), hidden('released'), year, {
        alias: 'running',
        over: { fn: 'running', of: 'sum_price', order: [{ alias: 'year' }] },
      }),
    ],
    group: ['year'],
  },
  top: {
    entities: [album(hidden('price'), hidden('artist_id'))],
    top: { n: 3, per: ['artist_id'], order: [{ alias: 'price', asc: false }] },
  },
};
