// The values that an address text may name in a SQLite column.
import { sql } from 'kysely';
import { equality } from '../../../../query/dialect/bound.ts';
import type { Bound, Value } from '../../../../query/dialect/sql.ts';
import { realKey } from '../functions.ts';

type KeyValue = string | bigint | number | Buffer;

/** The values that a text may stand for. */
type ReadKey = (text: string) => readonly KeyValue[];

export function keyOf(read: ReadKey): (text: string) => Bound<[value: Value]> {
  return (text) => {
    const values = read(text);
    if (values.length === 1) return equality(values[0]);
    return {
      form: `in ${values.length}`,
      values,
      sql: (places, value) => sql`${value} in (${sql.join(places)})`,
    };
  };
}

const isInteger = (text: string) => /^-?\d+$/.test(text);

/** The engine itself does not parse infinities from text, nor every digit of a long fraction. */
function real(text: string): readonly number[] {
  return !isInteger(text) && realKey(Number(text)) === text ? [Number(text)] : [];
}

function bytes(text: string): readonly Buffer[] {
  const read = Buffer.from(text, 'base64');
  return read.toString('base64') === text ? [read] : [];
}

export const textKey: ReadKey = (text) => [text, ...(isInteger(text) ? [] : bytes(text))];

/** The column's affinity converts the text to an integer. */
export const numberKey: ReadKey = (text) =>
  isInteger(text) ? [text] : [text, ...real(text), ...bytes(text)];

const truths: Readonly<Record<string, bigint>> = { true: 1n, false: 0n };

export const truthKey: ReadKey = (text) => {
  const truth = Object.hasOwn(truths, text) ? truths[text] : undefined;
  return truth === undefined ? numberKey(text) : [truth];
};

/** Without an affinity, every possible type is tried. */
export const anyKey: ReadKey = (text) => {
  const isOf64Bits = isInteger(text) && BigInt.asIntN(64, BigInt(text)) === BigInt(text);
  return [text, ...(isOf64Bits ? [BigInt(text)] : real(text)), ...bytes(text)];
};
