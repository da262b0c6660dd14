// The documents that describe the database, and the request to reload its schema.
import { catalogDocument, modeDocument, refreshed, schemaDocument } from '../../app/read/documents.ts';
import { isAdmin } from '../../identity/rights.ts';
import { sendJson } from '../answer/answers.ts';
import { schemaOf } from '../answer/schemas.ts';
import type { App, Services } from '../app.ts';
import { callerOf } from '../gate/admit.ts';
import type { Hosts } from '../gate/hosts.ts';

const catalog = () => import('../../contract/catalog.ts');
const mode = () => import('../../contract/mode.ts');
const apiSchema = () => import('../../contract/schema.ts');

const tags = ['Database'];

export function databaseRoutes(app: App, { database, changes }: Services, hosts: Hosts): void {
  app.get(
    '/api/database',
    {
      schema: {
        summary: 'The API schema: where everything is',
        tags,
        response: { 200: schemaOf(apiSchema, 'ApiSchema') },
      },
    },
    async (request, reply) => {
      const links = hosts.links(request);
      const saved = `<${links.queries()}>; rel="queries", <${links.dashboards()}>; rel="dashboards"`;
      const { rights } = callerOf(request).principal;
      const more = [
        ...(isAdmin(rights) ? [`, <${links.policy()}>; rel="policy"`] : []),
        ...(changes === undefined ? [] : [`, <${links.changes()}>; rel="changes"`]),
        ...(database.hasInference ? [`, <${links.inferred()}>; rel="inferred"`] : []),
      ];
      return sendJson(
        reply.header('link', saved + more.join('')),
        await schemaDocument(database, callerOf(request), links),
      );
    },
  );

  app.get(
    '/api/database/mode',
    {
      schema: {
        summary: 'The entity map: attributes and relations',
        tags,
        response: { 200: schemaOf(mode, 'Mode') },
      },
    },
    async (request, reply) => sendJson(reply, await modeDocument(database, callerOf(request))),
  );

  app.get(
    '/api/database/catalog',
    {
      schema: {
        summary: 'The catalog: native types, defaults, indexes, comments, estimates',
        tags,
        response: { 200: schemaOf(catalog, 'Catalog') },
      },
    },
    async (request, reply) => sendJson(reply, await catalogDocument(database, callerOf(request))),
  );

  app.post(
    '/api/database/refresh',
    {
      schema: {
        summary: 'Read the schema of the database anew',
        tags,
        response: { 200: schemaOf(apiSchema, 'Refreshed') },
      },
    },
    async (request) => ({ entities: await refreshed(database, callerOf(request)) }),
  );
}
