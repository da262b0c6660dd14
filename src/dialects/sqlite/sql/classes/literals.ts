// A query's literals as values that SQLite compares with those of a class.
import { exact, placeAt } from '../../../../query/dialect/bound.ts';
import type { BoundLiteral } from '../../../../query/dialect/sql.ts';
import {
  compareDecimals,
  decimalOf,
  isInteger,
  type Literal,
  type Moment,
  momentOf,
  nearestFloat,
  plainDigits,
} from '../../../../query/literals.ts';
import { normalMoment } from '../moments.ts';

/** Null if the literal is not a value of the class. */
export type ReadLiteral = (given: Literal) => BoundLiteral | null;

export const truthLiteral: ReadLiteral = (given) => {
  const text = given.text.toLowerCase();
  if (text === 'true') return exact(1n);
  if (text === 'false') return exact(0n);
  return numberLiteral(given);
};

export const numberLiteral: ReadLiteral = (given) => {
  if (given.kind === 'text' && /^[+-]?Infinity$/.test(given.text)) return exact(Number(given.text));
  const decimal = decimalOf(given);
  if (decimal === null) return null;
  if (isInteger(decimal) && decimal.digits.length + decimal.exponent <= 19) {
    const whole = BigInt(plainDigits(decimal));
    if (BigInt.asIntN(64, whole) === whole) return exact(whole);
  }
  const { value, side } = nearestFloat(decimal, 'double');
  return { ...exact(value), side };
};

/** Integers compare with a double by its exact value, not by its shortest digits. */
export const integerLiteral: ReadLiteral = (given) => {
  const bound = numberLiteral(given);
  const decimal = decimalOf(given);
  if (bound === null || bound.side === 0 || decimal === null) return bound;
  const { value } = nearestFloat(decimal, 'double');
  if (!Number.isInteger(value)) return bound;
  const whole = decimalOf({ kind: 'number', text: BigInt(value).toString() });
  return whole === null ? bound : { ...bound, side: compareDecimals(decimal, whole) };
};

export const textLiteral: ReadLiteral = ({ text }) => exact(text);

/** Texts as texts, numbers as numbers. */
export const ownLiteral: ReadLiteral = (given) =>
  given.kind === 'text' ? textLiteral(given) : truthLiteral(given);

export const binaryLiteral: ReadLiteral = ({ text }) => {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? exact(bytes) : null;
};

export const timeLiteral: ReadLiteral = (given) => {
  const moment = momentIn(given);
  if (moment === null || moment.date !== null) return null;
  const normal = normalMoment(moment);
  return normal === null ? null : exact(normal);
};

export const datetimeLiteral: ReadLiteral = (given) => {
  const normal = normalIn(given);
  return normal === null ? null : withinDays(normal);
};

/** A date is compared with the day of an instant in UTC. */
export const dateLiteral: ReadLiteral = (given) => {
  const normal = normalIn(given);
  return normal === null ? null : withinDays(normal.slice(0, 10));
};

function momentIn({ kind, text }: Literal): Moment | null {
  return kind === 'text' ? momentOf(text) : null;
}

/** The moment of a day, in its sortable form. */
function normalIn(given: Literal): string | null {
  const moment = momentIn(given);
  return moment === null || moment.date === null ? null : normalMoment(moment);
}

/** Offsets from UTC and the zone's clock shift a stored moment by less than two days. */
function withinDays(normal: string): BoundLiteral {
  const day = new Date(`${normal.slice(0, 10)}T00:00:00Z`);
  const shifted = (days: number) => new Date(day.getTime() + days * 86_400_000).toISOString().slice(0, 10);
  // Outside these years, date texts no longer sort correctly.
  if (day.getUTCFullYear() < 1 || day.getUTCFullYear() > 9998) return exact(normal);
  return {
    ...exact(normal),
    form: 'within',
    values: [normal, shifted(-2), shifted(3)],
    within: (places) => [placeAt(places, 1), placeAt(places, 2)],
  };
}
