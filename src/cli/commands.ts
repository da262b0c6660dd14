// The command line: the names of the commands and their arguments.
import { existsSync } from 'node:fs';
import { Command, CommanderError, Option } from 'commander';
import { importModes } from '../contract/import-modes.ts';
import { StartFailure, usageError } from './failure.ts';
import type { ImportSettings } from './import-file.ts';
import { commandOptions, dropIgnoredVariables, type Settings } from './parameters.ts';
import { readBaseUrl } from './values.ts';

export interface Commands {
  serve(settings: Settings): Promise<void>;
  hashPassword(): Promise<void>;
  /** `settings`: for the service that is started if no URL is given. */
  mcp(mcp: { readonly url?: string; readonly token?: string }, settings: Settings): Promise<void>;
  copyState(from: string, to: string): Promise<void>;
  /** `database` undefined means the demo. */
  checkPolicy(file: string, database: string | undefined): Promise<void>;
  /** `holds`: an entry that the log must contain. */
  verifyAudit(
    database: string | undefined,
    state: string | undefined,
    holds: string | undefined,
  ): Promise<void>;
  importFile(file: string, settings: ImportSettings): Promise<void>;
}

const examples = `
Examples:
  joinery                                                    the bundled demo
  joinery shop.db                                            a SQLite file
  joinery sales.csv                                          a file of rows, or a folder of such files
  joinery -d sqlite:///shop.db                               a SQLite file here
  joinery -d sqlite:////srv/data/shop.db                     a SQLite file anywhere
  joinery -d postgresql://me:secret@localhost:5432/shop      PostgreSQL
  joinery -d mysql://me:secret@localhost:3306/shop           MySQL
  joinery -d mariadb://me:secret@localhost:3306/shop         MariaDB
  joinery -d duckdb:///shop.duckdb                           DuckDB
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
/** Runs the command that the arguments name. Usage errors become a StartFailure. */
export async function runCommand(
  args: readonly string[],
  version: string,
  commands: Commands,
): Promise<void> {
  dropIgnoredVariables(process.env);
  const program = describeCommand(version, commands);
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return;
    const sentence = reasonOf(error, program).replace(/\s*\n\s*/g, ' ');
    const end = /[.?)]$/.test(sentence) ? '' : '.';
    throw new StartFailure(`${sentence}${end} See "joinery --help".`, usageError, { cause: error });
  }
}

/** The value of an unknown option is left out: it may be a database URL with a password. */
function reasonOf({ message }: CommanderError, program: Command): string {
  const sentence = message.replace(/^error: /, '').replace(/^(unknown option '[^=']*)=.*'/s, "$1'");
  // To the library, a switch with a value is unknown.
  const [, name] = /^error: unknown option '([^=']+)=/.exec(message) ?? [];
  if (name === undefined || !isSwitch(name, program)) return sentence;
  return `option '${name}' takes no value: write it alone, or not at all`;
}

function isSwitch(name: string, program: Command): boolean {
  return [program, ...program.commands].some((command) =>
    command
      .createHelp()
      .visibleOptions(command)
      .some(({ long, required, optional }) => long === name && !required && !optional),
  );
}

/** What a stray word was probably meant to be. A URL is not repeated, since it may contain a password. */
function strayWord(word = ''): string {
  if (isFile(word)) {
    return 'One file or folder is served: leave all other words out, or put a path that has spaces in quotes.';
  }
  const named = 'A parameter begins with its name: write --database before the database URL.';
  return word.includes('://') ? named : `There is no file or folder of this name here: ${word}. ${named}`;
}

/** URLs without a host. */
const fileUrl = /^(?:sqlite3?|duckdb|files)(?:\+\w+)?:\/\//;

/** What may stand without a parameter name. Other URLs may not: the process list would show their passwords. */
function isFile(word: string): boolean {
  return word.includes('://') ? fileUrl.test(word) : existsSync(word);
}

function describeCommand(version: string, commands: Commands): Command {
  const program = new Command('joinery')
    .description('Serves a JSON API and a browser workbench over a relational database.')
    .usage('[options] [file or folder]\n       joinery <command>')
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
    if (path !== undefined && more.length === 0 && isFile(path)) {
      return commands.serve({ ...settings, database: path });
    }
    refuseArguments(command, strayWord(path));
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
    .usage('check <file> --database <url>')
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
    .usage('copy <from> <to>')
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
    .usage('verify --database <url> --state <url> [options]')
    .description('audit verify: whether the audit log in the store of --state is whole')
    .addOption(new Option('--holds <entry>', 'an entry that must be in it, as audit verify printed it then'))
    .action(({ holds }: { holds?: string }, command: Command) => {
      const [verb, ...more] = command.args;
      if (verb !== 'verify' || more.length > 0) {
        throw new StartFailure('Write joinery audit verify. See "joinery --help".', usageError);
      }
      const { database, state } = command.optsWithGlobals<Settings>();
      return commands.verifyAudit(database, state, holds);
    });
  describeImport(program, commands);
  return program;
}

function describeImport(program: Command, commands: Commands): void {
  const command = program
    .command('import')
    .usage('<file> --into <table> --database <url> [options]')
    .description('import <file> --into <table>: import a file of rows into a table of --database')
    .addOption(new Option('--into <table>', 'the table').makeOptionMandatory())
    .addOption(
      new Option(
        '--mode <mode>',
        'whether rows are new (insert), changed by their key (update), or one or the other (both)',
      )
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
      new Option(
        '--empty <what>',
        'what an empty field is in a column of texts: null, or the empty text (text)',
      )
        .choices(['null', 'text'])
        .default('null'),
    )
    .addOption(
      new Option(
        '--timezone <name>',
        'the time zone of times without an offset, for columns that store one: Europe/Vienna',
      ),
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

/** Not left to the library, which would print them: they may contain a password. */
function refuseArguments({ args }: Command, remedy: string): void {
  if (args.length > 0) throw new StartFailure(`${remedy} See "joinery --help".`, usageError);
}

/** The help repeats neither a switch's default nor the variable on every line. */
function optionDescription({ description, defaultValue, defaultValueDescription }: Option): string {
  const byDefault = defaultValueDescription ?? (typeof defaultValue === 'boolean' ? undefined : defaultValue);
  return byDefault === undefined ? description : `${description} (default: ${byDefault})`;
}
