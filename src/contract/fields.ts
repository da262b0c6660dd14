// Request objects that refuse unknown fields.
import { z } from 'zod';

/**
 * An object that refuses unknown fields. Encodes its name and fields in the issue's message, for `unknownIn` to decode.
 */
export function fields<Shape extends z.ZodRawShape>(name: string, shape: Shape) {
  const message = [name, ...Object.keys(shape)].join('\n');
  return z.strictObject(shape, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? message : undefined),
  });
}

/** The name of the object with an unknown field, and its valid fields. Different kinds of object may share a name. */
export function unknownIn(message: string): { readonly name: string; readonly known: readonly string[] } {
  const [name = '', ...known] = message.split('\n');
  return { name, known };
}

/** The message for a field that none of several kinds has. */
export function inNoneOf(messages: readonly string[]): string {
  const kinds = messages.map(unknownIn);
  const names = [...new Set(kinds.map(({ name }) => name))];
  const name = [names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(' or ');
  return [name, ...new Set(kinds.flatMap(({ known }) => known))].join('\n');
}
