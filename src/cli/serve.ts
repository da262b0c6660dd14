// Starts the service, and stops it gracefully.
import type { Logger } from 'pino';
import { Audit } from '../app/audit/audit.ts';
import { StoredDecisions } from '../app/inferred/decisions.ts';
import { LastWrites } from '../app/last-writes.ts';
import { StoredSightings } from '../app/policy/stored-sightings.ts';
import { buildServer } from '../http/server.ts';
import { PolicyFile } from '../identity/policy-file.ts';
import { PolicyStore } from '../identity/policy-store.ts';
import { PolicyTable } from '../identity/policy-table.ts';
import { Seal } from '../identity/seal.ts';
import type { LanguageModel } from '../mcp/interpret.ts';
import { isTemporary, storeFor, temporaryStoreUrl } from '../store/open.ts';
import type { Store } from '../store/store.ts';
import { openAuthentication, readSignOn } from './authentication.ts';
import { builtPath, packageVersion } from './bundle.ts';
import { demoUrl } from './demo.ts';
import { openChanges } from './editing.ts';
import { runtimeError, StartFailure, usageError } from './failure.ts';
import { announce, listen } from './listen.ts';
import { createLog } from './log.ts';
import type { Settings } from './parameters.ts';
import { withReadableErrors } from './readable-errors.ts';
import { databaseUrl, openDatabase, sealKeyFor, stateUrl } from './sources.ts';
import { endOnSignals, stopOnSignals } from './stop.ts';
import { isLoopback } from './values.ts';
import { endWithMain, isWorkerProcess, sealKeyFromMain } from './worker-process.ts';

/** Called when requests are answered. */
type Announce = (settings: Settings, port: number, log: Logger) => void;

export function serve(settings: Settings, ready: Announce = announce): Promise<void> {
  return withReadableErrors(() => start(settings, ready));
}

async function start(settings: Settings, ready: Announce): Promise<void> {
  const hasBegun = endOnSignals();
  requireLogin(settings);
  requireUsers(settings);
  const signOnSettings = readSignOn(settings);
  const source = settings.database ?? demoUrl();
  const url = databaseUrl(source);
  // The demo starts afresh every time, and so does its store.
  const state = settings.database === undefined ? (settings.state ?? 'none') : settings.state;
  const log = createLog(settings.logLevel, [
    ...[url, ...stateUrl(state)].flatMap(({ password }) => password ?? []),
    ...(signOnSettings?.provider.clientSecret ? [signOnSettings.provider.clientSecret] : []),
  ]);
  logUnhandled(log);
  if (isWorkerProcess) endWithMain(log);
  let isStopping = false;
  const store = await storeFor(state, url);
  if (settings.workers > 1 && !isWorkerProcess) {
    // Passed in the environment, so that all processes serve one copy of the demo.
    const demo = settings.database === undefined ? { JOINERY_DATABASE: source, JOINERY_EDIT: 'yes' } : {};
    const { startWorkers } = await import('./workers.ts');
    // All processes share one store, which need not be on the first one's command line.
    const shared = isTemporary(state, url) ? ['--state', temporaryStoreUrl()] : [];
    const key = await sealKeyFor(state, store);
    await store.close();
    hasBegun();
    ready(settings, await startWorkers(settings, key, log, demo, shared), log);
    return;
  }
  const {
    access,
    signOn,
    close: closeUsers,
  } = await openAuthentication(settings, signOnSettings, store, log);
  const audit = access.needsSession
    ? new Audit(store, (message) => log.error(message), settings.auditKeep ?? null)
    : null;
  const policyFile = await openPolicyFile(settings, audit, log);
  const policies =
    policyFile ??
    (access.needsSession
      ? await PolicyStore.open(store, settings.admin, (message) => log.warn(message))
      : await refuseStoredPolicy(store));
  const seal = new Seal(isWorkerProcess ? await sealKeyFromMain() : await sealKeyFor(state, store));
  const isLimited = () => policies !== null && policies.current.document !== null;
  const sightings = policies && (await StoredSightings.open(store, policies, (message) => log.warn(message)));
  const kept = { memory: sightings, decisions: new StoredDecisions(store) };
  const database = await openDatabase(url, settings, seal, { isLimited, kept }, log);
  await policyFile?.checkWith((policy) => database.checkPolicy(policy));
  for (const warning of database.warnings) log.warn(warning);
  const { hosts } = database.dialect;
  if (url.several !== undefined && hosts) database.lastWrites = new LastWrites(store, hosts);
  const changes = await openChanges(url, settings, database, store, log);
  const app = await buildServer({
    database,
    ...(changes && { changes }),
    store,
    access,
    ...(signOn && { signOn }),
    ...(policies && { directory: policies, policies }),
    ...(audit && { audit }),
    isStopping: () => isStopping,
    hosts: {
      baseUrl: settings.baseUrl ?? null,
      allowedHosts: [settings.host, ...settings.allowedHost],
    },
    trustedProxies: settings.trustedProxy,
    answers: {
      lowestRate: 4 * 1024,
      stallMs: settings.stallTimeout,
      answerMs: settings.answerTimeout,
    },
    logger: log,
    ...(settings.model !== undefined && { model: languageModel(settings.model, settings.modelName) }),
    version: packageVersion(),
    webFolder: builtPath('web'),
    statementTimeoutMs: settings.statementTimeout,
  });
  hasBegun();
  stopOnSignals(app, log, {
    begin: () => {
      isStopping = true;
    },
    end: async () => {
      closeUsers();
      policyFile?.close();
      await audit?.close();
      await sightings?.settled();
      await changes?.close();
      await database.close();
      await store.close();
    },
  });
  const port = await listen(app, settings);
  if (!isWorkerProcess) ready(settings, port, log);
}

/** The key is not a parameter: the process list would show it. */
function languageModel(url: string, name: string): LanguageModel {
  return { url, name, key: process.env.JOINERY_MODEL_KEY || null };
}

function requireLogin({ host, users, oidcIssuer, auth }: Settings): void {
  if (isLoopback(host) || users !== undefined || oidcIssuer !== undefined || !auth) return;
  throw new StartFailure(
    `On ${host} other machines could read the whole database: add --users with a file of users, or --no-auth if that is meant.`,
    usageError,
  );
}

/** A policy grants rights to users by name, so it needs a login. */
function requireUsers({ policy, admin, dbUserSetting, users, oidcIssuer }: Settings): void {
  if (users !== undefined || oidcIssuer !== undefined) return;
  if (policy !== undefined) throw noUsers('A policy says what each user may see');
  if (admin.length > 0) throw noUsers('--admin names a user');
  if (dbUserSetting !== undefined) throw noUsers('--db-user-setting tells the database who asks');
}

/** Forgetting a parameter must not disclose what a stored policy hides. */
async function refuseStoredPolicy(store: Store): Promise<null> {
  if ((await new PolicyTable(store).currentVersion()) === 0) return null;
  throw noUsers(`The state store ${store.display} keeps a policy, which says what each user may see`);
}

function noUsers(reason: string): StartFailure {
  return new StartFailure(
    `${reason}, and without --users nobody has a name: add --users with a file of users, or --oidc-issuer.`,
    usageError,
  );
}

async function openPolicyFile(
  { policy, admin }: Settings,
  audit: Audit | null,
  log: Logger,
): Promise<PolicyFile | null> {
  if (policy === undefined) return null;
  const entry = {
    user: null,
    via: 'service',
    action: 'policy',
    entities: [],
    rows: null,
    address: '',
  } as const;
  const events = {
    onChanged: () => {
      log.info('the policy has changed, and holds from now on');
      audit?.note({ ...entry, entities: [] });
    },
    onWarning: (message: string) => log.warn(message),
  };
  return PolicyFile.open(policy, admin, events);
}

/**
 * An unhandled rejection affects one request at most; ending the service would affect all. An uncaught exception may
 * have left anything in an inconsistent state: the service logs it and exits, to be restarted by its supervisor.
 */
function logUnhandled(log: Logger): void {
  process.on('unhandledRejection', (reason) =>
    log.error({ err: reason }, 'a failure that nobody waited for'),
  );
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'a failure that nobody caught: the service ends');
    process.exit(runtimeError);
  });
}
