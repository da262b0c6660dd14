// The one place that asks for a session. A route is closed unless its config says `open`.
import type { IncomingMessage } from 'node:http';
import type { Access, Credentials } from '../../identity/access.ts';
import type { App } from '../app.ts';

export function requireSession(app: App, access: Access): void {
  if (!access.needsSession) return;
  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.open !== true) await checkSession(access, request.raw);
  });
}

/** Passes for a live session; a Problem says why not. */
export function checkSession(access: Access, request: IncomingMessage): Promise<void> {
  return access.check(credentialsOf(request), request.socket.remoteAddress ?? '');
}

/** HTTP Basic in UTF-8 (RFC 7617), the session's id in place of the password; null when there is none. */
export function credentialsOf(request: Pick<IncomingMessage, 'headers'>): Credentials | null {
  const encoded = /^basic +([a-z0-9+/_-]+=*) *$/i.exec(request.headers.authorization ?? '')?.[1];
  if (encoded === undefined) return null;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon < 0 ? null : { username: text.slice(0, colon), sessionId: text.slice(colon + 1) };
}
