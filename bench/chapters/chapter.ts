// What a chapter of the benchmark gets and returns.
import type { LiveDatabase as TestDatabase } from '../../test/support/servers.ts';
import type { Effort } from '../effort.ts';
import type { Call } from '../load.ts';
import type { Line } from '../report.ts';
import type { Subject } from '../subject.ts';
import type { Calls } from '../workloads.ts';

/** `sales` is a database with the sales schema. */
export type Chapter = (sales: TestDatabase, effort: Effort) => Promise<Line[]>;

/**
 * Hands out the calls one after the other, so that each turn continues where the previous one ended, and no call is
 * repeated.
 */
export function inSequence(calls: Calls, different: number = Number.POSITIVE_INFINITY): () => Call {
  let n = 0;
  return () => {
    if (n >= different) throw new Error(`There are only ${different} different requests.`);
    return calls(n++);
  };
}

export async function ask(subject: Subject, { method, path, body, authorization }: Call): Promise<string> {
  const response = await fetch(subject.address + path, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(authorization === undefined ? {} : { authorization }),
    },
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${text.slice(0, 400)}`);
  return text;
}
