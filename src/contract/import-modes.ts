// How the rows of a file become rows of a table.

export const importModes = ['insert', 'update', 'both'] as const;
export type ImportMode = (typeof importModes)[number];
