// Objects of a request that refuse unknown fields, and what each may hold.
import { z } from 'zod';

/** The fields of each kind of object, by its name in words. The refusal of an unknown field lists them. */
export const knownFields = new Map<string, readonly string[]>();

/** An object that refuses unknown fields. Its name becomes the message of the issue, for the sentence about it. */
export function fields<Shape extends z.ZodRawShape>(name: string, shape: Shape) {
  knownFields.set(name, Object.keys(shape));
  return z.strictObject(shape, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? name : undefined),
  });
}
