// Headers that every answer carries: what a browser must not do with it.
import type { App } from '../app.ts';

const policyOfPages = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

const headersOfAll = {
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

const headersOfPages = {
  ...headersOfAll,
  'content-security-policy': policyOfPages,
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'referrer-policy': 'no-referrer',
};

/**
 * Somebody's data, which is no page: whoever opens it as one gets one that may load and do nothing, so there is
 * nothing to be said about what it may do. A route that knows better about the cache says so.
 */
export const headersOfApi = {
  ...headersOfAll,
  'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
};

/** Decided by the route, not by the address, which can be written in many ways. */
export function protectAnswers(app: App): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(request.routeOptions.config.page === true ? headersOfPages : headersOfApi);
    done();
  });
}
