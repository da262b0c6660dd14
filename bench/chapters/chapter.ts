// What a chapter of the benchmark works with, and the check that makes its ratios mean something.
import type { TestDatabase } from '../../test/support/servers.ts';
import type { Effort } from '../effort.ts';
import type { Call } from '../load.ts';
import type { Line } from '../report.ts';
import type { Subject } from '../subject.ts';

/** `sales` is a database with the sales schema. */
export type Chapter = (sales: TestDatabase, effort: Effort) => Promise<Line[]>;

export async function ask(subject: Subject, { method, path, body }: Call): Promise<string> {
  const response = await fetch(subject.address + path, {
    method,
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body }),
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${text.slice(0, 400)}`);
  return text;
}

/** A ratio means something only between equal answers: byte for byte, but for the address and the next page. */
export async function checkEqual(
  workload: { readonly name: string; readonly floor: readonly Call[]; readonly joinery: readonly Call[] },
  floor: Subject,
  joinery: Subject,
): Promise<void> {
  for (const [i, ofFloor] of workload.floor.slice(0, 5).entries()) {
    const ofJoinery = workload.joinery[i];
    if (ofJoinery === undefined) continue;
    const [wanted, given] = await Promise.all([ask(floor, ofFloor), ask(joinery, ofJoinery)]);
    const comparable = given.replaceAll(joinery.address, floor.address).replace(/,"next":"[^"]*"/, '');
    if (comparable === wanted) continue;
    throw new Error(
      `${workload.name}: the answers differ\n${wanted.slice(0, 600)}\n${comparable.slice(0, 600)}`,
    );
  }
}
