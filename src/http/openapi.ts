// The API's own description (OpenAPI 3.1), made from the schemas that validate, and a page that shows it.
import { readFileSync } from 'node:fs';
import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { ProblemDocumentSchema } from '../contract/problem-document.ts';
import type { App } from './app.ts';
import type { Hosts } from './hosts.ts';
import { sendFile, staticFile } from './static.ts';

/** Call it before the routes are added. */
export async function describeRoutes(app: App, version: string, needsSession: boolean): Promise<void> {
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
}

type Transform = NonNullable<FastifyDynamicSwaggerOptions['transform']>;

/** What all routes have in common: problems for failures, and a session unless they are open. */
const describeRoute: Transform = (document) => {
  const { schema, route } = document;
  if (schema === undefined || schema.hide === true) return jsonSchemaTransform(document);
  const common = {
    response: {
      // Fastify leaves the type of this open.
      ...(schema.response as object | undefined),
      default: {
        description: 'A problem',
        content: { 'application/problem+json': { schema: ProblemDocumentSchema } },
      },
    },
    ...(route.config?.open === true ? { security: [] } : {}),
  };
  return jsonSchemaTransform({ ...document, schema: { ...schema, ...common } });
};

/** Each shape comes as an input and as an output; only those that a route mentions stay. */
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

/** `up` leads from the page's address to that of its script, which differs with a slash at the end. */
const page = (up: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Joinery API</title>
<link rel="icon" href="data:,">
<script type="module" src="${up}docs/reference.js"></script>
<noscript>This page draws the document at <a href="${up}openapi.json">openapi.json</a> with a script.</noscript>
</html>
`;

export function openApiRoutes(app: App, hosts: Hosts): void {
  const options = { schema: { hide: true } };
  const html = staticFile(Buffer.from(page('')), '/docs.html');
  const htmlWithSlash = staticFile(Buffer.from(page('../')), '/docs.html');
  const script = staticFile(
    readFileSync(new URL('reference/reference.js', import.meta.url)),
    '/reference.js',
  );
  app.get('/api/openapi.json', options, async (request) => ({
    ...app.swagger(),
    servers: [{ url: hosts.links(request).base }],
  }));
  app.get('/api/docs', options, async (request, reply) => {
    const path = request.url.replace(/\?.*$/s, '');
    return sendFile(request, reply, path.endsWith('/') ? htmlWithSlash : html);
  });
  app.get('/api/docs/reference.js', options, async (request, reply) => sendFile(request, reply, script));
}
