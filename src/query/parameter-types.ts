// Whether a value fits the type that a query declares for its parameter.
import type { ModeType } from '../contract/mode.ts';
import { decimalOf, isInteger, type Literal, momentOf } from './literals.ts';

type Fits = (literal: Literal) => boolean;

const isText: Fits = ({ kind }) => kind === 'text';
const isAnything: Fits = () => true;

/** A date has no time of day. */
const isDate: Fits = ({ kind, text }) => kind === 'text' && momentOf(text)?.time === null;
const isMoment: Fits = ({ kind, text }) => kind === 'text' && (momentOf(text)?.date ?? null) !== null;
const isTime: Fits = ({ kind, text }) => kind === 'text' && momentOf(text)?.date === null;

const fits: Record<ModeType, Fits> = {
  boolean: ({ kind, text }) => kind === 'boolean' || (kind === 'text' && /^(true|false)$/i.test(text)),
  string: isText,
  text: isText,
  integer(literal) {
    const decimal = decimalOf(literal);
    return decimal !== null && isInteger(decimal);
  },
  numeric: (literal) => decimalOf(literal) !== null,
  datetime: isMoment,
  date: isDate,
  time: isTime,
  interval: isText,
  binary: isText,
  selection: isText,
  json: isAnything,
  uuid: ({ kind, text }) =>
    kind === 'text' && /^\{?[0-9a-f]{8}(-?[0-9a-f]{4}){3}-?[0-9a-f]{12}\}?$/i.test(text),
  array: isAnything,
  other: isAnything,
};

export function isOfType(type: ModeType, literal: Literal): boolean {
  return fits[type](literal);
}
