// Opening and closing a session, and the user in it.
import { writeExact } from '../../contract/json.ts';
import { Problem } from '../../contract/problem.ts';
import type { SignOn } from '../../identity/sign-on/sign-on.ts';
import { sendJson } from '../answer/answers.ts';
import { schemaOf } from '../answer/schemas.ts';
import type { App } from '../app.ts';
import { callerOf, type Gate } from '../gate/admit.ts';
import { credentialsOf } from '../gate/credentials.ts';
import type { Hosts } from '../gate/hosts.ts';

const session = () => import('../../contract/session.ts');

const tags = ['Session'];

export function sessionRoutes(app: App, gate: Gate, hosts: Hosts, signOn: SignOn | null): void {
  app.post(
    '/api/login',
    {
      config: { open: true },
      schema: {
        summary: 'Open a session',
        tags,
        body: schemaOf(session, 'LoginRequest'),
        response: { 200: schemaOf(session, 'Session') },
      },
    },
    async ({ body: { username, password }, raw }) => {
      const session = await gate.access.login(username, password, gate.addressOf(raw)).catch((error) => {
        if (error instanceof Problem && error.kind === 'login-refused') gate.noteRefusedLogin(username, raw);
        throw error;
      });
      gate.noteLogin(session.username, raw);
      return session;
    },
  );

  app.post(
    '/api/logout',
    {
      schema: {
        summary: 'Close the current session',
        tags,
        body: schemaOf(session, 'LogoutRequest'),
        response: { 200: schemaOf(session, 'LogoutAnswer') },
      },
    },
    async (request, reply) => {
      await gate.access.logout(credentialsOf(request));
      const { claims, via } = callerOf(request).principal;
      const end =
        claims === null || via !== 'session'
          ? null
          : await signOn?.endSessionUrl(`${hosts.links(request).base}/`);
      if (typeof end === 'string') reply.header('link', `<${end}>; rel="end-session"`);
      return {};
    },
  );

  app.get(
    '/api/me',
    { schema: { summary: 'Who asks', tags, response: { 200: schemaOf(session, 'Me') } } },
    async (request, reply) => {
      const { name, rights, via } = callerOf(request).principal;
      // Numeric attributes keep all their digits.
      return sendJson(reply, writeExact({ name, roles: rights.roles, attributes: rights.attributes, via }));
    },
  );
}
