// A change that nobody can make sense of.
import { Problem } from '../../../contract/problem.ts';

export function invalidChange(
  detail: string,
  extras: ConstructorParameters<typeof Problem>[2] = {},
): Problem {
  return new Problem('invalid-change', detail, extras);
}
