// The summaries of a column. In a file of its own, for code that needs no schema.

export const summaryNames = ['sum', 'avg', 'min', 'max', 'count', 'count_distinct'] as const;
export type SummaryName = (typeof summaryNames)[number];

/** What related rows can be summarised by: the same, one of them, or all of them. */
export const rollupNames = [...summaryNames, 'first', 'last', 'list'] as const;
export type RollupName = (typeof rollupNames)[number];

/** Items of a list of related values, unless the rollup says how many, and at most. */
export const defaultListed = 50;
export const mostListed = 10_000;
