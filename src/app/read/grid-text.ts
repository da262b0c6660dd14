// The parts of an answer around its rows.
import type { Query } from './query.ts';

export function headOf({ cols }: Query): Uint8Array {
  return Buffer.from(`{"cols":${JSON.stringify(cols)},"data":[`);
}

/** Which columns are what; nothing where no values became columns. */
export function pivotText({ pivot }: Query): string {
  if (pivot === null) return '';
  return `,"pivot":{"values":[${pivot.values.join(',')}],"measures":${JSON.stringify(pivot.measures)}}`;
}

/** By attribute; the values are JSON texts in the order of the plan. */
export function summariesText({ plan }: Query, values: readonly string[]): string {
  const named = plan.summaries.map((summary, i) => ({ ...summary, value: values[i] ?? 'null' }));
  const byAttribute = Map.groupBy(named, ({ attribute }) => attribute);
  const objects = [...byAttribute].map(([{ alias }, parts]) => {
    const fields = parts.map(({ summary, value }) => `${JSON.stringify(summary)}:${value}`);
    return `${JSON.stringify(alias)}:{${fields.join(',')}}`;
  });
  return `{${objects.join(',')}}`;
}
