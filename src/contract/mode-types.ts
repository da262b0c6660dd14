// The types of values in the entity map.

export const modeTypes = [
  'boolean',
  'string',
  'text',
  'integer',
  'numeric',
  'datetime',
  'date',
  'time',
  'interval',
  'binary',
  'selection',
  'json',
  'uuid',
  'array',
  'other',
] as const;

export type ModeType = (typeof modeTypes)[number];
