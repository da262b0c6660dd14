// Numbers, sizes and dates in the reader's locale.

/** Creating a format takes a millisecond or more, and the first view does not need most of them. */
export function onDemand<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** Dates in the calendar of databases, which is also the one of typed dates, whatever the calendar of the locale is. */
export function dateFormat(options: Intl.DateTimeFormatOptions, locale?: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(locale, { calendar: 'gregory', ...options });
}

const integers = onDemand(() => new Intl.NumberFormat());
const short = onDemand(
  () => new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 }),
);
const lists = onDemand(() => new Intl.ListFormat(undefined, { type: 'conjunction' }));
const agoFormat = onDemand(() => new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' }));

export function count(n: number): string {
  return integers().format(n);
}

/** An estimated size: about 1.2M. */
export function roughly(n: number): string {
  return n < 10_000 ? integers().format(n) : short().format(n);
}

export function plural(n: number, one: string, many: string): string {
  return `${count(n)} ${n === 1 ? one : many}`;
}

export function list(items: readonly string[]): string {
  return lists().format(items);
}

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

export function ago(then: number, now: number): string {
  for (const [unit, size] of units) {
    const n = Math.round((then - now) / size);
    if (n !== 0) return agoFormat().format(n, unit);
  }
  return agoFormat().format(0, 'minute');
}

export function bytes(n: number): string {
  if (n < 1024) return `${count(n)} B`;
  const kilo = n / 1024;
  return kilo < 1024 ? `${kilo.toFixed(1)} KB` : `${(kilo / 1024).toFixed(1)} MB`;
}

export function seconds(milliseconds: number): string {
  return milliseconds < 950 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}
