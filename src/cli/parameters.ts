// All parameters with their environment variables, help texts and defaults.
import { availableParallelism } from 'node:os';
import { Option } from 'commander';
import { StartFailure, usageError } from './failure.ts';
import {
  readBaseUrl,
  readCount,
  readDays,
  readDuration,
  readHost,
  readHosts,
  readIssuer,
  readLifetime,
  readNames,
  readPort,
  readProxies,
  readSetting,
} from './values.ts';

export interface Settings {
  /** Unparsed: it may contain a password, so it is parsed where nothing prints it. Undefined means the demo. */
  readonly database?: string;
  readonly users?: string;
  readonly policy?: string;
  readonly admin: readonly string[];
  readonly dbUserSetting?: string;
  readonly auditKeep?: number;
  readonly oidcIssuer?: URL;
  readonly oidcClientId?: string;
  readonly oidcLabel?: string;
  readonly oidcScope: string;
  readonly oidcNameClaim: string;
  readonly oidcRolesClaim: string;
  readonly oidcAttributesClaim: string;
  /** The state store's URL; it may contain a password too. */
  readonly state?: string;
  readonly host: string;
  readonly port: number;
  readonly baseUrl?: string;
  readonly allowedHost: readonly string[];
  readonly trustedProxy: readonly string[];
  readonly auth: boolean;
  readonly edit: boolean;
  readonly readOnly: boolean;
  readonly sessionIdle: number;
  readonly sessionLifetime: number;
  readonly statementTimeout: number;
  readonly answerTimeout: number;
  readonly stallTimeout: number;
  readonly poolSize?: number;
  readonly workers: number;
  readonly model?: string;
  readonly modelName: string;
  readonly logLevel: string;
  readonly open: boolean;
}
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];
type Make = (flags: string, description: string) => Option;

/** The client secret is not a parameter: the process list would show it. */
function signOnOptions(make: Make): Option[] {
  return [
    make('--oidc-issuer <url>', 'let people sign on at this OpenID Connect provider').argParser(readIssuer),
    make('--oidc-client-id <id>', 'what the provider knows this service by'),
    make('--oidc-label <text>', 'what the provider is called on the page').default(undefined, 'its host'),
    make('--oidc-scope <scopes>', 'what the provider is asked for').default('openid profile email'),
    make('--oidc-name-claim <claim>', "the claim with a user's name").default('preferred_username'),
    make('--oidc-roles-claim <claim>', "the claim with a user's roles").default('roles'),
    make('--oidc-attributes-claim <claim>', "the claim with a user's attributes").default('attributes'),
  ];
}

const variable = (name: string) => `JOINERY_${name.toUpperCase().replaceAll('-', '_')}`;

/** All parameters, in the order of the help. */
export function commandOptions(): Option[] {
  const make = (flags: string, description: string) => {
    const option = new Option(flags, description);
    return option.env(variable(option.long?.slice(2) ?? ''));
  };
  return [
    make('-d, --database <url>', 'the database to serve; the bundled demo when absent'),
    make('-u, --users <file>', 'ask for a login and accept the users in this file'),
    make(
      '--state <url>',
      'where sessions and what people save are kept: a database URL, or none for as long as the service runs',
    ).default(undefined, "a file in the user's data folder"),
    make('--policy <file>', 'what the users may see, by their roles: JSON or YAML; needs --users or sign-on'),
    make('--admin <user>', 'has the role admin, whatever the policy says (repeatable)')
      .default([], 'none')
      .argParser(readNames),
    make(
      '--db-user-setting <name>',
      'PostgreSQL: the setting that tells row security who asks, like app.user; needs --users or sign-on',
    ).argParser(readSetting),
    make('--audit-keep <days>', 'entries of the audit log are deleted after so many days').argParser(
      readDays,
    ),
    ...signOnOptions(make),
    make('--host <address>', 'address to listen on').default('127.0.0.1').argParser(readHost),
    make('-p, --port <number>', 'port to listen on, 0 for any free one').default(8080).argParser(readPort),
    make('--base-url <url>', 'the address that people use, when a proxy stands in front').argParser(
      readBaseUrl,
    ),
    make('--allowed-host <name>', 'another host name to answer for (repeatable)')
      .default([], 'localhost and IP addresses')
      .argParser(readHosts),
    make(
      '--trusted-proxy <address>',
      'a proxy, or a network of them, that is believed about the addresses of its clients (repeatable)',
    )
      .default([], 'none')
      .argParser(readProxies),
    make('-n, --no-auth', 'serve other machines without asking for a login'),
    make('--edit', 'let people change data; the demo has it on').default(false),
    make('--read-only', 'nothing is changed, whatever else is said').default(false),
    make('--session-idle <time>', 'a session ends after so long without a request')
      .default(30 * 60_000, '30m')
      .argParser(readLifetime),
    make('--session-lifetime <time>', 'a session ends after so long in any case')
      .default(12 * 3_600_000, '12h')
      .argParser(readLifetime),
    make('--statement-timeout <time>', 'a statement may run for so long, 0 for ever')
      .default(60_000, '60s')
      .argParser(readDuration),
    make('--answer-timeout <time>', 'an answer may take for so long, its reader included; 0 for ever')
      .default(3_600_000, '1h')
      .argParser(readDuration),
    make('--stall-timeout <time>', 'a reader may be slower than 4 KB a second for so long, 0 for ever')
      .default(60_000, '60s')
      .argParser(readDuration),
    make('--pool-size <number>', 'connections to the database, or threads for SQLite').argParser(readCount),
    make('--workers <number>', 'processes that share the work').default(1).argParser(readCount),
    make(
      '--model <url>',
      'a language model for questions in plain words: an OpenAI-compatible address up to /v1',
    ).argParser(readBaseUrl),
    make('--model-name <name>', 'what the model is called there').default('default'),
    make('--log-level <level>', `how much is logged on standard error: ${logLevels.join(', ')}`)
      .choices(logLevels)
      .default('info'),
    make('--open', 'open the browser').default(false),
  ];
}
const yes = /^(1|true|yes|on)$/i;
const no = /^(|0|false|no|off)$/i;

/** Removes variables that do not count: empty ones, and switches set to no. */
export function dropIgnoredVariables(environment: NodeJS.ProcessEnv): void {
  for (const { envVar, required, optional } of commandOptions()) {
    const value = envVar === undefined ? undefined : environment[envVar];
    if (envVar === undefined || value === undefined) continue;
    const isSwitch = !required && !optional;
    if (isSwitch ? no.test(value) : value === '') delete environment[envVar];
    // A typo must not open what the switch was meant to keep closed.
    else if (isSwitch && !yes.test(value)) {
      throw new StartFailure(
        `${envVar} says neither yes nor no: write true or false. See "joinery --help".`,
        usageError,
      );
    }
  }
}
export function defaultPoolSize(isEmbedded: boolean): number {
  return isEmbedded ? Math.min(Math.max(availableParallelism(), 2), 8) : 10;
}
