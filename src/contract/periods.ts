// Periods as people say them: this month, the last three whole months. In a file of its own, for code that needs no schema.

export const periodUnits = ['day', 'week', 'month', 'quarter', 'year'] as const;
export type PeriodUnit = (typeof periodUnits)[number];

/** How far a period may lie from today, and how many units it may cover. */
export const farthestPeriod = 10_000;
