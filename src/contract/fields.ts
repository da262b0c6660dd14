// Objects of a request that refuse unknown fields, and what each may hold.
import { z } from 'zod';

/** The fields of each kind of object, by what a person calls it; read where an unknown one is refused. */
export const knownFields = new Map<string, readonly string[]>();

/** An object that refuses other fields; its name travels in the issue, for the sentence about it. */
export function fields<Shape extends z.ZodRawShape>(name: string, shape: Shape) {
  knownFields.set(name, Object.keys(shape));
  return z.strictObject(shape, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? name : undefined),
  });
}
