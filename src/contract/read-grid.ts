// From a parsed body to a query document and the values in it, or to a problem that points at what is at fault.
import { GridRequest, WrappedGridRequest } from './grid.ts';
import { readBody } from './issues.ts';
import { type Given, type GridPage, takeApart } from './shape.ts';

/** What queries have in common that differ in their values and their page only. */
export interface QueryShape {
  /** Tells shapes apart. */
  readonly text: string;
  /** The query without its page, and with the number of each value in its place: see shape.ts. */
  readonly request: GridRequest;
  /** Where the request stands in the body as sent: `/unigrid`, or nothing. */
  readonly pointer: string;
}

export interface ReadGridRequest {
  readonly shape: QueryShape;
  readonly given: readonly Given[];
  readonly page: GridPage;
}

/** Where shapes are kept that were found to be right. */
export interface KnownShapes {
  get(scope: null, text: string, make: () => QueryShape): QueryShape;
}

const noneKnown: KnownShapes = { get: (_scope, _text, make) => make() };

/** Numbers that a double cannot hold come as LosslessNumber. */
export function readGridRequest(body: unknown, known: KnownShapes = noneKnown): ReadGridRequest {
  const { document, given, page } = takeApart(body);
  const text = JSON.stringify(document) ?? '';
  return { shape: known.get(null, text, () => readShape(document, text)), given, page };
}

function readShape(document: unknown, text: string): QueryShape {
  const wrapped = typeof document === 'object' && document !== null && Object.hasOwn(document, 'unigrid');
  if (wrapped) return { text, request: readBody(WrappedGridRequest, document).unigrid, pointer: '/unigrid' };
  return { text, request: readBody(GridRequest, document), pointer: '' };
}
