/** Inputs for an API operation, generated from the schemas that describe it: valid ones, and corrupted ones. */
import fc from 'fast-check';
import { z } from 'zod';

const Schema = z.looseObject({
  $ref: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  pattern: z.string().optional(),
  minLength: z.number().optional(),
  minimum: z.number().optional(),
  minItems: z.number().optional(),
  required: z.array(z.string()).optional(),
  get properties() {
    return z.record(z.string(), Schema).optional();
  },
  get items() {
    return Schema.optional();
  },
  get anyOf() {
    return z.array(Schema).optional();
  },
  get oneOf() {
    return z.array(Schema).optional();
  },
});
export type Schema = z.infer<typeof Schema>;

const Parameter = z.looseObject({ in: z.string(), name: z.string(), schema: Schema });

export const Operation = z.looseObject({
  parameters: z.array(Parameter).default([]),
  requestBody: z.looseObject({ content: z.record(z.string(), z.looseObject({ schema: Schema })) }).optional(),
  responses: z.record(
    z.string(),
    z.looseObject({ content: z.record(z.string(), z.looseObject({ schema: Schema })).optional() }),
  ),
});
export type Operation = z.infer<typeof Operation>;

export const OpenApi = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  components: z.looseObject({ schemas: z.record(z.string(), Schema) }),
});
export type OpenApi = z.infer<typeof OpenApi>;

export interface Request {
  readonly path: string;
  readonly body: unknown;
}

const odd: readonly unknown[] = [
  null,
  true,
  -1,
  0.5,
  1e308,
  2 ** 53,
  '',
  '\u0000',
  '\ud800',
  'x'.repeat(5_000),
  [],
  [[[[]]]],
  {},
  { toString: 1 },
  { unigrid: null },
];

export class Inputs {
  readonly #document: OpenApi;
  readonly #words: fc.Arbitrary<string>;
  readonly #addresses: ReadonlyMap<string, readonly string[]>;

  /** `words` are texts with a meaning in the database, `addresses` those for address parameters. */
  constructor(
    document: OpenApi,
    words: readonly string[],
    addresses: Readonly<Record<string, readonly string[]>>,
  ) {
    this.#document = document;
    this.#addresses = new Map(Object.entries(addresses));
    this.#words = fc.oneof(
      { weight: 12, arbitrary: fc.constantFrom(...words) },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 8 }) },
      {
        weight: 1,
        arbitrary: fc.constantFrom("'", '"', ';', '--', '%', '_', '\\', '[', ']', ',', '..', '%00', '\u0000'),
      },
    );
  }

  requests(path: string, operation: Operation): fc.Arbitrary<Request> {
    const parameters = operation.parameters.map(({ schema, ...rest }) => ({
      ...rest,
      value: this.#text(rest.name, rest.in, schema),
    }));
    const values = fc.tuple(...parameters.map(({ value }) => value));
    const schema = operation.requestBody?.content['application/json']?.schema;
    const body = schema === undefined ? fc.constant(undefined) : this.#spoilt(this.#value(schema, 5));
    return fc.tuple(values, body).map(([texts, drawn]) => {
      const query = new URLSearchParams();
      let filled = path;
      parameters.forEach((parameter, i) => {
        const text = texts[i];
        if (text === undefined) return;
        if (parameter.in === 'query') query.append(parameter.name, text);
        else filled = filled.replace(`{${parameter.name}}`, segment(parameter.name, text));
      });
      return { path: query.size === 0 ? filled : `${filled}?${query}`, body: drawn };
    });
  }

  /** Parameters are texts; query parameters may be missing. */
  #text(name: string, place: string, { pattern }: Schema): fc.Arbitrary<string | undefined> {
    const meant = fc.constantFrom(...(this.#addresses.get(name) ?? ['1']));
    const fitting = pattern === undefined ? meant : fc.stringMatching(new RegExp(pattern));
    return fc.oneof(
      { weight: 6, arbitrary: fitting },
      { weight: 1, arbitrary: this.#words },
      { weight: place === 'query' ? 6 : 0, arbitrary: fc.constant(undefined) },
    );
  }

  #value(schema: Schema, depth: number): fc.Arbitrary<unknown> {
    const { $ref, enum: choices, const: constant, anyOf, oneOf, type } = schema;
    if ($ref !== undefined) return this.#value(this.#named($ref), depth);
    if (choices !== undefined) return fc.constantFrom(...choices);
    if (constant !== undefined) return fc.constant(constant);
    const alternatives =
      anyOf ?? oneOf ?? (Array.isArray(type) ? type.map((one) => ({ ...schema, type: one })) : []);
    if (alternatives.length > 0) return fc.oneof(...alternatives.map((one) => this.#value(one, depth)));
    switch (type) {
      case 'string':
        return this.#words;
      case 'integer':
        return fc.oneof(fc.integer({ min: schema.minimum ?? -5, max: 20 }), fc.constant(2 ** 53 - 1));
      case 'number':
        return fc.oneof(
          fc.integer({ min: -3, max: 100 }),
          fc.double({ noNaN: true, noDefaultInfinity: true }),
        );
      case 'boolean':
        return fc.boolean();
      case 'array':
        return this.#array(schema, depth);
      case 'object':
        return this.#object(schema, depth);
      default:
        return fc.constant(null);
    }
  }

  #array({ items = {}, minItems = 0 }: Schema, depth: number): fc.Arbitrary<unknown> {
    if (depth <= 0) return fc.constant([]);
    return fc.array(this.#value(items, depth - 1), { minLength: minItems, maxLength: Math.max(minItems, 3) });
  }

  #object({ properties = {}, required = [] }: Schema, depth: number): fc.Arbitrary<unknown> {
    const known = Object.entries(properties).filter(([name]) => depth > 0 || required.includes(name));
    const model = Object.fromEntries(known.map(([name, schema]) => [name, this.#value(schema, depth - 1)]));
    return fc.record(model, { requiredKeys: required.filter((name) => name in model) });
  }

  #named(reference: string): Schema {
    return this.#document.components.schemas[reference.split('/').at(-1) ?? ''] ?? {};
  }

  /** In one of four cases a part is replaced by something odd. */
  #spoilt(value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
    const spoiling = fc
      .tuple(value, fc.nat(), fc.constantFrom(...odd))
      .map(([drawn, at, part]) => spoil(drawn, at, part));
    return fc.oneof({ weight: 3, arbitrary: value }, { weight: 1, arbitrary: spoiling });
  }
}

/** A key is enclosed in brackets; everything else is percent-encoded, as any client does. */
function segment(name: string, text: string): string {
  const encoded = encodeURIComponent(text.toWellFormed());
  return name === 'key' ? `[${encoded.replaceAll('%2C', ',').replaceAll('%25', '%')}]` : encoded || '%20';
}

/** Replaces the part that the number leads to, one level at a time. */
function spoil(value: unknown, at: number, part: unknown): unknown {
  if (typeof value !== 'object' || value === null) return part;
  const keys = Object.keys(value);
  const choice = at % (keys.length + 1);
  const key = keys[choice];
  if (key === undefined) return part;
  const inner = spoil(Reflect.get(value, key), Math.floor(at / (keys.length + 1)), part);
  return Array.isArray(value) ? value.with(choice, inner) : { ...value, [key]: inner };
}
