// The engines. In a file of its own, for code that needs no schema.

export const engineNames = ['sqlite', 'postgres', 'mysql', 'duckdb'] as const;
export type EngineName = (typeof engineNames)[number];
