// Every known path answers every method: the ones that it lacks with 405, and OPTIONS with the ones it has.
import { Problem } from '../contract/problem.ts';
import type { App } from './app.ts';

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Call it before the routes are added; what it answers is called after them. */
export function answerOtherMethods(app: App): () => void {
  const known = new Map<string, { methods: Set<string>; open: boolean }>();
  app.decorate('knownPaths', known);
  app.addHook('onRoute', ({ url, method, config }) => {
    const path = known.get(url) ?? { methods: new Set(), open: config?.open === true };
    known.set(url, path);
    for (const one of [method].flat()) path.methods.add(one);
  });
  return () => {
    for (const [url, path] of [...known]) {
      const missing = methods.filter((method) => !path.methods.has(method));
      const allow = [...methods.filter((method) => path.methods.has(method)), 'OPTIONS'];
      const config = { open: path.open };
      if (missing.includes('OPTIONS')) {
        app.options(url, { config, schema: { hide: true } }, async (_request, reply) =>
          reply.code(204).header('allow', allow.join(', ')).send(),
        );
      }
      app.route({
        method: missing.filter((method) => method !== 'OPTIONS'),
        url,
        config,
        schema: { hide: true },
        handler: async (request) => {
          throw new Problem('method-not-allowed', `${request.method} does not fit this address.`, { allow });
        },
      });
    }
  };
}
