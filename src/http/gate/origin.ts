// Refuses cross-site requests made in a user's name. Browsers send the origin truthfully; a program that sends none
// acts for itself.
import type { IncomingMessage } from 'node:http';
import { Problem } from '../../contract/problem.ts';
import type { App } from '../app.ts';
import type { Hosts } from './hosts.ts';

/** A request, the framework's or Node's. */
type Sent = Pick<IncomingMessage, 'headers'>;

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

export function refuseOtherSites(app: App, hosts: Hosts): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (!safeMethods.has(request.method)) refuseOtherSite(request, hosts);
    done();
  });
}

export function refuseOtherSite(request: Sent, hosts: Hosts): void {
  if (isOwn(request, hosts)) return;
  throw new Problem('cross-site', 'The request was sent by a page of another site.');
}

function isOwn(request: Sent, hosts: Hosts): boolean {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const { origin } = request.headers;
  return origin === undefined || hosts.isOwnOrigin(request, origin);
}
