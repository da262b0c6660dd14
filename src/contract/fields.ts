// Objects of a request that refuse unknown fields, and what each may hold.
import { z } from 'zod';

/** An object that refuses unknown fields. The message of that issue is for `unknownIn`, which the sentence about it is made of. */
export function fields<Shape extends z.ZodRawShape>(name: string, shape: Shape) {
  const message = [name, ...Object.keys(shape)].join('\n');
  return z.strictObject(shape, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? message : undefined),
  });
}

/** In what an unknown field stands, in words, and the fields that it may have: two kinds may go by the same words. */
export function unknownIn(message: string): { readonly name: string; readonly known: readonly string[] } {
  const [name = '', ...known] = message.split('\n');
  return { name, known };
}

/** The message of a field that none of several kinds has. */
export function inNoneOf(messages: readonly string[]): string {
  const kinds = messages.map(unknownIn);
  const names = [...new Set(kinds.map(({ name }) => name))];
  const name = [names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(' or ');
  return [name, ...new Set(kinds.flatMap(({ known }) => known))].join('\n');
}
