// Reads the bodies of changes.
import { SentJson } from '../../app/change/plan/sent-json.ts';
import { parseDigits } from '../../contract/json.ts';
import { Problem } from '../../contract/problem.ts';
import { parseJson } from '../gate/body.ts';
import { partsOfData } from '../gate/parts.ts';

/** A body that is certainly JSON. */
export function jsonIn(text: string): SentJson {
  const parsed = parseJson(text, parsePlain, partsOfData);
  return parsed === undefined ? new SentJson('null') : new SentJson(text, parsed);
}

/** A body that is certainly a JSON object. */
export function objectIn(text: string): string {
  const { text: json } = jsonIn(text);
  if (json.trimStart().startsWith('{')) return json;
  throw new Problem('malformed-request', 'Expected an object with a value for each column.', {
    pointer: '',
  });
}

/** The built-in parser validates many times faster; the other one gives better error messages. */
function parsePlain(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return parseDigits(text);
  }
}
