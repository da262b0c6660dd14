// Looks up entities by the names an assistant gives; the problems help it to correct the call.
import { entityOf } from '../app/snapshot.ts';
import { Problem } from '../contract/problem.ts';
import type { ToolRequest } from './tool-request.ts';

type Seen = Parameters<typeof entityOf>[0];

/** `pointer`: the position of the name in the arguments. */
export function entityNamed(database: Seen, name: string, pointer: string): ReturnType<typeof entityOf> {
  try {
    return entityOf(database, name);
  } catch (error) {
    throw withNames(error, database, pointer);
  }
}

/** The same for any work that looks up the entity at `pointer`. */
export async function withNameSuggestions<Found>(
  { database: open, requester }: ToolRequest,
  pointer: string,
  work: () => Promise<Found>,
): Promise<Found> {
  try {
    return await work();
  } catch (error) {
    if (!isUnknown(error)) throw error;
    throw await open.use(requester, async ({ database }) => withNames(error, database, pointer));
  }
}

function isUnknown(error: unknown): error is Problem {
  return error instanceof Problem && error.kind === 'unknown-entity';
}

function withNames(error: unknown, { entities }: Seen, pointer: string): unknown {
  if (!isUnknown(error)) return error;
  return new Problem(error.kind, error.message, { ...error.extras, pointer, allowed: [...entities.keys()] });
}
