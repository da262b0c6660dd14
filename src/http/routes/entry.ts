// GET /api: where to log in and where the schema is.

import { schemaOf } from '../answer/schemas.ts';
import type { App } from '../app.ts';
import type { Hosts } from '../gate/hosts.ts';

const session = () => import('../../contract/session.ts');

export function entryRoutes(app: App, hosts: Hosts): void {
  app.get(
    '/api',
    {
      config: { open: true },
      schema: {
        summary: 'Where to begin',
        tags: ['Session'],
        response: { 200: schemaOf(session, 'LoginSchema') },
      },
    },
    async (request) => {
      const links = hosts.links(request);
      return { schema: links.schema(), login: links.login() };
    },
  );
}
