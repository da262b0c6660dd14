/** Sign-on with the command, as documented. */
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../support/folders.ts';
import { client, startProvider } from '../support/oidc.ts';
import { basic, runCommand, startCommand } from './service.ts';

/** The page's command-line parameters, with the test's provider instead of the documented one. */
function documented(issuer: string): string[] {
  const page = readFileSync(new URL('../../docs/reference/authentication.md', import.meta.url), 'utf8');
  const [, text = ''] = /^JOINERY_OIDC_CLIENT_SECRET=… joinery ([^`]+)```/m.exec(page) ?? [];
  const own: Readonly<Record<string, string>> = { 'oidc-issuer': issuer, 'oidc-client-id': client.id };
  const parameters = [...text.matchAll(/--([\w-]+) (\S+)/g)].map(([, name = '', value = '']) => [
    name,
    value,
  ]);
  expect(parameters.map(([name]) => name)).toEqual([
    'base-url',
    'oidc-issuer',
    'oidc-client-id',
    'oidc-label',
    'oidc-name-claim',
    'oidc-roles-claim',
    'oidc-attributes-claim',
  ]);
  return parameters
    .filter(([name]) => name !== 'base-url')
    .flatMap(([name = '', value = '']) => [`--${name}`, own[name] ?? value]);
}

test('the documented configuration lets users sign on with roles from a policy', async () => {
  await using provider = await startProvider();
  const folder = await temporaryFolder();
  const policy = join(folder, 'policy.json');
  await writeFile(
    policy,
    JSON.stringify({
      roles: { guest: {}, listener: { Genre: { read: true } } },
      users: { ada: { roles: ['guest'] } },
    }),
  );
  // The provider is unavailable while the service starts.
  provider.setAway(true);
  await using command = await startCommand(
    ['--state', 'none', '--policy', policy, ...documented(provider.issuer)],
    { JOINERY_OIDC_CLIENT_SECRET: client.secret },
  );
  const post = (path: string, body?: object) =>
    fetch(command.base + path, {
      method: 'POST',
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
  expect((await post('/api/sign-on')).status).toBe(503);
  provider.setAway(false);
  provider.trust(command.base);
  provider.people.set('1', {
    preferred_username: 'ada',
    realm: { roles: ['listener'] },
    attributes: { floor: 3 },
  });
  const { location, key } = (await (await post('/api/sign-on')).json()) as { location: string; key: string };
  const { search } = await provider.signOn(location, '1');
  const opened = await post('/api/sign-on/session', { key, query: search });
  const { username, sessionId } = (await opened.json()) as { username: string; sessionId: string };
  const headers = basic(username, sessionId);
  const me = await fetch(`${command.base}/api/me`, { headers });
  expect(await me.json()).toEqual({
    name: 'ada',
    roles: ['guest', 'listener'],
    attributes: { floor: 3 },
    via: 'session',
  });
  const seen = async (entity: string) =>
    (await fetch(`${command.base}/api/database/tables/${entity}`, { headers })).status;
  expect([await seen('Genre'), await seen('Customer')]).toEqual([200, 404]);
});

describe('the command refuses', () => {
  test.each([
    [
      'an issuer without a client',
      ['--oidc-issuer', 'https://a.example'],
      'Sign-on needs to know the provider, and by what it knows this service: add --oidc-client-id to --oidc-issuer.',
    ],
    [
      'a client without an issuer',
      ['--oidc-client-id', 'joinery'],
      'Sign-on needs to know the provider, and by what it knows this service: add --oidc-issuer to --oidc-client-id.',
    ],
    [
      'an issuer without encryption',
      ['--oidc-issuer', 'http://a.example'],
      /https:\/\/accounts\.example\.com/,
    ],
    [
      'an issuer with a password',
      ['--oidc-issuer', 'https://a:b@a.example'],
      /https:\/\/accounts\.example\.com/,
    ],
  ])('%s', async (_what, args, sentence) => {
    const { code, log } = await runCommand(args);
    expect(log).toMatch(sentence);
    expect(code).toBe(2);
  });
});
