/**
 * The value of a name that comes from the database or from a person. It may be the name of a property that every object
 * has, such as `constructor`.
 */
export function ownValue<T>(
  values: Readonly<Record<string, T>> | null | undefined,
  name: string,
): T | undefined {
  return values && Object.hasOwn(values, name) ? values[name] : undefined;
}
