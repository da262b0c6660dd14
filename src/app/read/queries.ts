// All use cases of queries in one place, so that they can be loaded together, by the first query.
export { readGridRequest } from '../../contract/read-grid.ts';
export { operatorList } from '../../query/operators.ts';
export { exportGrid } from '../export/export.ts';
export { explainGrid } from './explain.ts';
export { runGrid } from './grid.ts';
export { runSummaries } from './summaries.ts';
