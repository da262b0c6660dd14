// The parts of an answer around its rows.
import type { Query } from './query.ts';

export function headOf({ cols }: Query): Uint8Array {
  return Buffer.from(`{"cols":${JSON.stringify(cols)},"data":[`);
}

/** What the pivot's columns are; empty without a pivot. */
export function pivotText({ pivot }: Query): string {
  if (pivot === null) return '';
  return `,"pivot":{"values":[${pivot.values.join(',')}],"measures":${JSON.stringify(pivot.measures)}}`;
}

/** By attribute; the values are JSON texts in the plan's order. */
export function summariesText({ plan }: Query, values: readonly string[]): string {
  const named = plan.summaries.map((summary, i) => ({ ...summary, value: values[i] ?? 'null' }));
  const byAttribute = Map.groupBy(named, ({ attribute }) => attribute);
  const objects = [...byAttribute].map(([{ alias }, parts]) => {
    const fields = parts.map(({ summary, value }) => `${JSON.stringify(summary)}:${value}`);
    return `${JSON.stringify(alias)}:{${fields.join(',')}}`;
  });
  return `{${objects.join(',')}}`;
}
