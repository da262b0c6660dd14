/** Query bodies with any depth of nesting. */

export const nested: readonly (readonly [what: string, body: (depth: number) => string])[] = [
  [
    'a condition',
    (depth) => `{"where":${'{"cond":{"with":"AND","entries":['.repeat(depth)}${']}}'.repeat(depth)}}`,
  ],
  [
    'an entity',
    (depth) =>
      `{"entities":[${'{"id":"person","relation":{"attr_parent":"id"},"attributes":[{"entity":'.repeat(depth)}{}${'}]}'.repeat(depth)}]}`,
  ],
  ['an array', (depth) => '['.repeat(depth) + ']'.repeat(depth)],
  ['a value', (depth) => `{"entities":[{"id":${'['.repeat(depth)}${']'.repeat(depth)}}]}`],
];

/** 20 to the power of 9 combinations of zoo rows, none of which matches. */
export const endless = JSON.stringify({
  entities: Array.from({ length: 9 }, (_, i) => ({
    id: 'person',
    alias: `p${i}`,
    attributes: [{ id: 'note', alias: `n${i}` }],
  })),
  // The condition involves all roots, so engines must build each combination first.
  where: {
    cond: {
      with: 'OR',
      entries: Array.from({ length: 9 }, (_, i) => ({
        func: { name: 'ICONTAINS', args: [{ alias: `n${i}` }, { value: 'not to be found' }] },
      })),
    },
  },
});
