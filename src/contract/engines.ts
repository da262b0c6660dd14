// The engines. By themselves, for those who need no schema.

export const engineNames = ['sqlite', 'postgres', 'mysql'] as const;
export type EngineName = (typeof engineNames)[number];
