// A tool's JSON Schema, from the contract.
import { z } from 'zod';
import type { Tool } from './tool.ts';

export function inputOf(schema: z.ZodType): Tool['inputSchema'] {
  const {
    $schema: _,
    additionalProperties: _closed,
    ...rest
  } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
  });
  return { ...rest, type: 'object' };
}
