// The summaries of a column. By themselves, for those who need no schema.

export const summaryNames = ['sum', 'avg', 'min', 'max', 'count', 'count_distinct'] as const;
export type SummaryName = (typeof summaryNames)[number];
