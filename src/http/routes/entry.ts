// GET /api: where to log in and where the schema is.
import { LoginSchema } from '../../contract/session.ts';
import type { App } from '../app.ts';
import type { Hosts } from '../hosts.ts';

export function entryRoutes(app: App, hosts: Hosts): void {
  app.get(
    '/api',
    {
      config: { open: true },
      schema: { summary: 'Where to begin', tags: ['Session'], response: { 200: LoginSchema } },
    },
    async (request) => {
      const links = hosts.links(request);
      return { schema: links.schema(), login: links.login() };
    },
  );
}
