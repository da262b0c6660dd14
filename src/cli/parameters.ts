// The command line: every parameter, its environment variable, its help, its default.
import { existsSync } from 'node:fs';
import { isIPv4 } from 'node:net';
import { availableParallelism } from 'node:os';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { importModes } from '../contract/import-modes.ts';
import { isProxy } from '../http/gate/proxies.ts';
import { StartFailure, usageError } from './failure.ts';
import type { ImportSettings } from './import-file.ts';

export interface Settings {
  /** As given: it may hold a password, so it is read where nothing prints it. Undefined means the demo. */
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
  /** Where what people make is kept; it may hold a password too. */
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

export interface Commands {
  serve(settings: Settings): Promise<void>;
  hashPassword(): Promise<void>;
  /** `settings`: of the service that is started where no URL is given. */
  mcp(mcp: { readonly url?: string; readonly token?: string }, settings: Settings): Promise<void>;
  copyState(from: string, to: string): Promise<void>;
  /** `database` undefined means the demo. */
  checkPolicy(file: string, database: string | undefined): Promise<void>;
  verifyAudit(database: string | undefined, state: string | undefined): Promise<void>;
  importFile(file: string, settings: ImportSettings): Promise<void>;
}

const examples = `
Examples:
  joinery                                                    the bundled demo
  joinery -d sqlite:///shop.db                               a SQLite file here
  joinery -d sqlite:////srv/data/shop.db                     a SQLite file anywhere
  joinery -d postgresql://me:secret@localhost:5432/shop      PostgreSQL
  joinery -d mysql://me:secret@localhost:3306/shop           MySQL
  joinery -d mariadb://me:secret@localhost:3306/shop         MariaDB
  joinery -d sqlite:///shop.db -u users.txt                  only for the users in the file
  joinery -d sqlite:///shop.db -u users.txt --policy p.yaml  each with the rights of their roles
  joinery policy check p.yaml -d sqlite:///shop.db           whether a policy fits a database

The users file holds one <username>=<password> per line; "joinery hash-password" makes
a hash that can stand there in place of the password.
"joinery mcp" speaks to an assistant; --help of it tells how.
"joinery state copy <from> <to>" moves what is kept to another store.
A time is written 500ms, 90s, 30m or 12h.
Each parameter can also be an environment variable: --database is JOINERY_DATABASE, which
keeps a password out of the list of processes, --base-url is JOINERY_BASE_URL, and so on.
The command line wins.
`;

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** Runs what the arguments ask for. Usage errors become a StartFailure. */
export async function runCommand(
  args: readonly string[],
  version: string,
  commands: Commands,
): Promise<void> {
  leaveOut(process.env);
  const program = describeCommand(version, commands);
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return;
    const sentence = withoutValue(error.message.replace(/^error: /, '')).replace(/\s*\n\s*/g, ' ');
    const end = /[.?)]$/.test(sentence) ? '' : '.';
    throw new StartFailure(`${sentence}${end} See "joinery --help".`, usageError, { cause: error });
  }
}

/** What follows the name of an unknown option may be a database URL with its password. */
function withoutValue(sentence: string): string {
  return sentence.replace(/^(unknown option '[^=']*)=.*'/s, "$1'");
}

function describeCommand(version: string, commands: Commands): Command {
  const program = new Command('joinery')
    .description('Serves a JSON API and a browser workbench over a relational database.')
    .version(version, '-V, --version', 'show the version')
    .helpOption('-h, --help', 'show this help')
    .helpCommand(false)
    .configureOutput({ outputError: () => {} })
    .configureHelp({ optionDescription })
    .allowExcessArguments()
    .exitOverride()
    .addHelpText('after', examples);
  for (const option of commandOptions()) program.addOption(option);
  program.action((_options: unknown, command: Command) => {
    // The options below give the record exactly the properties of Settings.
    const settings = command.opts() as Settings;
    const [path, ...more] = command.args;
    // A file or a folder may be the only word; a URL may not, for the list of processes would show its password.
    if (path !== undefined && more.length === 0 && !path.includes('://') && existsSync(path)) {
      return commands.serve({ ...settings, database: path });
    }
    refuseArguments(command, 'A parameter begins with its name: write --database before the database URL.');
    return commands.serve(settings);
  });
  program
    .command('hash-password')
    .description('read a password and print the hash that may stand in a users file')
    .action((_options: unknown, command: Command) => {
      refuseArguments(command, 'The password is asked for, or read from standard input: leave it out here.');
      return commands.hashPassword();
    });
  program
    .command('policy')
    .description('policy check <file>: whether a policy fits the database of --database')
    .action((_options: unknown, command: Command) => {
      const [verb, file, ...more] = command.args;
      if (verb !== 'check' || file === undefined || more.length > 0) {
        throw new StartFailure(
          'Write joinery policy check <file> --database <url>. See "joinery --help".',
          usageError,
        );
      }
      const { database } = command.optsWithGlobals<Settings>();
      return commands.checkPolicy(file, database);
    });
  program
    .command('mcp')
    .description(
      'speak to an assistant (MCP) on standard input and output, for this database or a running service',
    )
    .addOption(
      new Option('--url <url>', 'the address of a running service; without it the database is served')
        .env('JOINERY_URL')
        .argParser(readBaseUrl),
    )
    .addOption(new Option('--token <token>', 'a token of that service').env('JOINERY_TOKEN'))
    .action(({ url, token }: { url?: string; token?: string }, command: Command) => {
      refuseArguments(command, 'Write --database before the database URL.');
      const mcp = { ...(url === undefined ? {} : { url }), ...(token === undefined ? {} : { token }) };
      return commands.mcp(mcp, command.optsWithGlobals<Settings>());
    });
  program
    .command('state')
    .description('state copy <from> <to>: copy a state store into an empty one; both are database URLs')
    .action((_options: unknown, command: Command) => {
      const [verb, from, to, ...more] = command.args;
      if (verb !== 'copy' || from === undefined || to === undefined || more.length > 0) {
        throw new StartFailure('Write joinery state copy <from> <to>. See "joinery --help".', usageError);
      }
      return commands.copyState(from, to);
    });
  program
    .command('audit')
    .description('audit verify: whether the audit log in the store of --state is whole')
    .action((_options: unknown, command: Command) => {
      const [verb, ...more] = command.args;
      if (verb !== 'verify' || more.length > 0) {
        throw new StartFailure('Write joinery audit verify. See "joinery --help".', usageError);
      }
      const { database, state } = command.optsWithGlobals<Settings>();
      return commands.verifyAudit(database, state);
    });
  describeImport(program, commands);
  return program;
}

function describeImport(program: Command, commands: Commands): void {
  const command = program
    .command('import')
    .description('import <file> --into <table>: import a file of rows into a table of --database')
    .addOption(new Option('--into <table>', 'the table').makeOptionMandatory())
    .addOption(
      new Option('--mode <mode>', 'whether rows are new, changed by their key, or one or the other')
        .choices(importModes)
        .default('insert'),
    )
    .addOption(
      new Option('--map <pair>', "where a column goes: 'column of the file=column of the table' (repeatable)")
        .default([], 'by their names')
        .argParser((pair: string, before: readonly string[]) => [...before, pair]),
    )
    .addOption(new Option('--sheet <name>', 'the sheet of a workbook').default(undefined, 'the first one'))
    .addOption(
      new Option('--empty <what>', 'what an empty field is in a column of texts')
        .choices(['null', 'text'])
        .default('null'),
    )
    .addOption(new Option('--dry-run', 'try it, and leave everything as it is').default(false))
    .addOption(new Option('--bad-rows <file>', 'a CSV file for the rows that the table does not take'))
    .addOption(new Option('--note <text>', 'why, for whoever reads the history'));
  command.action((_options: unknown, called: Command) => {
    const [file, ...more] = called.args;
    if (file === undefined || more.length > 0) {
      throw new StartFailure(
        'Write joinery import <file> --into <table> --database <url>. See "joinery --help".',
        usageError,
      );
    }
    return commands.importFile(file, called.optsWithGlobals<ImportSettings>());
  });
}

/** Not left to the library, which would repeat them: they may hold a password. */
function refuseArguments({ args }: Command, remedy: string): void {
  if (args.length > 0) throw new StartFailure(`${remedy} See "joinery --help".`, usageError);
}

/** The help does not repeat the default of a switch, or the variable, in each line. */
function optionDescription({ description, defaultValue, defaultValueDescription }: Option): string {
  const byDefault = defaultValueDescription ?? (typeof defaultValue === 'boolean' ? undefined : defaultValue);
  return byDefault === undefined ? description : `${description} (default: ${byDefault})`;
}

type Make = (flags: string, description: string) => Option;

/** The client's secret is no parameter: it would stand in the list of processes. */
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
    make('--host <address>', 'address to listen on').default('127.0.0.1'),
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

/** A variable counts when it is there, unless it is empty or, for a switch, says no. */
function leaveOut(environment: NodeJS.ProcessEnv): void {
  for (const option of commandOptions()) {
    const isSwitch = !option.required && !option.optional;
    const no = isSwitch ? /^(|0|false|no|off)$/i : /^$/;
    if (option.envVar !== undefined && no.test(environment[option.envVar] ?? ''))
      delete environment[option.envVar];
  }
}

export function defaultPoolSize(isEmbedded: boolean): number {
  return isEmbedded ? Math.min(Math.max(availableParallelism(), 2), 8) : 10;
}

function readPort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new InvalidArgumentError('A port is a number from 0 to 65535.');
}

function readCount(text: string): number {
  const count = Number(text);
  if (/^\d+$/.test(text) && count >= 1 && count <= 1_000) return count;
  throw new InvalidArgumentError('It must be a number from 1 to 1000.');
}

/** In milliseconds. */
function readDays(text: string): number {
  const days = Number(text);
  if (/^\d+$/.test(text) && days >= 1 && days <= 36_500) return days * 86_400_000;
  throw new InvalidArgumentError('It must be a number of days, from 1 on.');
}

/** Whoever can read or change what the provider says decides who gets in. */
function readIssuer(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
  if (url !== null && isSafe && url.search + url.hash + url.username + url.password === '') return url;
  throw new InvalidArgumentError(
    'It must look like https://accounts.example.com; http is for providers on this machine.',
  );
}

/** Whether only this machine reaches an address. */
export function isLoopback(host: string): boolean {
  return ['localhost', '::1', '[::1]'].includes(host) || (isIPv4(host) && host.startsWith('127.'));
}

function readBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const fits =
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.search + url.hash + url.username + url.password === '';
  if (fits) {
    let { href } = url;
    while (href.endsWith('/')) href = href.slice(0, -1);
    return href;
  }
  throw new InvalidArgumentError(
    'It must look like https://data.example.com or https://example.com/joinery.',
  );
}

/** The variable holds several names, separated by commas. */
function readHosts(text: string, before: readonly string[]): string[] {
  const names = text.split(/[\s,]+/).filter((name) => name !== '');
  if (names.length > 0 && names.every((name) => /^[a-z0-9._-]+$/i.test(name))) return [...before, ...names];
  throw new InvalidArgumentError('It must be a host name without scheme and port, like data.example.com.');
}

/** PostgreSQL takes settings of anybody's own where their names have a dot. */
function readSetting(text: string): string {
  if (/^[a-z_]\w*(\.[a-z_]\w*)+$/i.test(text)) return text;
  throw new InvalidArgumentError('It must have a dot in it, like app.user.');
}

function readNames(text: string, before: readonly string[]): string[] {
  const names = text.split(',').map((name) => name.trim());
  if (names.every((name) => name !== '')) return [...before, ...names];
  throw new InvalidArgumentError('It must be the name of a user.');
}

function readProxies(text: string, before: readonly string[]): string[] {
  const proxies = text.split(/[\s,]+/).filter((part) => part !== '');
  if (proxies.length > 0 && proxies.every(isProxy)) return [...before, ...proxies];
  throw new InvalidArgumentError('It must be an IP address or a network, like 10.0.0.7 or 10.0.0.0/8.');
}

const units: Readonly<Record<string, number>> = { ms: 1, '': 1_000, s: 1_000, m: 60_000, h: 3_600_000 };

/** In milliseconds; a bare number means seconds. */
function readDuration(text: string): number {
  const match = /^(\d+(?:\.\d+)?)(ms|s|m|h|)$/.exec(text);
  const duration = Number(match?.[1]) * (units[match?.[2] ?? ''] ?? Number.NaN);
  // Timers of the platform hold 31 bits.
  if (match && duration < 2 ** 31) return Math.round(duration);
  throw new InvalidArgumentError('Write a time like 500ms, 90s, 30m or 12h.');
}

/** A session that ends at once is no session. */
function readLifetime(text: string): number {
  const duration = readDuration(text);
  if (duration > 0) return duration;
  throw new InvalidArgumentError('It must be longer than 0; write a time like 90s, 30m or 12h.');
}
