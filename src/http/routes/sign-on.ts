// Single sign-on: sends a browser to the identity provider and opens a session with what it brings back.
import type { SignOn } from '../../identity/sign-on/sign-on.ts';
import { schemaOf } from '../answer/schemas.ts';
import type { App } from '../app.ts';
import type { Gate } from '../gate/admit.ts';
import type { Hosts } from '../gate/hosts.ts';

const session = () => import('../../contract/session.ts');
const contract = () => import('../../contract/sign-on.ts');

const tags = ['Session'];

export function signOnRoutes(app: App, signOn: SignOn, hosts: Hosts, gate: Gate): void {
  app.post(
    '/api/sign-on',
    {
      config: { open: true },
      schema: {
        summary: 'Begin to sign on at the identity provider',
        tags,
        body: schemaOf(contract, 'SignOnBeginning'),
        response: { 200: schemaOf(contract, 'SignOnBegun') },
      },
    },
    async (request) => signOn.begin(hosts.links(request).signOnReturn()),
  );

  app.post(
    '/api/sign-on/session',
    {
      config: { open: true },
      schema: {
        summary: 'Open a session with what the identity provider has sent the browser back with',
        tags,
        body: schemaOf(contract, 'SignOnEnd'),
        response: { 200: schemaOf(session, 'Session') },
      },
    },
    async (request) => {
      const { key, query } = request.body;
      const opened = await signOn.finish(hosts.links(request).signOnReturn(), key, query, (username) =>
        gate.noteRefusedLogin(username, request.raw),
      );
      gate.noteLogin(opened.username, request.raw);
      return opened;
    },
  );
}
