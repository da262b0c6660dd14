// Turns a parsed body into a query document and its values, or a problem that points at what is wrong.
import { GridRequest, WrappedGridRequest } from './grid.ts';
import { readBody } from './issues.ts';
import { type Given, type GridPage, splitRequest } from './shape.ts';

/** What queries that differ only in their values and page have in common. */
export interface QueryShape {
  /** Identifies the shape. */
  readonly text: string;
  /** The query without its page, with an index in place of each value: see shape.ts. */
  readonly request: GridRequest;
  /** The position of the request in the body: `/unigrid`, or empty. */
  readonly pointer: string;
}

export interface ReadGridRequest {
  readonly shape: QueryShape;
  readonly given: readonly Given[];
  readonly page: GridPage;
}

/** A cache of valid shapes. */
export interface KnownShapes {
  get(scope: null, text: string, make: () => QueryShape): QueryShape;
}

const noShapes: KnownShapes = { get: (_scope, _text, make) => make() };

/** Numbers beyond a double arrive as LosslessNumber. */
export function readGridRequest(body: unknown, known: KnownShapes = noShapes): ReadGridRequest {
  const { document, given, page } = splitRequest(body);
  const text = JSON.stringify(document) ?? '';
  return { shape: known.get(null, text, () => readShape(document, text)), given, page };
}

function readShape(document: unknown, text: string): QueryShape {
  const wrapped = typeof document === 'object' && document !== null && Object.hasOwn(document, 'unigrid');
  if (wrapped) return { text, request: readBody(WrappedGridRequest, document).unigrid, pointer: '/unigrid' };
  return { text, request: readBody(GridRequest, document), pointer: '' };
}
