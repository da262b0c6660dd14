// Opening and closing a session, and who one is within it.
import type { Access } from '../../identity/admit.ts';
import { schemaOf } from '../answer/schemas.ts';
import type { App } from '../app.ts';
import { askerOf, credentialsOf } from '../gate/admit.ts';

const session = () => import('../../contract/session.ts');

const tags = ['Session'];

export function sessionRoutes(app: App, access: Access): void {
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
    async (request) => access.login(request.body.username, request.body.password, request.ip),
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
    async (request) => {
      await access.logout(credentialsOf(request));
      return {};
    },
  );

  app.get(
    '/api/me',
    { schema: { summary: 'Who asks', tags, response: { 200: schemaOf(session, 'Me') } } },
    async (request, reply) => {
      const { name, via } = askerOf(request, reply).principal;
      return { name, roles: [], attributes: {}, via };
    },
  );
}
