import { describe, expect, test } from 'vitest';
import { type Commands, runCommand } from './parameters.ts';

const commands: Commands = { serve: async () => {}, hashPassword: async () => {} };

describe('parameters that do not fit', () => {
  test.each([
    [['--zzz'], /unknown option '--zzz'\. See/],
    [['--prot', '1'], /Did you mean --port\?\) See/],
    [['--database'], /argument missing\. See/],
    [['shop.db'], /too many arguments/],
    [['--port', 'http'], /from 0 to 65535/],
    [['--log-level', 'loud'], /fatal, error, warn/],
    [['--session-idle', 'soon'], /30m or 12h/],
    [['--base-url', 'example.com'], /https:\/\/data\.example\.com/],
    [['--allowed-host', 'a:80'], /without scheme and port/],
    [['--session-lifetime', '0'], /longer than 0/],
    [['--session-idle', '0ms'], /longer than 0/],
    [['--session-idle', '25d'], /30m or 12h/],
  ])('%j are told in whole sentences', async (args, sentence) => {
    await expect(runCommand(args, '0', commands)).rejects.toMatchObject({
      message: expect.stringMatching(sentence),
      exitCode: 2,
    });
  });
});
