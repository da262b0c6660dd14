// Limits the number of parts in a JSON text before it is parsed: a parser creates an object for each pair of brackets,
// and processing millions of them blocks the event loop.
import { endOfString, maxDepth } from '../../contract/json-parts.ts';
import { Problem } from '../../contract/problem.ts';

export interface PartLimits {
  /** Lists and objects. */
  readonly containers: number;
  /** Names of members. */
  readonly names: number;
}

/** For documents, which are small but may spell out thousands of values, each as an object. */
export const partsOfDocument: PartLimits = { containers: 100_000, names: 100_000 };

/** For rows, with room for ten thousand, and documents in their cells. */
export const partsOfData: PartLimits = { containers: 250_000, names: 2_000_000 };

/** For every body; small documents have no room for as many. */
const maxValues = 2_000_000;

/** No engine has numbers with this many digits on either side of the point, and comparing such numbers is slow. */
const maxDigits = 150_000;

/** For the outermost object: no table has this many columns, and each distinct name takes long. */
const maxOuterNames = 10_000;

const [quote, comma, colon] = [0x22, 0x2c, 0x3a];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];
const [zero, nine] = [0x30, 0x39];

/** Throws a Problem if the text has too many parts or is nested too deeply. It need not be JSON. */
export function checkParts(text: string, most: PartLimits): void {
  let depth = 0;
  let containers = 0;
  let names = 0;
  let outerNames = 0;
  let values = 1;
  let digits = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c >= zero && c <= nine) {
      if (++digits > maxDigits) throw tooMany(maxDigits, 'digits in a number');
      continue;
    }
    digits = 0;
    if (c === quote) i = endOfString(text, i) - 1;
    else if (c === comma) {
      if (++values > maxValues) throw tooMany(maxValues, 'values');
    } else if (c === colon) {
      if (++names > most.names) throw tooMany(most.names, 'names');
      if (depth === 1 && ++outerNames > maxOuterNames)
        throw tooMany(maxOuterNames, 'names beside each other');
    } else if (c === openList || c === openObject) {
      if (++depth > maxDepth) {
        throw new Problem('malformed-request', `The body is nested deeper than ${maxDepth} levels.`);
      }
      if (++containers > most.containers) throw tooMany(most.containers, 'lists and objects');
    } else if (c === closeList || c === closeObject) depth--;
  }
}

function tooMany(most: number, what: string): Problem {
  return new Problem('too-large', `The body has more than ${most.toLocaleString('en')} ${what}.`);
}
