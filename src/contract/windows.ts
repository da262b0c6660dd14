// What is worked out over the rows or groups of an answer. In a file of its own, for code that needs no schema.

export const overNames = ['share', 'rank', 'running', 'previous', 'change', 'moving'] as const;
export type OverName = (typeof overNames)[number];

/** The most rows that a moving mean is taken of, and that are kept of each by `top`. */
export const mostWindow = 1_000_000;
