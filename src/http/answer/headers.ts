// Security headers for every answer.
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
 * Data, not pages: opened as a page, it may load and do nothing, so no further permissions need to be listed. A route
 * may override the cache header.
 */
export const headersOfApi = {
  ...headersOfAll,
  'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
};

/** Decided by the route, not by the address: the same address can be written in many ways. */
export function protectAnswers(app: App): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(request.routeOptions.config.page === true ? headersOfPages : headersOfApi);
    done();
  });
}
