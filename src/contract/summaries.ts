// The summaries of a column. A separate file, for code that needs no schema.

export const summaryNames = ['sum', 'avg', 'min', 'max', 'count', 'count_distinct'] as const;
export type SummaryName = (typeof summaryNames)[number];

/** The summaries of related rows: those of a column, one of the values, or all of them. */
export const rollupNames = [...summaryNames, 'first', 'last', 'list'] as const;
export type RollupName = (typeof rollupNames)[number];

/** The default and the most items in a list of related values. */
export const defaultListed = 50;
export const maxListed = 10_000;
