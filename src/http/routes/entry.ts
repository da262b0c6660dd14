// GET /api: where to log in and where the schema is.

import type { SignOn } from '../../identity/sign-on/sign-on.ts';
import type { Links } from '../answer/links.ts';
import { schemaOf } from '../answer/schemas.ts';
import type { App } from '../app.ts';
import type { Hosts } from '../gate/hosts.ts';

const session = () => import('../../contract/session.ts');

export function entryRoutes(app: App, hosts: Hosts, signOn: SignOn | null): void {
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
    async (request, reply) => {
      const links = hosts.links(request);
      if (signOn !== null) reply.header('link', loginMethods(links, signOn));
      return { schema: links.schema(), login: links.login() };
    },
  );
}

/** Tells the page how to log in, if there is more than a password. */
function loginMethods(links: Links, { label, hasPasswords }: SignOn): string {
  const signOn = `<${links.signOn()}>; rel="sign-on"; title*=UTF-8''${encodeURIComponent(label)}`;
  return hasPasswords ? `<${links.login()}>; rel="login", ${signOn}` : signOn;
}
