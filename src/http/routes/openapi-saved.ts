// Describes the rows of each saved query as a separate operation, with its typed parameters.
import type { StoredDocument } from '../../app/saved/document.ts';
import type { Parameter } from '../../contract/grid.ts';
import type { ModeType } from '../../contract/mode.ts';

/** The schema of a value in a query string. */
const schemas: Readonly<Record<ModeType, object>> = {
  boolean: { type: 'boolean' },
  string: { type: 'string' },
  text: { type: 'string' },
  integer: { type: 'integer' },
  numeric: { type: 'number' },
  datetime: { type: 'string', format: 'date-time' },
  date: { type: 'string', format: 'date' },
  time: { type: 'string', format: 'time' },
  interval: { type: 'string' },
  binary: { type: 'string' },
  selection: { type: 'string' },
  json: { type: 'string' },
  uuid: { type: 'string', format: 'uuid' },
  array: { type: 'string' },
  other: { type: 'string' },
};

const wholeNumber = { type: 'integer', minimum: 0 };

const page = [
  {
    name: 'limit',
    in: 'query',
    required: false,
    description: 'How many rows to give at most; default: what the query says, else 100',
    schema: wholeNumber,
  },
  {
    name: 'offset',
    in: 'query',
    required: false,
    description: 'Rows to leave out at the beginning',
    schema: wholeNumber,
  },
];

const responses = {
  200: {
    description: 'A page of its rows',
    content: { 'application/json': { schema: { $ref: '#/components/schemas/GridAnswer' } } },
  },
  default: {
    description: 'A problem',
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
  },
};

/** The parts of a saved query that the description uses. */
interface Described {
  readonly title: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
  readonly unigrid: { readonly arguments?: Readonly<Record<string, unknown>> };
}

/** The paths of these queries; `read` parses a query's text. */
export function savedPaths(
  queries: readonly StoredDocument[],
  read: (text: string) => unknown,
): Record<string, object> {
  const paths = queries.map(({ slug, content }) => {
    // The contract validated it when it was saved.
    const { title, description, parameters, unigrid } = read(content) as Described;
    const preset = unigrid.arguments ?? {};
    const operation = {
      // A slug has hyphens and no underscores, so two slugs cannot collide here.
      operationId: `saved_${slug.replaceAll('-', '_')}`,
      summary: title,
      ...(description === '' ? {} : { description }),
      tags: ['Saved queries'],
      parameters: [...parameters.map((parameter) => described(parameter, preset)), ...page],
      responses,
    };
    return [`/api/queries/${slug}/rows`, { get: operation }] as const;
  });
  return Object.fromEntries(paths);
}

function described(
  { name, type, label, required = false, default: standard, many = false }: Parameter,
  preset: Readonly<Record<string, unknown>>,
): object {
  const value = (Object.hasOwn(preset, name) ? preset[name] : null) ?? standard ?? null;
  const schema = many ? { type: 'array', items: schemas[type] } : schemas[type];
  return {
    name,
    in: 'query',
    required: required && value === null,
    ...(label === undefined ? {} : { description: label }),
    ...(many ? { style: 'form', explode: true } : {}),
    schema: value === null ? schema : { ...schema, default: value },
  };
}
