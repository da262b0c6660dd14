// The summaries of a column. In a file of its own, for code that needs no schema.

export const summaryNames = ['sum', 'avg', 'min', 'max', 'count', 'count_distinct'] as const;
export type SummaryName = (typeof summaryNames)[number];
