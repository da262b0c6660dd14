// The texts of a change set as they were sent: the digits of its numbers, and names that stand twice, are lost in what is parsed.
import { pointerTo } from '../../contract/json.ts';
import { eachItem, eachMember, endOfValue } from '../../contract/json-parts.ts';
import { Problem } from '../../contract/problem.ts';

/** The members of an object: thousands of small maps would be collected after each set. */
export type Raw = readonly (readonly [name: string, text: string])[];

export type ChangePart = 'key' | 'set' | 'expect';
export type RawChange = Readonly<Partial<Record<ChangePart, Raw>>>;

/** The texts of all values, as they were sent. */
export function rawChanges(text: string): readonly RawChange[] {
  const changes: RawChange[] = [];
  eachNamedOnce(text, text.indexOf('{'), '', (list, from) => {
    if (list !== 'changes') return endOfValue(text, from);
    return eachItem(text, from, (item) => {
      const pointer = `/changes/${changes.length}`;
      const parts: Partial<Record<ChangePart, Raw>> = {};
      changes.push(parts);
      return eachNamedOnce(text, item, pointer, (name, begin) => {
        if (name !== 'key' && name !== 'set' && name !== 'expect') return endOfValue(text, begin);
        const { members, end } = namedOnce(text, begin, `${pointer}/${name}`);
        parts[name] = members;
        return end;
      });
    });
  });
  return changes;
}

/** The members of an object. Of two with one name nobody knows which is meant; within a value that is its own affair. */
export function namedOnce(
  text: string,
  from: number,
  pointer: string,
): { readonly members: Raw; readonly end: number } {
  const members: [name: string, text: string][] = [];
  const end = eachNamedOnce(text, from, pointer, (name, begin) => {
    const valueEnd = endOfValue(text, begin);
    members.push([name, text.slice(begin, valueEnd)]);
    return valueEnd;
  });
  return { members, end };
}

function eachNamedOnce(
  text: string,
  from: number,
  pointer: string,
  take: (name: string, begin: number) => number,
): number {
  const names: string[] = [];
  let many: Set<string> | null = null;
  return eachMember(text, from, (name, begin) => {
    if (many?.has(name) ?? names.includes(name)) throw repeated(name, pointer);
    names.push(name);
    many?.add(name);
    // A list of thousands of names would be looked through thousands of times.
    if (names.length === fewNames) many = new Set(names);
    return take(name, begin);
  });
}

const fewNames = 16;

function repeated(name: string, pointer: string): Problem {
  return new Problem('invalid-change', `"${name}" stands here twice.`, { pointer: pointerTo(pointer, name) });
}
