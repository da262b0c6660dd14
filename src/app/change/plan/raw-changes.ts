// The raw texts of a change set: parsing loses the digits of numbers and duplicate names.
import { pointerTo } from '../../../contract/json.ts';
import { eachItem, endOfValue, MemberNameCache } from '../../../contract/json-parts.ts';
import { Problem } from '../../../contract/problem.ts';

/** An object's member names (the same list for similar objects) and the texts of their values. */
export interface Raw {
  readonly names: readonly string[];
  readonly texts: readonly string[];
}

export type ChangePart = 'key' | 'set' | 'expect';
export type RawChange = Readonly<Partial<Record<ChangePart, Raw>>>;

/** Passes on the raw texts of all values change by change, so that they need not all be kept. */
export function eachRawChange(text: string, take: (raw: RawChange) => void): void {
  let number = 0;
  const ofChange = new MemberNameCache();
  const within = { key: new Objects(text), set: new Objects(text), expect: new Objects(text) };
  const repeatedIn = (pointer: () => string) => (name: string) => {
    throw repeated(name, pointer());
  };
  const twice = {
    change: repeatedIn(() => `/changes/${number}`),
    key: repeatedIn(() => `/changes/${number}/key`),
    set: repeatedIn(() => `/changes/${number}/set`),
    expect: repeatedIn(() => `/changes/${number}/expect`),
  };
  const body = new MemberNameCache();
  const eachChange = (begin: number): number => {
    const parts: Partial<Record<ChangePart, Raw>> = {};
    const part = (name: string, from: number): number => {
      if (name !== 'key' && name !== 'set' && name !== 'expect') return endOfValue(text, from);
      const { raw, end } = within[name].read(from, twice[name]);
      parts[name] = raw;
      return end;
    };
    const end = ofChange.each(text, begin, part, twice.change);
    take(parts);
    number++;
    return end;
  };
  const member = (name: string, from: number): number =>
    name === 'changes' ? eachItem(text, from, eachChange) : endOfValue(text, from);
  body.each(text, text.indexOf('{'), member, (name) => {
    throw repeated(name, '');
  });
}

/** The members of an object. Refuses duplicate names as ambiguous; within a value they are allowed. */
export function namedOnce(text: string): Raw {
  const twice = (name: string) => {
    throw repeated(name, '');
  };
  return new Objects(text).read(text.indexOf('{'), twice).raw;
}

/** Objects of one kind within a text. */
class Objects {
  readonly #text: string;
  readonly #names = new MemberNameCache();
  #texts: string[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  read(from: number, twice: (name: string) => void): { readonly raw: Raw; readonly end: number } {
    const texts: string[] = [];
    this.#texts = texts;
    const end = this.#names.each(this.#text, from, this.#take, twice);
    return { raw: { names: this.#names.names, texts }, end };
  }

  readonly #take = (_name: string, begin: number): number => {
    const end = endOfValue(this.#text, begin);
    this.#texts.push(this.#text.slice(begin, end));
    return end;
  };
}

function repeated(name: string, pointer: string): Problem {
  return new Problem('invalid-change', `"${name}" stands here twice.`, { pointer: pointerTo(pointer, name) });
}
