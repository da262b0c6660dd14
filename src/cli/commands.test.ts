import { afterEach, describe, expect, test, vi } from 'vitest';
import { type Commands, runCommand } from './commands.ts';
import type { Settings } from './parameters.ts';

const commands: Commands = {
  serve: async () => {},
  hashPassword: async () => {},
  mcp: async () => {},
  copyState: async () => {},
  checkPolicy: async () => {},
  verifyAudit: async () => {},
  importFile: async () => {},
};

describe('invalid parameters', () => {
  test.each([
    [['--zzz'], /unknown option '--zzz'\. See/],
    [['--prot', '1'], /Did you mean --port\?\) See/],
    [['--database'], /argument missing\. See/],
    [['shop.db'], /write --database before/],
    [['hash-password', 'lovelace'], /standard input.*leave it out/],
    [['package.json', 'other'], /^One file or folder is served: .* in quotes/],
    [['--databse=shop.db'], /unknown option '--databse'/],
    [['--open=1'], /^option '--open' takes no value: write it alone, or not at all\. See/],
    [['--read-only=false'], /^option '--read-only' takes no value/],
    [['--no-auth='], /^option '--no-auth' takes no value/],
    [['--help=me'], /^option '--help' takes no value/],
    [['--version=1'], /^option '--version' takes no value/],
    [['import', 'a.csv', '--into', 'a', '--dry-run=1'], /^option '--dry-run' takes no value/],
    [['--port', 'http'], /from 0 to 65535/],
    [['--log-level', 'loud'], /fatal, error, warn/],
    [['--session-idle', 'soon'], /30m or 12h/],
    [['--base-url', 'example.com'], /https:\/\/data\.example\.com/],
    [['--allowed-host', 'a:80'], /without scheme and port/],
    [['--trusted-proxy', 'proxy.example'], /IP address or a network/],
    [['--trusted-proxy', '10.0.0.0/33'], /IP address or a network/],
    [['--session-lifetime', '0'], /longer than 0/],
    [['--session-idle', '0ms'], /longer than 0/],
    [['--session-idle', '25d'], /30m or 12h/],
  ])('%j are refused in a whole sentence', async (args, sentence) => {
    await expect(runCommand(args, '0', commands)).rejects.toMatchObject({
      message: expect.stringMatching(sentence),
      exitCode: 2,
    });
  });
});

describe('a usage error', () => {
  test.each([
    [['postgresql://me:canary@localhost/shop']],
    [['--databse=postgresql://me:canary@localhost/shop']],
    [['--databse', 'postgresql://me:canary@localhost/shop']],
    [['--edit=postgresql://me:canary@localhost/shop']],
    [['hash-password', 'canary']],
  ])('%j repeats no password', async (args) => {
    await expect(runCommand(args, '0', commands)).rejects.toMatchObject({
      message: expect.not.stringContaining('canary'),
      exitCode: 2,
    });
  });
});

async function settingsOf(args: readonly string[]): Promise<Settings | undefined> {
  const served: Settings[] = [];
  await runCommand(args, '0', {
    ...commands,
    serve: async (settings) => {
      served.push(settings);
    },
  });
  return served[0];
}

describe('a single argument', () => {
  test.each(['package.json', 'files:///data', 'duckdb:///shop.duckdb', 'sqlite+aiosqlite:///shop.db'])(
    '%s is the database to serve',
    async (word) => {
      expect(await settingsOf([word])).toMatchObject({ database: word });
    },
  );
});

describe('the environment variable of a switch', () => {
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  const settingsWith = (variable: string, value: string) => {
    vi.stubEnv(variable, value);
    return settingsOf([]);
  };

  test.each(['', '0', 'false', 'No', 'OFF'])('is off with the value "%s"', async (value) => {
    expect(await settingsWith('JOINERY_NO_AUTH', value)).toMatchObject({ auth: true });
    expect(await settingsWith('JOINERY_READ_ONLY', value)).toMatchObject({ readOnly: false });
  });

  test.each(['maybe', 'flase', '2', ' '])('is refused with the value "%s"', async (value) => {
    await expect(settingsWith('JOINERY_EDIT', value)).rejects.toMatchObject({
      message: expect.stringMatching(/^JOINERY_EDIT .* true or false\./),
      exitCode: 2,
    });
  });

  test.each(['1', 'true', 'yes', 'On'])('is on with the value "%s"', async (value) => {
    expect(await settingsWith('JOINERY_NO_AUTH', value)).toMatchObject({ auth: false });
    expect(await settingsWith('JOINERY_READ_ONLY', value)).toMatchObject({ readOnly: true });
  });
});

describe('the help', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  test.each([
    [[], 'joinery [options] [file or folder]'],
    [['state'], 'joinery state copy <from> <to>'],
    [['policy'], 'joinery policy check <file> --database <url>'],
    [['audit'], 'joinery audit verify --database <url> --state <url>'],
    [['import'], 'joinery import <file> --into <table> --database <url>'],
  ])('of %j shows the usage', async (command, usage) => {
    const told: string[] = [];
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => told.push(String(text)) > 0);
    await runCommand([...command, '--help'], '0', commands);
    expect(told.join('')).toContain(`Usage: ${usage}`);
  });
});
