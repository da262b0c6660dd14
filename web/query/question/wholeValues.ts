// Words that are whole values of a field: “male” does not mean “female”, nor “active” what is inactive.
import type { Model } from '../../model/model.ts';
import { type FieldPath, pathKey } from '../paths.ts';

/** The fields that have the word as their whole value in some record; none if that is not known. */
export type WholePaths = (word: string) => readonly FieldPath[];

export const IS_WHOLE = 'IEQ';

/** The only field among some that has the word as its whole value. The records' own names are searched in instead. */
export function pathOfValue(
  model: Model,
  wholePathsOf: WholePaths,
  among: readonly FieldPath[],
  word: string,
): FieldPath | undefined {
  const keys = new Set(among.map(pathKey));
  const [path, another] = wholePathsOf(word).filter((one) => keys.has(pathKey(one)));
  if (!path || another) return undefined;
  const isOwnName =
    path.steps.length === 0 && model.entities.get(path.root)?.labelColumns.includes(path.attribute);
  return isOwnName ? undefined : path;
}
