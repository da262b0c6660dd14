// The contract's schemas, loaded when a request is validated or described. The first answers need none of them, and
// building them all takes as long as opening a database.
import type { FastifyTypeProvider } from 'fastify';
import type { z } from 'zod';

export class LazySchema<Schema extends z.ZodType = z.ZodType> {
  readonly load: () => Promise<Schema>;

  constructor(load: () => Promise<Schema>) {
    this.load = load;
  }
}

/** A schema, by its name in a module of the contract. */
export function schemaOf<Name extends string, Module extends { readonly [name in Name]: z.ZodType }>(
  load: () => Promise<Module>,
  name: Name,
): LazySchema<Module[Name]> {
  return new LazySchema(async () => (await load())[name]);
}

/** Derives the types of a route's input and output from its schemas. */
export interface ContractTypes extends FastifyTypeProvider {
  readonly validator: this['schema'] extends LazySchema<infer Schema> ? z.output<Schema> : unknown;
  readonly serializer: this['schema'] extends LazySchema<infer Schema> ? z.input<Schema> : unknown;
}
