// Parses a value in the form that answers show.
import { LosslessNumber, parseDigits } from '../../contract/json.ts';
import type { Shown } from './write.ts';

/** `text` is JSON. */
export function shownOf(text: string): Shown {
  return isPlain.test(text) ? { text, json: plainValue(text) } : new NestedShown(text);
}

/** Parsed on demand: most callers need only the text, and it may have a million parts. */
class NestedShown implements Shown {
  readonly text: string;
  #read: { readonly json: unknown } | null = null;

  constructor(text: string) {
    this.text = text;
  }

  get json(): unknown {
    this.#read ??= { json: parseDigits(this.text) };
    return this.#read.json;
  }
}

/** JSON that the built-in parser reads exactly, and many times faster: a change set has tens of thousands of values. */
const isPlain = /^(?:"|-?\d|null$|true$|false$)/;

function plainValue(text: string): unknown {
  const first = text[0];
  return first === '-' || (first !== undefined && first >= '0' && first <= '9')
    ? new LosslessNumber(text)
    : JSON.parse(text);
}
