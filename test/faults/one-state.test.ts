import { checkOneState, queryNames } from './one-state.ts';

// One engine tests all queries; the others one for each way in which an answer is assembled.
checkOneState(12, (engine) =>
  engine === 'postgres'
    ? queryNames
    : ['in key order', 'filtered by a text and sorted', 'with summaries', 'that is streamed'],
);
