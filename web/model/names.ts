// Database names as a person would write them: InvoiceLine → Invoice Line, media_type → Media Type.

const PLAIN = /^[A-Za-z][A-Za-z0-9_]*$/;

/** Names in other scripts, with spaces or unusual characters are left unchanged. */
export function humanize(name: string): string {
  if (!PLAIN.test(name)) return name;
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[_\s]+/)
    .filter(Boolean);
  if (words.length === 0) return name;
  const isAllCaps = words.length > 1 && words.every((word) => word === word.toUpperCase());
  return words.map((word) => capital(isAllCaps ? word.toLowerCase() : word)).join(' ');
}

function capital(word: string): string {
  if (/^(id|url|uuid|ip|vat|sku|isbn|iban)$/i.test(word))
    return word.toUpperCase() === 'ID' ? 'ID' : word.toUpperCase();
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** The name of a foreign key column without its suffix: SupportRepId → Support Rep. */
export function withoutKeySuffix(column: string): string {
  const stem = column.replace(/_?(id|ID|Id|uuid|UUID|key|Key|no|No)$/, '');
  return humanize(stem.length > 0 && PLAIN.test(column) ? stem : column);
}

/** Human names for a set of raw ones; colliding ones keep their raw names. */
export function distinctLabels(
  names: readonly string[],
  label: (name: string) => string = humanize,
): Map<string, string> {
  const seen = new Map<string, number>();
  for (const name of names) {
    const key = label(name).toLowerCase();
    seen.set(key, (seen.get(key) ?? 0) + 1);
  }
  return new Map(names.map((name) => [name, seen.get(label(name).toLowerCase()) === 1 ? label(name) : name]));
}
