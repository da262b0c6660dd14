import { checkMovingRows, queryNames } from './moving-rows.ts';

// One engine tests all queries, the others those that they compare or order in their own way; the long run tests all on
// each.
checkMovingRows({
  noteLength: 10,
  pageRows: [19],
  only: {
    sqlite: ['by key', 'by text, backwards', 'by a number that may be missing', 'in groups'],
    postgres: queryNames,
    mysql: [
      'by text',
      'by a number that may be missing, which comes first',
      'by two columns',
      'in groups, backwards',
    ],
  },
});
// Too large to be assembled in memory: every page is streamed.
checkMovingRows({ noteLength: 30_000, pageRows: [60], only: { postgres: ['by text'] } });
