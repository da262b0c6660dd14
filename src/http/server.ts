// Puts the server together: limits, checks that every request passes, routes.
import fastify, { type FastifyBaseLogger, LogController } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import type { App, Services } from './app.ts';
import { acceptJsonOnly, bodyBytes } from './body.ts';
import { type HostRules, Hosts } from './hosts.ts';
import { answerProblems, sendProblem } from './problems.ts';
import { databaseRoutes } from './routes/database.ts';
import { entryRoutes } from './routes/entry.ts';
import { recordRoutes } from './routes/records.ts';
import { validatorCompiler } from './validation.ts';

export interface ServerOptions extends Services {
  readonly hosts: HostRules;
  readonly logger: FastifyBaseLogger;
}

export async function buildServer({ hosts: hostRules, logger, ...services }: ServerOptions): Promise<App> {
  const app: App = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: bodyBytes,
    requestTimeout: 30_000,
    keepAliveTimeout: 72_000,
    http: { headersTimeout: 20_000, maxHeaderSize: 64 * 1024 },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 64 * 1024 },
    frameworkErrors: sendProblem,
    return503OnClosing: false,
  }).withTypeProvider();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  acceptJsonOnly(app);
  answerProblems(app);

  const hosts = new Hosts(hostRules);
  app.addHook('onRequest', async (request) => hosts.check(request));

  entryRoutes(app, hosts);
  databaseRoutes(app, services, hosts);
  recordRoutes(app, services, hosts);
  await app.ready();
  return app;
}
