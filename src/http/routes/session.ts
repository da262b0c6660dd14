// Opening and closing a session.
import { z } from 'zod';
import type { Access } from '../../app/access.ts';
import { LoginRequest, LogoutRequest, Session } from '../../contract/session.ts';
import type { App } from '../app.ts';
import { credentialsOf } from '../auth.ts';

const tags = ['Session'];

export function sessionRoutes(app: App, access: Access): void {
  app.post(
    '/api/login',
    {
      config: { open: true },
      schema: { summary: 'Open a session', tags, body: LoginRequest, response: { 200: Session } },
    },
    async (request) => access.login(request.body.username, request.body.password, request.ip),
  );

  app.post(
    '/api/logout',
    {
      schema: {
        summary: 'Close the current session',
        tags,
        body: LogoutRequest,
        response: { 200: z.strictObject({}) },
      },
    },
    async (request) => {
      await access.logout(credentialsOf(request));
      return {};
    },
  );
}
