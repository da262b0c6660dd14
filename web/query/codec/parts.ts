// Validated access to the smallest parts of the nested lists.

export class Unreadable extends Error {}

export function list(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw new Unreadable();
  return value;
}

export function text(value: unknown): string {
  if (typeof value !== 'string') throw new Unreadable();
  return value;
}

export function oneOf<T extends string>(all: readonly T[], value: unknown): T {
  const found = all.find((one) => one === value);
  if (found === undefined) throw new Unreadable();
  return found;
}

export function optional<T>(read: (value: unknown) => T, value: unknown): T | undefined {
  return value === null || value === undefined ? undefined : read(value);
}

/** The entries of an object; none if it is missing. */
export function entriesOf(value: unknown): readonly [string, unknown][] {
  if (value === null || value === undefined) return [];
  if (typeof value !== 'object') throw new Unreadable();
  return Object.entries(value);
}
