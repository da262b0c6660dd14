// Functions added to SQLite for what its SQL cannot express exactly.
import type { Database } from 'better-sqlite3';

/** Percent-encodes everything but the unreserved characters of RFC 3986, as on the other engines. */
function encodeUrlText(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function keyText(value: unknown): string {
  if (Buffer.isBuffer(value)) return encodeUrlText(value.toString('base64'));
  return encodeUrlText(typeof value === 'number' ? realKey(value) : String(value));
}

/**
 * The shortest text of a real. Large whole reals are written with an exponent: their digits would denote another
 * integer.
 */
export function realKey(value: number): string {
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? value.toExponential() : String(value);
}

export function addFunctions(db: Database, tick: () => void): void {
  // directOnly: a hostile schema must not reach these through its views or triggers.
  const pure = { deterministic: true, directOnly: true } as const;
  db.function('joinery_url', pure, keyText);
  db.function('joinery_base64', pure, (value: unknown) =>
    Buffer.isBuffer(value) ? value.toString('base64') : null,
  );
  db.function('joinery_tick', { deterministic: false, directOnly: true, varargs: true }, () => {
    tick();
    return 1;
  });
}
