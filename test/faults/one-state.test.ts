import { checkOneState, queryNames } from './one-state.ts';

// One engine has them all; the others have one of each way in which an answer is put together.
checkOneState(12, (engine) =>
  engine === 'postgres'
    ? queryNames
    : ['in key order', 'filtered by a text and sorted', 'with summaries', 'that is streamed'],
);
