// Values of a request for computations, as texts that every engine can read.
import type { ResultType, ValueKind } from '../../query/computing/kinds.ts';
import { decimalOf, type Literal, momentText, plainDigits } from '../../query/literals.ts';

const readers: Record<ValueKind, (literal: Literal) => string | null> = {
  integer: digits,
  numeric: digits,
  text: ({ text }) => text,
  boolean: ({ text }) => (/^(true|false)$/i.test(text) ? text.toLowerCase() : null),
  date: (literal) => momentText('date', literal)?.text ?? null,
  datetime: (literal) => momentText('datetime', literal)?.text ?? null,
};

function digits(literal: Literal): string | null {
  const decimal = decimalOf(literal);
  return decimal === null || Math.abs(decimal.exponent) > 60 || decimal.digits.length > 60
    ? null
    : plainDigits(decimal);
}

/** Null if the literal is not a value of the kind. */
export function literalText({ kind }: ResultType, literal: Literal): string | null {
  return readers[kind](literal);
}
