// Assembles the server: limits, the checks that every request passes, the routes.
import fastify, { type FastifyBaseLogger, LogController } from 'fastify';
import { AgentNotes } from '../app/agents/notes.ts';
import type { Audit } from '../app/audit/audit.ts';
import type { Access } from '../identity/access.ts';
import type { PolicySource } from '../identity/policy.ts';
import type { Directory } from '../identity/rights.ts';
import type { SignOn } from '../identity/sign-on/sign-on.ts';
import type { LanguageModel } from '../mcp/interpret.ts';
import { protectAnswers } from './answer/headers.ts';
import { answerProblems, sendProblem } from './answer/problems.ts';
import { noCompilers, validatorCompiler } from './answer/validation.ts';
import type { App, Services } from './app.ts';
import { directReads } from './direct.ts';
import { directChanges } from './direct-changes.ts';
import { DirectFailures } from './direct-route.ts';
import { originForm } from './gate/address.ts';
import { admitAll, Gate } from './gate/admit.ts';
import { acceptJsonOnly, bodyBytes } from './gate/body.ts';
import { type AnswerLimits, Connections } from './gate/connections.ts';
import { type HostRules, Hosts } from './gate/hosts.ts';
import { limitedServer, routerLimits } from './gate/limits.ts';
import { answerOtherMethods } from './gate/methods.ts';
import { refuseOtherSites } from './gate/origin.ts';
import { Proxies } from './gate/proxies.ts';
import { logged } from './log.ts';
import { accessRoutes } from './routes/access.ts';
import { agentRoutes } from './routes/agents.ts';
import { auditRoutes } from './routes/audit.ts';
import { changeRoutes } from './routes/changes.ts';
import { dashboardRoutes } from './routes/dashboards.ts';
import { databaseRoutes } from './routes/database.ts';
import { entryRoutes } from './routes/entry.ts';
import { healthRoutes } from './routes/health.ts';
import { inferredRoutes } from './routes/inferred.ts';
import { linkRoutes } from './routes/links.ts';
import { mcpRoutes } from './routes/mcp.ts';
import { openApiRoutes } from './routes/openapi.ts';
import { policyRoutes } from './routes/policy.ts';
import { preferenceRoutes } from './routes/preferences.ts';
import { queryRoutes } from './routes/query.ts';
import { recordRoutes } from './routes/records.ts';
import { savedQueryRoutes } from './routes/saved-queries.ts';
import { sessionRoutes } from './routes/session.ts';
import { signOnRoutes } from './routes/sign-on.ts';
import { serveFrontEnd } from './routes/static.ts';
import { tokenRoutes } from './routes/tokens.ts';

export interface ServerOptions extends Omit<Services, 'agents'> {
  readonly access: Access;
  /** Sign-on through an identity provider, if configured. */
  readonly signOn?: SignOn;
  /** Looks up users' roles; absent without a policy. */
  readonly directory?: Directory;
  /** Where admins read and change the policy. */
  readonly policies?: PolicySource;
  /** The audit log, if there is one. */
  readonly audit?: Audit;
  readonly hosts: HostRules;
  /** Addresses or networks of the trusted proxies. */
  readonly trustedProxies: readonly string[];
  readonly answers: AnswerLimits;
  readonly logger: FastifyBaseLogger;
  readonly version: string;
  /** Translates questions in plain words into queries, if configured. */
  readonly model?: LanguageModel;
  /** The built front end. */
  readonly webFolder: string;
  readonly statementTimeoutMs: number;
}

export async function buildServer(options: ServerOptions): Promise<App> {
  const { access, signOn = null, hosts: hostRules, trustedProxies, answers, logger, ...given } = options;
  const agents = new AgentNotes(options.store, (error) =>
    logger.warn({ err: error }, 'what assistants asked could not be kept'),
  );
  const services: Services = { ...given, agents };
  const gate = new Gate(access, new Proxies(trustedProxies), options.directory, options.audit);
  const hosts = new Hosts(hostRules);
  const failures = new DirectFailures();
  const reads = directReads(services, gate, hosts, failures);
  const writes = directChanges(services, gate, hosts, failures);
  let connections: Connections | undefined;
  const app: App = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    // All requests share one logger: a child logger per request costs more than most requests log.
    childLoggerFactory: (shared) => shared,
    bodyLimit: bodyBytes,
    routerOptions: routerLimits,
    serverFactory: (framework) => {
      connections = new Connections(answers, logger, logged(logger, reads(writes(framework))));
      return limitedServer(connections, options.statementTimeoutMs);
    },
    rewriteUrl: originForm,
    frameworkErrors: (error, request, reply) =>
      sendProblem(hosts.refusalOf(request.raw) ?? error, request, reply),
    clientErrorHandler: (error, socket) => connections?.refuse(error, socket),
    // While the service stops, requests that still come in are answered as usual.
    return503OnClosing: false,
    schemaController: noCompilers,
  }).withTypeProvider();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(() => JSON.stringify);
  acceptJsonOnly(app);
  answerProblems(app);

  protectAnswers(app);
  app.addHook('onRequest', (request, reply, done) => {
    hosts.check(request.raw);
    if (services.isStopping()) reply.header('connection', 'close');
    done();
  });
  refuseOtherSites(app, hosts);
  app.addHook('onRequest', (request, _reply, done) => done(failures.of(request.raw)));
  admitAll(app, gate);

  const addOtherMethods = answerOtherMethods(app);
  openApiRoutes(app, services, hosts, options.version, access.needsSession);
  entryRoutes(app, hosts, signOn);
  sessionRoutes(app, gate, hosts, signOn);
  if (signOn !== null) signOnRoutes(app, signOn, hosts, gate);
  preferenceRoutes(app, services);
  databaseRoutes(app, services, hosts);
  inferredRoutes(app, services);
  queryRoutes(app, services);
  recordRoutes(app, services, hosts);
  changeRoutes(app, services.changes ?? null, hosts);
  savedQueryRoutes(app, services, hosts);
  dashboardRoutes(app, services, hosts);
  linkRoutes(app, services, hosts, gate);
  tokenRoutes(app, gate);
  accessRoutes(app, services, gate);
  policyRoutes(app, services, hosts, options.policies ?? null);
  auditRoutes(app, gate.audit);
  mcpRoutes(app, services, hosts, options.version, signOn);
  agentRoutes(app, services, options.model ?? null);
  app.addHook('onClose', () => agents.questions.settled());
  healthRoutes(app, services, access.needsSession);
  serveFrontEnd(app, options.webFolder, hosts);
  addOtherMethods();
  await app.ready();
  return app;
}
