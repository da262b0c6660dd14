// How much stands in a JSON text, found before anything is made of it: a parser makes an object of each pair of brackets, and
// whoever looks at millions of them keeps everybody waiting.
import { endOfString } from '../../contract/json-parts.ts';
import { Problem } from '../../contract/problem.ts';

export interface MostParts {
  /** Lists and objects. */
  readonly containers: number;
  /** Names of members. */
  readonly names: number;
  readonly values: number;
}

/** What somebody writes, or the page for them. A list of values may be long. */
export const partsOfDocument: MostParts = { containers: 20_000, names: 50_000, values: 250_000 };

/** Rows, of which ten thousand have room, and documents in their cells. */
export const partsOfData: MostParts = { containers: 250_000, names: 2_000_000, values: 2_000_000 };

const mostDepth = 256;

/** No engine has numbers with as many on one side of the point, and to compare such takes long. */
const mostDigits = 150_000;

/** Of the outermost object: no table has as many columns, and each name that is like no other takes long. */
const mostOuterNames = 10_000;

const [quote, comma, colon] = [0x22, 0x2c, 0x3a];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];
const [zero, nine] = [0x30, 0x39];

/** A Problem where there is too much in it, or too deep; the text need not be JSON. */
export function checkParts(text: string, most: MostParts): void {
  let depth = 0;
  let containers = 0;
  let names = 0;
  let outerNames = 0;
  let values = 1;
  let digits = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c >= zero && c <= nine) {
      if (++digits > mostDigits) throw tooMany(mostDigits, 'digits in a number');
      continue;
    }
    digits = 0;
    if (c === quote) i = endOfString(text, i) - 1;
    else if (c === comma) {
      if (++values > most.values) throw tooMany(most.values, 'values');
    } else if (c === colon) {
      if (++names > most.names) throw tooMany(most.names, 'names');
      if (depth === 1 && ++outerNames > mostOuterNames)
        throw tooMany(mostOuterNames, 'names beside each other');
    } else if (c === openList || c === openObject) {
      if (++depth > mostDepth) {
        throw new Problem('malformed-request', `The body is nested deeper than ${mostDepth} levels.`);
      }
      if (++containers > most.containers) throw tooMany(most.containers, 'lists and objects');
    } else if (c === closeList || c === closeObject) depth--;
  }
}

function tooMany(most: number, what: string): Problem {
  const number = String(most).replace(/(?<=\d)(?=(?:\d{3})+$)/g, ',');
  return new Problem('too-large', `The body has more than ${number} ${what}.`);
}
