/** Sends random inputs to every operation in the service's API description, and validates every answer. */
import fc from 'fast-check';
import { z } from 'zod';
import { problemKinds } from '../../src/contract/problem.ts';
import { ProblemDocumentSchema } from '../../src/contract/problem-document.ts';
import { type Service, startService } from '../http/service.ts';
import { createDatabase, type Engine } from '../support/servers.ts';
import { Inputs, OpenApi, type Operation, type Request, type Schema } from './openapi-inputs.ts';

const bytes: Record<Engine, readonly [type: string, literal: string]> = {
  sqlite: ['blob', "x'89504e47'"],
  postgres: ['bytea', "'\\x89504e47'"],
  mysql: ['blob', "x'89504e47'"],
  duckdb: ['blob', "'\\x89\\x50\\x4e\\x47'"],
};

const script = (engine: Engine) => `
CREATE TABLE person (id integer PRIMARY KEY, name varchar(40), born date, score numeric(10,2), boss integer REFERENCES person (id));
INSERT INTO person VALUES (1, 'Ada', '1815-12-10', 9.5, NULL);
INSERT INTO person VALUES (2, 'Bo', '2001-01-01', NULL, 1), (3, NULL, NULL, -1, 1);
CREATE TABLE seat (hall varchar(10) NOT NULL, number integer NOT NULL, holder integer REFERENCES person (id), PRIMARY KEY (hall, number));
INSERT INTO seat VALUES ('A', 1, 1), ('a,b', 2, NULL);
CREATE TABLE picture (id integer PRIMARY KEY, image ${bytes[engine][0]});
INSERT INTO picture VALUES (1, ${bytes[engine][1]}), (2, NULL);
CREATE VIEW grown AS SELECT name, score FROM person WHERE boss IS NULL;`;

const words = [
  ...[
    'person',
    'seat',
    'picture',
    'grown',
    'id',
    'name',
    'born',
    'score',
    'boss',
    'hall',
    'number',
    'holder',
    'image',
  ],
  ...[
    'AND',
    'OR',
    'NOT',
    'EQ',
    'NOT_EQ',
    'LT',
    'GTE',
    'ILIKE',
    'LIKE',
    'IN',
    'NOT_IN',
    'BETWEEN_INC',
    'IS_NULL',
  ],
  ...['IBETWEEN_INC', 'ICONTAINS', 'ISTARTS_WITH', 'EXISTS', 'NOT_EXISTS', 'IEQ'],
  ...[
    '1',
    '2',
    'A,1',
    'a%2Cb,2',
    'Ada',
    '%a%',
    '2001-01-01',
    '2001-01-01T00:00:00Z',
    '9.50',
    '-0',
    '1e400',
    'x',
  ],
  ...['csv', 'json', 'xlsx'],
];

/** Texts that are meaningful for each address parameter. */
const addresses = {
  entity: ['person', 'seat', 'picture', 'grown'],
  key: ['1', '2', 'A,1', 'a%2Cb,2', '9', 'x', ''],
  column: ['image', 'image', 'name', 'id', 'none'],
  by: ['id', 'name', 'none'],
  // Documents saved on the way have the names above.
  slug: ['person', 'person', 'id', 'name', 'x', '1', '2', 'csv', 'none'],
  version: ['1', '2', 'x'],
  tile: ['0', '1', 'x'],
};

const columns: Readonly<Record<string, readonly string[]>> = {
  person: ['id', 'name', 'born', 'score', 'boss'],
  seat: ['hall', 'number', 'holder'],
  picture: ['id', 'image'],
  grown: ['name', 'score'],
};

/** Gives half of the queries matching names, so that they pass the planner. */
function plausible(body: unknown, turn: number): unknown {
  if (turn % 2 === 1 || !isObject(body)) return body;
  if (isObject(body.unigrid)) return { ...body, unigrid: plausible(body.unigrid, turn) };
  if (!Array.isArray(body.entities)) return body;
  const entity = Object.keys(columns)[(turn / 2) % 4] ?? '';
  const own = columns[entity] ?? [];
  const drawn: unknown = body.entities[0]?.attributes?.[0];
  const kept = isObject(drawn) && 'id' in drawn ? drawn : { summaries: ['count', 'max'] };
  const attributes = own.map((id) => ({ ...kept, id, alias: id }));
  const { after: _after, group: _group, ...rest } = body;
  return { ...withAliases(rest, own), entities: [{ id: entity, attributes }] };
}

/** Replaces every alias with one of these. */
function withAliases(value: object, aliases: readonly string[]): object {
  const parts = Object.entries(value).map(([name, part], i) => {
    if (name === 'alias') return [name, aliases[i % aliases.length]];
    if (Array.isArray(part))
      return [name, part.map((item) => (isObject(item) ? withAliases(item, aliases) : item))];
    return [name, isObject(part) ? withAliases(part, aliases) : part];
  });
  return Object.fromEntries(parts);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export interface Fuzzed {
  readonly requests: number;
  readonly operations: number;
  readonly statuses: ReadonlyMap<number, number>;
  /** Answers that the description does not allow, with their requests. */
  readonly undescribed: readonly string[];
}

const statuses: ReadonlySet<number> = new Set(Object.values(problemKinds).map(({ status }) => status));

export async function fuzzOperations(engine: Engine, runs: number, seed: number): Promise<Fuzzed> {
  await using database = await createDatabase(engine);
  await database.run(script(engine));
  await using service = await startService(database.url, { poolSize: 4 });
  const document = OpenApi.parse(await (await service.get('/api/openapi.json')).json());
  const inputs = new Inputs(document, words, { ...addresses, secret: await saveSome(service) });
  const shapes = new Shapes(document);
  const found: string[] = [];
  const counts = new Map<number, number>();
  let requests = 0;
  let operations = 0;
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      operations++;
      const drawn = fc.sample(inputs.requests(path, operation), { numRuns: runs, seed });
      for (let i = 0; i < drawn.length; i += 4) {
        const four = drawn.slice(i, i + 4).map(async ({ path: filled, body }, j) => {
          const request = { path: filled, body: plausible(body, i + j) };
          const { status, fault } = await send(service, shapes, method, operation, request);
          counts.set(status, (counts.get(status) ?? 0) + 1);
          requests++;
          if (fault !== null) found.push(`${method} ${request.path} ${shorten(request.body)}: ${fault}`);
        });
        await Promise.all(four);
      }
    }
  }
  return { requests, operations, statuses: counts, undescribed: found };
}

/** Saves a query, and a dashboard with it, both named `person`; returns the secrets of links to them. */
async function saveSome(service: Service): Promise<string[]> {
  const unigrid = { entities: [{ id: 'person', attributes: [{ id: 'id' }, { id: 'name' }] }] };
  const tiles = [{ x: 0, y: 0, w: 4, h: 4, kind: 'table', query: 'person' }];
  await service.post('/api/queries', { title: 'Person', slug: 'person', unigrid });
  await service.post('/api/dashboards', { title: 'Person', slug: 'person', tiles });
  const links = ['queries', 'dashboards'].map(async (kind) => {
    const made = await service.post(`/api/${kind}/person/links`, { expires: '2100-01-01T00:00:00Z' });
    const { url } = z.object({ url: z.string() }).parse(await made.json());
    return url.slice(url.lastIndexOf('/') + 1);
  });
  return Promise.all(links);
}

/** The JSON schemas of the description. */
class Shapes {
  readonly #defined: string;
  readonly #made = new Map<string, z.ZodType>();

  constructor({ components }: OpenApi) {
    this.#defined = JSON.stringify(components.schemas);
  }

  /** What does not match the schema, or null. */
  misfit(schema: Schema, value: unknown): string | null {
    const { error } = this.#shape(schema).safeParse(value);
    return error === undefined ? null : z.prettifyError(error);
  }

  #shape(schema: Schema): z.ZodType {
    const text = JSON.stringify(schema);
    const made = this.#made.get(text) ?? z.fromJSONSchema(JSON.parse(this.#withDefinitions(text)));
    this.#made.set(text, made);
    return made;
  }

  /** A separate schema has its definitions at another path than the description. */
  #withDefinitions(schema: string): string {
    const whole = `{"allOf":[${schema}],"$defs":${this.#defined}}`;
    return whole.replaceAll('"#/components/schemas/', '"#/$defs/');
  }
}

async function send(
  service: Service,
  shapes: Shapes,
  method: string,
  operation: Operation,
  { path, body }: Request,
) {
  const response = await service.get(path, {
    method: method.toUpperCase(),
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  const text = await response.text();
  return { status: response.status, fault: faultOf(response, text, shapes, operation) };
}

function faultOf(response: Response, text: string, shapes: Shapes, { responses }: Operation): string | null {
  const { status } = response;
  const type = response.headers.get('content-type') ?? '';
  if (status === 204) return responses['204'] !== undefined && text === '' ? null : '204 is not described';
  if (status === 200 || status === 201) {
    const described = Object.entries(responses[String(status)]?.content ?? {});
    const found = described.find(([one]) => type.split(';', 1)[0] === one);
    if (found === undefined) return `${status} as ${type} is not described`;
    if (found[0] !== 'application/json') return null;
    if (!isJson(text)) return `${status} without JSON`;
    const misfit = shapes.misfit(found[1].schema, JSON.parse(text));
    return misfit === null ? null : `${status} unlike its schema: ${misfit}`;
  }
  if (status === 500) return `500 ${text}`;
  if (!statuses.has(status)) return `${status} is the status of no problem`;
  if (type !== 'application/problem+json') return `${status} as ${type}`;
  const problem = ProblemDocumentSchema.safeParse(isJson(text) ? JSON.parse(text) : null);
  if (!problem.success) return `${status} without a problem: ${text}`;
  return problem.data.status === status && problem.data.code === status ? null : `${status} says ${text}`;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function shorten(body: unknown): string {
  return (JSON.stringify(body) ?? '').slice(0, 1_000);
}
