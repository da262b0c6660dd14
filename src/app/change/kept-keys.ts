// The key of a record as an address writes it, in the texts under which the journal may have kept it.

import type { Entity } from '../../model/database.ts';
import { parseKey } from '../../model/keys.ts';
import { objectText } from './rows/image.ts';

const number = /^-?\d+(\.\d+)?$/;
/** Keys with more columns than this are texts throughout, or are not found by their address. */
const mostNumbers = 6;

/** An address does not tell numbers from texts, so that both are looked for. */
export function keptKeys({ key }: Entity, segment: string): string[] {
  const readings = parseKey(segment).filter((parts) => parts.length === key.length);
  return readings.flatMap((parts) => {
    const ways = parts.map((part) => {
      if (part === null) return ['null'];
      const isNumber = number.test(part) && parts.length <= mostNumbers;
      return [...(isNumber ? [part] : []), JSON.stringify(part)];
    });
    const all = ways.reduce<string[][]>(
      (done, texts) => done.flatMap((some) => texts.map((text) => [...some, text])),
      [[]],
    );
    return all.map((texts) => objectText(key.map(({ name }, i) => [name, texts[i] ?? 'null'] as const)));
  });
}
