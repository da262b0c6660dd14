// Opening and closing a session.
import type { Access } from '../../identity/access.ts';
import { schemaOf } from '../answer/schemas.ts';
import type { App } from '../app.ts';
import { credentialsOf } from '../gate/auth.ts';

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
}
