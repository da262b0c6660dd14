// Words in expressions: values that say what a function does, and thus are not values of the request.

/** Which argument of a function is a unit or a type. */
const keywordArguments: Readonly<Record<string, number>> = {
  PART: 1,
  TRUNCATE: 1,
  SHIFT: 2,
  DISTANCE: 2,
  CAST: 1,
};

export function isKeyword(fn: unknown, index: number): boolean {
  return typeof fn === 'string' && Object.hasOwn(keywordArguments, fn) && keywordArguments[fn] === index;
}
