// Checks that a document can be saved: whoever runs it later must have nothing to correct but their own values.
import type { GridRequest, Parameter } from '../../contract/grid.ts';
import { pointerTo } from '../../contract/json.ts';
import { planGrid } from '../../query/plan/planner.ts';
import { invalid } from '../../query/plan/problems.ts';
import type { OpenDatabase, Requester } from '../database.ts';
import { readRequest } from '../read/queries.ts';
import { readQuery } from '../read/query.ts';
import { pageNames } from './arguments.ts';

const pointer = '/unigrid';

/** `unigrid`: as sent. Throws a Problem that says what is wrong. */
export async function checkDocument(
  open: OpenDatabase,
  requester: Requester,
  unigrid: unknown,
): Promise<void> {
  const { shape, page } = readRequest({ unigrid });
  const { request } = shape;
  if (page.after !== undefined) {
    throw invalid('A saved query begins with its first row or at an offset, not after a cursor.', {
      pointer: pointerTo(pointer, 'after'),
    });
  }
  for (const [i, { name }] of (request.parameters ?? []).entries()) checkName(name, i);
  const withoutValues = readRequest({ unigrid: withoutRequired(unigrid) });
  await open.use(requester, async (snapshot) => {
    // Conditions on parameters are planned only if these have values; which values does not matter.
    planGrid(snapshot.dialect.sql, snapshot.database, withValues(request), pointer);
    readQuery(snapshot, withoutValues);
  });
}

function checkName(name: string, index: number): void {
  if (!pageNames.some((own) => own === name)) return;
  throw invalid(`No parameter of a saved query can be called "${name}": in its address that is the page.`, {
    pointer: pointerTo(pointer, 'parameters', index, 'name'),
  });
}

/** A planned document has the index of a value in its place. */
function withValues(request: GridRequest): GridRequest {
  const places = (request.parameters ?? []).map(({ name, many }) => [name, many ? [0] : 0] as const);
  return { ...request, arguments: Object.fromEntries(places) };
}

/** The same with all parameters optional. */
function withoutRequired(unigrid: unknown): unknown {
  if (typeof unigrid !== 'object' || unigrid === null || !('parameters' in unigrid)) return unigrid;
  const { parameters } = unigrid;
  if (!Array.isArray(parameters)) return unigrid;
  const optional = parameters.map((parameter: Parameter) => ({ ...parameter, required: false }));
  return { ...unigrid, parameters: optional };
}
