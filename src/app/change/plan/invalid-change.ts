// A change that makes no sense.
import { Problem } from '../../../contract/problem.ts';

export function invalidChange(
  detail: string,
  extras: ConstructorParameters<typeof Problem>[2] = {},
): Problem {
  return new Problem('invalid-change', detail, extras);
}
