// The spellings under which the journal may have stored the key of an address.

import type { Entity } from '../../model/database.ts';
import { parseKey } from '../../model/keys.ts';
import { objectText } from './rows/image.ts';

const number = /^-?\d+(\.\d+)?$/;
/** Keys with more columns are assumed to be all text, or are not found by address. */
const maxNumbers = 6;

/** An address does not distinguish numbers from text, so try both. */
export function journalKeys({ key }: Entity, segment: string): string[] {
  const readings = parseKey(segment).filter((parts) => parts.length === key.length);
  return readings.flatMap((parts) => {
    const ways = parts.map((part) => {
      if (part === null) return ['null'];
      const isNumber = number.test(part) && parts.length <= maxNumbers;
      return [...(isNumber ? [part] : []), JSON.stringify(part)];
    });
    const all = ways.reduce<string[][]>(
      (done, texts) => done.flatMap((some) => texts.map((text) => [...some, text])),
      [[]],
    );
    return all.map((texts) => objectText(key.map(({ name }, i) => [name, texts[i] ?? 'null'] as const)));
  });
}
