/** Literals for the conditions and expressions of generated requests. */
import { LosslessNumber } from 'lossless-json';
import { isNumeric, type Kind, shown } from '../dataset.ts';
import { canonical, isDecimal } from '../decimal.ts';
import type { ValueKind } from '../reference/expressions.ts';
import { shifted } from '../reference/moments.ts';
import { type Cell, isApproximate, isList } from '../reference/numbers.ts';
import type { Literal } from '../request.ts';
import type { Named } from './names.ts';
import type { Tape } from './tape.ts';

const usual: Readonly<Record<ValueKind, readonly string[]>> = {
  integer: ['0', '1', '2', '3', '5', '10', '-1', '7', '100', '42', '2024', '-3'],
  numeric: ['0.5', '2.5', '0.1', '-0.25', '10.00', '1.005', '99.9', '-3.5', '0.495', '12.345'],
  text: [
    '',
    'a',
    'A',
    ' ',
    'up',
    'é',
    'ß',
    'Köln',
    ' x ',
    'null',
    'Σ',
    '12',
    '-3.5',
    '2024-02-29',
    '😀',
    'true',
    '%',
  ],
  boolean: ['true', 'false'],
  date: ['2024-02-29', '2024-01-31', '1999-12-31', '2025-01-01', '2023-10-15'],
  datetime: ['2024-02-29T12:30:15', '2024-12-31T23:59:59', '2000-01-01T00:00:00', '2024-03-31T01:30:00'],
};

/** A value of a kind, as a document writes it. */
export function usualLiteral(tape: Tape, kind: ValueKind): Literal {
  return asLiteral(tape.pick(usual[kind]), kind);
}

function asLiteral(text: string, kind: ValueKind): Literal {
  if (kind === 'boolean') return text === 'true';
  return kind === 'integer' || kind === 'numeric' ? new LosslessNumber(text) : text;
}

/** Unusual values of these kinds. */
const odd: Readonly<Partial<Record<Kind, string>>> = {
  time: '12:30:15',
  uuid: '00000000-0000-0000-0000-000000000000',
};

/** The same instant with another UTC offset. */
function elsewhere(utc: string): string {
  return `${shifted(utc, 330, 'minute')}+05:30`;
}

/** A value to compare with, usually an existing one. */
export function literalFor(
  tape: Tape,
  named: Named,
  kind: ValueKind,
  cells: () => readonly Exclude<Cell, null>[],
): Literal {
  const isUsual = odd[named.column.kind] === undefined;
  if (isUsual && tape.chance(25)) return usualLiteral(tape, kind);
  const found = cells();
  const plain = found.flatMap((cell) => (isApproximate(cell) || isList(cell) ? [] : [cell]));
  if (plain.length === 0) return odd[named.column.kind] ?? usualLiteral(tape, kind);
  const value = tape.pick(plain);
  if (typeof value === 'boolean') return value;
  if (isNumeric(named.column.kind)) {
    return new LosslessNumber(isDecimal(value) ? canonical(value) : shown(value));
  }
  const text = shown(value);
  if (kind !== 'datetime') return text;
  const written = text.replace(' ', 'T');
  return named.column.isInstant && tape.chance(30) ? elsewhere(written.slice(0, 19)) : written;
}
