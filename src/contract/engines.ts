// The engines. A separate file, for code that needs no schema.

export const engineNames = ['sqlite', 'postgres', 'mysql', 'duckdb'] as const;
export type EngineName = (typeof engineNames)[number];
