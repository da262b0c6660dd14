// The limits of colour rules, typed as the table shows numbers: 1,000 or 10%.
import { isExact } from '../api/exact.ts';
import { localeFormat, parseLocaleNumber } from '../edit/localeFormat.ts';
import type { ColumnFormat } from '../values/columnFormat.ts';
import { formatNumber } from '../values/show.ts';

/** The digits of a typed number. */
export function readLimit(typed: string, manner = localeFormat()): string | undefined {
  const number = parseLocaleNumber(typed, manner);
  return isExact(number) ? number.value : undefined;
}

/** The format with its limits as digits; others stay as they are, and colour nothing. */
export function withPlainLimits(format: ColumnFormat): ColumnFormat {
  return withLimits(format, (than) => readLimit(than) ?? than);
}

/** The inverse, for typing: the same digits with the reader's separators. */
export function withShownLimits(format: ColumnFormat): ColumnFormat {
  return withLimits(format, (than) => formatNumber(than));
}

function withLimits(format: ColumnFormat, change: (than: string) => string): ColumnFormat {
  if (!format.rules) return format;
  return { ...format, rules: format.rules.map((rule) => ({ ...rule, than: change(rule.than) })) };
}
