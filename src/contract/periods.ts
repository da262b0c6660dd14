// Relative periods such as this month or the last three whole months. A separate file, for code that needs no schema.

export const periodUnits = ['day', 'week', 'month', 'quarter', 'year'] as const;
export type PeriodUnit = (typeof periodUnits)[number];

/** How far a period may be from today, and how many units it may cover. */
export const maxPeriodDistance = 10_000;
