// Window functions over the rows or groups of an answer. A separate file, for code that needs no schema.

export const overNames = ['share', 'rank', 'running', 'previous', 'change', 'moving'] as const;
export type OverName = (typeof overNames)[number];

/** The most rows of a moving mean, and the most that `top` keeps of each group. */
export const maxWindow = 1_000_000;
