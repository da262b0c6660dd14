// Starts the service and stops it in good order.
import { existsSync } from 'node:fs';
import { isIPv6 } from 'node:net';
import type { Logger } from 'pino';
import { Audit } from '../app/audit/audit.ts';
import { type Kept, OpenDatabase } from '../app/database.ts';
import { KeptDecisions } from '../app/inferred/decisions.ts';
import { LastWrites } from '../app/last-writes.ts';
import { KeptSightings } from '../app/policy/kept-sightings.ts';
import { Problem } from '../contract/problem.ts';
import { type DatabaseUrl, DatabaseUrlError, parseDatabaseUrl } from '../dialects/url.ts';
import type { App } from '../http/app.ts';
import { buildServer } from '../http/server.ts';
import { PolicyFile, PolicyFileError } from '../identity/policy-file.ts';
import { PolicyStore } from '../identity/policy-store.ts';
import { PolicyTable } from '../identity/policy-table.ts';
import { newSealKey, Seal, sharedSealKey } from '../identity/seal.ts';
import type { LanguageModel } from '../mcp/interpret.ts';
import { isTemporary, storeFor, temporaryStoreUrl } from '../store/open.ts';
import { type Store, StoreError } from '../store/store.ts';
import { openBrowser } from './browser.ts';
import { builtPath, packageVersion } from './bundle.ts';
import { demoUrl } from './demo.ts';
import { openChanges } from './editing.ts';
import { openEntrance, readSignOn } from './entrance.ts';
import { runtimeError, StartFailure, usageError } from './failure.ts';
import { createLog } from './log.ts';
import { defaultPoolSize, type Settings } from './parameters.ts';
import { stopOnSignals } from './stop.ts';
import { isLoopback } from './values.ts';
import { endWithMain, isWorkerProcess, sealKeyOfMain } from './worker-process.ts';

/** Told when requests are answered. */
type Announce = (settings: Settings, port: number, log: Logger) => void;

export async function serve(settings: Settings, ready: Announce = announce): Promise<void> {
  refuseStrangers(settings);
  refuseNameless(settings);
  const signOnSettings = readSignOn(settings);
  const source = settings.database ?? demoUrl();
  const url = databaseUrl(source);
  // The demo is the same at every start, and so is what is kept of it.
  const state = settings.database === undefined ? (settings.state ?? 'none') : settings.state;
  const log = createLog(settings.logLevel, [
    ...[url, ...stateUrl(state)].flatMap(({ password }) => password ?? []),
    ...(signOnSettings?.provider.clientSecret ? [signOnSettings.provider.clientSecret] : []),
  ]);
  reportSurprises(log);
  if (isWorkerProcess) endWithMain(log);
  let isStopping = false;
  const store = await openStoreOf(state, url);
  if (settings.workers > 1 && !isWorkerProcess) {
    // Told through the environment, so that all processes serve one copy of the demo.
    const demo = settings.database === undefined ? { JOINERY_DATABASE: source, JOINERY_EDIT: 'yes' } : {};
    const { startWorkers } = await import('./workers.ts');
    // All processes share one store, of which the command line of the first one may know nothing.
    const shared = isTemporary(state, url) ? ['--state', temporaryStoreUrl()] : [];
    const key = await sealKeyFor(state, store);
    await store.close();
    ready(settings, await startWorkers(settings, key, log, demo, shared), log);
    return;
  }
  const { access, signOn, close: closeUsers } = await openEntrance(settings, signOnSettings, store, log);
  const audit = access.needsSession
    ? new Audit(store, (message) => log.error(message), settings.auditKeep ?? null)
    : null;
  const policyFile = await openPolicyFile(settings, audit, log);
  const policies =
    policyFile ??
    (access.needsSession
      ? await PolicyStore.open(store, settings.admin, (message) => log.warn(message))
      : await refuseKept(store));
  const seal = new Seal(isWorkerProcess ? await sealKeyOfMain() : await sealKeyFor(state, store));
  const isLimited = () => policies !== null && policies.current.document !== null;
  const sightings = policies && (await KeptSightings.open(store, policies, (message) => log.warn(message)));
  const kept = { memory: sightings, decisions: new KeptDecisions(store) };
  const database = await openDatabase(url, settings, seal, { isLimited, kept }, log);
  await startFailing(async () => policyFile?.checkWith((policy) => database.checkPolicy(policy)));
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

/** Its key is no parameter: it would stand in the list of processes. */
function languageModel(url: string, name: string): LanguageModel {
  return { url, name, key: process.env.JOINERY_MODEL_KEY || null };
}

function announce({ host, baseUrl, open }: Settings, port: number, log: Logger): void {
  // `localhost` does not stand for any other loopback address.
  const isLocalhost = ['127.0.0.1', '0.0.0.0', '::'].includes(host);
  const name = isLocalhost ? 'localhost' : isIPv6(host) ? `[${host}]` : host;
  const address = baseUrl ?? `http://${name}:${port}`;
  process.stdout.write(`Joinery is ready at ${address}\n`);
  if (open) openBrowser(address, () => log.warn(`no browser could be opened: visit ${address}`));
}

function refuseStrangers({ host, users, oidcIssuer, auth }: Settings): void {
  if (isLoopback(host) || users !== undefined || oidcIssuer !== undefined || !auth) return;
  throw new StartFailure(
    `On ${host} other machines could read the whole database: add --users with a file of users, or --no-auth if that is meant.`,
    usageError,
  );
}

/** Rights are given to people by their names. */
function refuseNameless({ policy, admin, dbUserSetting, users, oidcIssuer }: Settings): void {
  if (users !== undefined || oidcIssuer !== undefined) return;
  if (policy !== undefined) throw nameless('A policy says what each user may see');
  if (admin.length > 0) throw nameless('--admin names a user');
  if (dbUserSetting !== undefined) throw nameless('--db-user-setting tells the database who asks');
}

/** What a policy hides must not lie open because somebody forgot a parameter. */
async function refuseKept(store: Store): Promise<null> {
  if ((await new PolicyTable(store).currentVersion()) === 0) return null;
  throw nameless(`The state store ${store.display} keeps a policy, which says what each user may see`);
}

function nameless(reason: string): StartFailure {
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
  return startFailing(() => PolicyFile.open(policy, admin, events));
}

/** A policy that cannot be used is told in one sentence. */
async function startFailing<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PolicyFileError)
      throw new StartFailure(error.message, runtimeError, { cause: error });
    throw error;
  }
}

function databaseUrl(source: string): DatabaseUrl {
  try {
    return parseDatabaseUrl(isPath(source) ? pathUrl(source) : source);
  } catch (error) {
    if (error instanceof DatabaseUrlError)
      throw new StartFailure(error.message, usageError, { cause: error });
    throw error;
  }
}

/** The URL of the store, where there is one that may hold a password. */
function stateUrl(state: string | undefined): DatabaseUrl[] {
  return state === undefined || state === 'none' ? [] : [databaseUrl(state)];
}

async function openStoreOf(state: string | undefined, url: DatabaseUrl): Promise<Store> {
  try {
    return await storeFor(state, url);
  } catch (error) {
    if (error instanceof StoreError) throw new StartFailure(error.message, runtimeError, { cause: error });
    if (error instanceof DatabaseUrlError)
      throw new StartFailure(error.message, usageError, { cause: error });
    throw error;
  }
}

/** What one instance has sealed the others open, where they share a store. */
function sealKeyFor(state: string | undefined, store: Store): Promise<Uint8Array> {
  return state === undefined || state === 'none' ? Promise.resolve(newSealKey()) : sharedSealKey(store);
}

/** A file or a folder, without any URL around it. */
function isPath(source: string): boolean {
  return !source.includes('://') && existsSync(source);
}

function pathUrl(path: string): string {
  return `files:///${path.split('/').map(encodeURIComponent).join('/')}`;
}

async function openDatabase(
  url: DatabaseUrl,
  settings: Settings,
  seal: Seal,
  { isLimited, kept }: { readonly isLimited: () => boolean; readonly kept: Kept },
  log: Logger,
): Promise<OpenDatabase> {
  const { dbUserSetting: userSetting } = settings;
  if (userSetting !== undefined && url.dialect !== 'postgres') {
    throw new StartFailure(
      'Only PostgreSQL can be told who asks: leave --db-user-setting out, and limit rows by a policy.',
      usageError,
    );
  }
  try {
    const options = {
      userSetting,
      poolSize: settings.poolSize ?? defaultPoolSize(url.dialect === 'sqlite' || url.dialect === 'duckdb'),
      statementTimeoutMs: settings.statementTimeout,
      poolWaitMs: 10_000,
      onWarning: (message: string) => log.warn(message),
    };
    return await OpenDatabase.open(url, options, seal, isLimited, kept);
  } catch (error) {
    if (error instanceof Problem) throw new StartFailure(error.message, runtimeError, { cause: error });
    if (error instanceof DatabaseUrlError)
      throw new StartFailure(error.message, usageError, { cause: error });
    throw error;
  }
}

async function listen(app: App, { host, port }: Settings): Promise<number> {
  try {
    await app.listen({ host, port, listenTextResolver: (address) => `listening at ${address}` });
  } catch (error) {
    throw listenFailure(error, host, port);
  }
  const address = app.server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}

function listenFailure(error: unknown, host: string, port: number): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : '';
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `Port ${port} is in use by another program: choose another one with --port, or --port 0 for any free one.`,
    EACCES: `Port ${port} is not ours to listen on: choose one above 1023 with --port.`,
    EADDRNOTAVAIL: `This machine has no address ${host}: choose another one with --host.`,
    ENOTFOUND: `The host ${host} is not known: choose an address of this machine with --host.`,
    EAI_AGAIN: `The host ${host} is not known: choose an address of this machine with --host.`,
  };
  const reason = reasons[String(code)];
  return reason === undefined ? error : new StartFailure(reason, runtimeError, { cause: error });
}

/**
 * A rejection that nobody waited for concerns one request at most, and its answer is told elsewhere or
 * missing; to end the service would take everybody's. An exception that nobody caught may have left anything
 * half done: the service says so and ends, and whoever runs it starts it again.
 */
function reportSurprises(log: Logger): void {
  process.on('unhandledRejection', (reason) =>
    log.error({ err: reason }, 'a failure that nobody waited for'),
  );
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'a failure that nobody caught: the service ends');
    process.exit(runtimeError);
  });
}
