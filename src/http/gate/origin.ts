// Refuses what a page of another site sends in the name of our user. Browsers say where a request comes from
// and no page can make them lie; a program that says nothing acts for itself.
import type { IncomingMessage } from 'node:http';
import { Problem } from '../../contract/problem.ts';
import type { App } from '../app.ts';
import type { Hosts } from './hosts.ts';

/** A request, the framework's or the bare one. */
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
