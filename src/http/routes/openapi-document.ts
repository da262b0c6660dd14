// Builds the API's OpenAPI 3.1 description from the schemas that validate.
import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import fastify, { type RouteOptions } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { ProblemDocumentSchema } from '../../contract/problem-document.ts';
import { LazySchema } from '../answer/schemas.ts';
import { noCompilers } from '../answer/validation.ts';

interface Description {
  readonly info: { readonly description?: string };
  readonly paths?: object;
}

/** The document for routes as registered, without the service's address. */
export async function describeRoutes(
  routes: readonly RouteOptions[],
  version: string,
  needsSession: boolean,
): Promise<Description> {
  // The plugin describes a server's routes; this server has all of them and answers none.
  const app = fastify({ exposeHeadRoutes: false, schemaController: noCompilers });
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => JSON.stringify);
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Joinery',
        version,
        description: 'Schema, records and queries of one relational database.',
      },
      components: {
        securitySchemes: {
          session: {
            type: 'http',
            scheme: 'basic',
            description: 'The user name, and the session id in place of the password.',
          },
        },
      },
      ...(needsSession ? { security: [{ session: [] }] } : {}),
    },
    transform: describeRoute,
    transformObject: (document) => withoutUnused(jsonSchemaTransformObject(document)),
  });
  for (const { method, url, config = {}, schema } of routes) {
    app.route({ method, url, config, schema: await loaded({ ...schema }), handler: () => {} });
  }
  await app.ready();
  return app.swagger();
}

/** A copy with every lazy schema loaded. */
async function loaded<Part extends object>(part: Part): Promise<Part> {
  const entries = Object.entries(part).map(async ([name, value]: [string, unknown]) => [
    name,
    value instanceof LazySchema ? await value.load() : isPlain(value) ? await loaded(value) : value,
  ]);
  return Object.fromEntries(await Promise.all(entries));
}

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

type Transform = NonNullable<FastifyDynamicSwaggerOptions['transform']>;

/** What all routes have in common: problems as failures, and a session unless they are open. */
const describeRoute: Transform = (document) => {
  const { schema, route } = document;
  const common = {
    response: {
      // Fastify does not type this.
      ...(schema?.response as object | undefined),
      default: {
        description: 'A problem',
        content: { 'application/problem+json': { schema: ProblemDocumentSchema } },
      },
    },
    ...(route.config?.open === true ? { security: [] } : {}),
  };
  return jsonSchemaTransform({ ...document, schema: { ...schema, ...common } });
};

/** Each shape comes as an input and as an output; keeps only those that a route uses. */
function withoutUnused(document: OpenApi): OpenApi {
  const schemas = ('components' in document ? document.components?.schemas : undefined) ?? {};
  const used = new Set<string>();
  const follow = (part: unknown) => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (used.has(name)) continue;
      used.add(name);
      follow(schemas[name]);
    }
  };
  follow(document.paths);
  for (const name of Object.keys(schemas)) if (!used.has(name)) delete schemas[name];
  return document;
}

type OpenApi = ReturnType<typeof jsonSchemaTransformObject>;
