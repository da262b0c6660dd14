// All use cases of queries, loaded together by the first query.
import { type QueryShape, type ReadGridRequest, readGridRequest } from '../../contract/read-grid.ts';
import { Cache } from '../../query/cache.ts';

export { functionList } from '../../query/computing/functions.ts';
export { operatorList } from '../../query/operators.ts';
export { exportGrid } from '../export/export.ts';
export { explainGrid } from './explain.ts';
export { runGrid } from './grid.ts';
export { SimilarBodies } from './similar-bodies.ts';
export { runSummaries } from './summaries.ts';

const shapes = new Cache<QueryShape>('shapes');

/** A body of a known shape is not validated again. */
export function readRequest(body: unknown): ReadGridRequest {
  return readGridRequest(body, shapes);
}
