// The functions of computed fields, one row each: name, arguments and result.
import { bucketNames } from '../../contract/buckets.ts';
import type { FunctionArgumentType, FunctionInfo } from '../../contract/functions.ts';
import type { ValueKind } from './kinds.ts';

/** The functions that each engine has to implement. */
export type EngineFunction =
  | 'ADD'
  | 'SUB'
  | 'MUL'
  | 'DIV'
  | 'MOD'
  | 'NEG'
  | 'ABS'
  | 'ROUND'
  | 'FLOOR'
  | 'CEIL'
  | 'CONCAT'
  | 'UPPER'
  | 'LOWER'
  | 'TRIM'
  | 'LENGTH'
  | 'SUBSTRING'
  | 'REPLACE'
  | 'COALESCE'
  | 'NULLIF'
  | 'PART'
  | 'TRUNCATE'
  | 'SHIFT'
  | 'DISTANCE'
  | 'CAST';

export type FunctionName = EngineFunction | 'NOW' | 'TODAY';

interface FunctionArgument {
  readonly name: string;
  readonly type: FunctionArgumentType;
  readonly optional?: boolean;
  readonly repeated?: boolean;
  readonly allowed?: readonly string[];
}

export interface FunctionRow {
  readonly args: readonly FunctionArgument[];
  readonly result: 'number' | 'integer' | 'text' | 'same' | 'named' | 'date' | 'datetime';
  readonly phrase: string;
}

const timeUnits = ['year', 'quarter', 'month', 'week', 'day', 'hour', 'minute', 'second'] as const;
export const castTypes = ['integer', 'numeric', 'text', 'string', 'boolean', 'date', 'datetime'] as const;

/** The kind that each CAST yields. */
export const castKinds: Readonly<Record<(typeof castTypes)[number], ValueKind>> = {
  integer: 'integer',
  numeric: 'numeric',
  text: 'text',
  string: 'text',
  boolean: 'boolean',
  date: 'date',
  datetime: 'datetime',
};

const number = (name: string): FunctionArgument => ({ name, type: 'number' });
const text = (name: string): FunctionArgument => ({ name, type: 'text' });
const moment = (name: string): FunctionArgument => ({ name, type: 'moment' });
const unit = (allowed: readonly string[]): FunctionArgument => ({ name: 'unit', type: 'unit', allowed });
const repeated = (argument: FunctionArgument): FunctionArgument => ({ ...argument, repeated: true });
const optional = (argument: FunctionArgument): FunctionArgument => ({ ...argument, optional: true });
const integer = (name: string): FunctionArgument => ({ name, type: 'integer' });
const any = (name: string): FunctionArgument => ({ name, type: 'any' });

export const functions: Readonly<Record<FunctionName, FunctionRow>> = {
  ADD: { args: [number('x'), repeated(number('y'))], result: 'number', phrase: 'the sum' },
  SUB: { args: [number('x'), number('y')], result: 'number', phrase: 'the first less the second' },
  MUL: { args: [number('x'), repeated(number('y'))], result: 'number', phrase: 'the product' },
  DIV: { args: [number('x'), number('y')], result: 'number', phrase: 'the first divided by the second' },
  MOD: { args: [number('x'), number('y')], result: 'number', phrase: 'what a division leaves over' },
  NEG: { args: [number('x')], result: 'number', phrase: 'the number with the other sign' },
  ABS: { args: [number('x')], result: 'number', phrase: 'the number without its sign' },
  ROUND: {
    args: [number('x'), optional(integer('digits'))],
    result: 'number',
    phrase: 'rounded to so many digits',
  },
  FLOOR: { args: [number('x')], result: 'integer', phrase: 'the whole number at or below' },
  CEIL: { args: [number('x')], result: 'integer', phrase: 'the whole number at or above' },
  CONCAT: { args: [text('a'), repeated(text('b'))], result: 'text', phrase: 'the texts one after the other' },
  UPPER: { args: [text('text')], result: 'text', phrase: 'in capital letters' },
  LOWER: { args: [text('text')], result: 'text', phrase: 'in small letters' },
  TRIM: { args: [text('text')], result: 'text', phrase: 'without spaces at its ends' },
  LENGTH: { args: [text('text')], result: 'integer', phrase: 'how many characters it has' },
  SUBSTRING: {
    args: [text('text'), integer('from'), optional(integer('count'))],
    result: 'text',
    phrase: 'the part of the text from a place on, counted from 1',
  },
  REPLACE: {
    args: [text('text'), text('what'), text('by')],
    result: 'text',
    phrase: 'the text with one part replaced by another',
  },
  COALESCE: { args: [any('a'), repeated(any('b'))], result: 'same', phrase: 'the first that is not null' },
  NULLIF: { args: [any('a'), any('b')], result: 'same', phrase: 'the first, or null where both are equal' },
  PART: {
    args: [moment('moment'), unit([...timeUnits, 'weekday'])],
    result: 'integer',
    phrase: 'a part of the moment; a weekday counts from Monday, 1, and a week is that of ISO 8601',
  },
  TRUNCATE: { args: [moment('moment'), unit(bucketNames)], result: 'same', phrase: 'when its period begins' },
  SHIFT: {
    args: [moment('moment'), integer('n'), unit(timeUnits)],
    result: 'same',
    phrase: 'so many units later, or earlier',
  },
  DISTANCE: {
    args: [moment('from'), moment('to'), unit(timeUnits)],
    result: 'integer',
    phrase: 'how many whole units lie between the two',
  },
  NOW: { args: [], result: 'datetime', phrase: 'the moment of the request' },
  TODAY: { args: [], result: 'date', phrase: 'the day of the request' },
  CAST: {
    args: [any('x'), { name: 'type', type: 'type', allowed: castTypes }],
    result: 'named',
    phrase: 'as a value of another type, null where it is none',
  },
};

export function isFunctionName(name: string): name is FunctionName {
  return Object.hasOwn(functions, name);
}

/** The list sent to clients. */
export const functionList: FunctionInfo[] = Object.entries(functions).map(
  ([name, { args, result, phrase }]) => ({
    name,
    args: args.map(({ name: argument, type, optional = false, repeated = false, allowed }) => ({
      name: argument,
      type,
      optional,
      repeated,
      ...(allowed && { allowed: [...allowed] }),
    })),
    result,
    phrase,
  }),
);
