// The functions of `where`, one row each: name, arguments, meaning and negation.
import { type ModeType, modeTypes } from '../contract/mode.ts';
import type { ArgumentKind, OperatorInfo } from '../contract/operators.ts';
import type { Comparison } from './dialect/sql.ts';

/** What a function tests; the compiler can express each test in every dialect. */
export type Test =
  | { readonly kind: 'compare'; readonly comparison: Comparison }
  | { readonly kind: 'same-text' }
  | { readonly kind: 'between'; readonly asText: boolean }
  | { readonly kind: 'pattern'; readonly ignoreCase: boolean }
  | { readonly kind: 'part'; readonly place: 'anywhere' | 'start' | 'end' }
  | { readonly kind: 'in' }
  | { readonly kind: 'null' }
  | { readonly kind: 'period' }
  | { readonly kind: 'exists' };

export interface Operator extends OperatorInfo {
  readonly negated: boolean;
  readonly test: Test;
}

const ordered: ModeType[] = [
  'string',
  'text',
  'integer',
  'numeric',
  'datetime',
  'date',
  'time',
  'interval',
  'selection',
  'uuid',
  'other',
];
const equal: ModeType[] = [...ordered, 'boolean', 'binary', 'json', 'array'];
const textual: ModeType[] = ['string', 'text', 'selection', 'uuid', 'json', 'other'];

type Phrases = OperatorInfo['phrases'];

interface Row {
  readonly name: string;
  readonly phrase: string;
  readonly phrases?: Phrases;
  /** The phrase of the function's opposite, if it has one. */
  readonly not: string | null;
  readonly notPhrases?: Phrases;
  readonly args: ArgumentKind[];
  readonly types: ModeType[];
  readonly test: Test;
}

/** The phrases for ordering texts, days and moments; numbers use the plain phrase. */
function inOrder(text: string, day: string, moment: string): Phrases {
  return { string: text, text, date: day, datetime: moment, time: moment };
}

const twoOperands: ArgumentKind[] = ['operand', 'operand'];
const range: ArgumentKind[] = ['operand', 'operand-or-open', 'operand-or-open'];

const rows: readonly Row[] = [
  {
    name: 'EQ',
    phrase: 'is',
    phrases: { date: 'is on', datetime: 'is exactly', time: 'is exactly' },
    not: 'is not',
    notPhrases: { date: 'is not on', datetime: 'is not exactly', time: 'is not exactly' },
    args: twoOperands,
    types: equal,
    test: { kind: 'compare', comparison: '=' },
  },
  {
    name: 'LT',
    phrase: 'is less than',
    phrases: inOrder('comes before', 'is before', 'is before'),
    not: null,
    args: twoOperands,
    types: ordered,
    test: { kind: 'compare', comparison: '<' },
  },
  {
    name: 'LTE',
    phrase: 'is at most',
    phrases: inOrder('is or comes before', 'is on or before', 'is at or before'),
    not: null,
    args: twoOperands,
    types: ordered,
    test: { kind: 'compare', comparison: '<=' },
  },
  {
    name: 'GT',
    phrase: 'is greater than',
    phrases: inOrder('comes after', 'is after', 'is after'),
    not: null,
    args: twoOperands,
    types: ordered,
    test: { kind: 'compare', comparison: '>' },
  },
  {
    name: 'GTE',
    phrase: 'is at least',
    phrases: inOrder('is or comes after', 'is on or after', 'is at or after'),
    not: null,
    args: twoOperands,
    types: ordered,
    test: { kind: 'compare', comparison: '>=' },
  },
  {
    name: 'BETWEEN_INC',
    phrase: 'is between',
    not: null,
    args: range,
    types: ordered,
    test: { kind: 'between', asText: false },
  },
  {
    name: 'IN',
    phrase: 'is one of',
    not: 'is not one of',
    args: ['operand', 'list'],
    types: equal,
    test: { kind: 'in' },
  },
  {
    name: 'IEQ',
    phrase: 'is (any case)',
    not: 'is not (any case)',
    args: twoOperands,
    types: textual,
    test: { kind: 'same-text' },
  },
  {
    name: 'ILIKE',
    phrase: 'matches',
    not: 'does not match',
    args: twoOperands,
    types: textual,
    test: { kind: 'pattern', ignoreCase: true },
  },
  {
    name: 'LIKE',
    phrase: 'matches (exact case)',
    not: 'does not match (exact case)',
    args: twoOperands,
    types: textual,
    test: { kind: 'pattern', ignoreCase: false },
  },
  {
    name: 'ICONTAINS',
    phrase: 'contains',
    not: 'does not contain',
    args: twoOperands,
    types: textual,
    test: { kind: 'part', place: 'anywhere' },
  },
  {
    name: 'ISTARTS_WITH',
    phrase: 'starts with',
    not: 'does not start with',
    args: twoOperands,
    types: textual,
    test: { kind: 'part', place: 'start' },
  },
  {
    name: 'IENDS_WITH',
    phrase: 'ends with',
    not: 'does not end with',
    args: twoOperands,
    types: textual,
    test: { kind: 'part', place: 'end' },
  },
  {
    name: 'IBETWEEN_INC',
    phrase: 'is between (any case)',
    not: null,
    args: range,
    types: textual,
    test: { kind: 'between', asText: true },
  },
  {
    name: 'IS_NULL',
    phrase: 'has no value',
    not: 'has a value',
    args: ['attribute'],
    types: [...modeTypes],
    test: { kind: 'null' },
  },
  {
    name: 'IN_PERIOD',
    phrase: 'is in',
    not: 'is not in',
    args: ['attribute', 'period'],
    types: ['date', 'datetime'],
    test: { kind: 'period' },
  },
  { name: 'EXISTS', phrase: 'has', not: 'has no', args: ['entity'], types: [], test: { kind: 'exists' } },
];

function withNegation({ not, notPhrases = {}, phrases = {}, ...row }: Row): Operator[] {
  if (not === null) return [{ ...row, phrases, negation: null, negated: false }];
  const negation = `NOT_${row.name}`;
  return [
    { ...row, phrases, negation, negated: false },
    { ...row, name: negation, phrase: not, phrases: notPhrases, negation: row.name, negated: true },
  ];
}

export const operators: ReadonlyMap<string, Operator> = new Map(
  rows.flatMap(withNegation).map((operator) => [operator.name, operator]),
);

/** The list sent to clients. */
export const operatorList: OperatorInfo[] = [...operators.values()].map(
  ({ name, phrase, phrases, args, types, negation }) => ({ name, phrase, phrases, args, types, negation }),
);
