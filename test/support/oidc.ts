/** A real OpenID provider for the tests, which can send wrong tokens, rotate its keys and become unavailable. */
/// <reference path="./oidc-provider.d.ts" />
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, randomUUID, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import Provider, { type Context } from 'oidc-provider';

export const client = { id: 'joinery-tests', secret: 'a secret that nobody else knows' };

/** The service's settings for the provider. */
export function signOnSettings({ issuer }: Pick<TestProvider, 'issuer'>, label = 'Example') {
  const { id: clientId, secret: clientSecret } = client;
  return {
    provider: { issuer: new URL(issuer), clientId, clientSecret, scope: 'openid profile email' },
    names: { name: 'preferred_username', roles: 'roles', attributes: 'attributes' },
    label,
  };
}

export interface TestProvider extends AsyncDisposable {
  readonly issuer: string;
  /** The provider's claims about each account. */
  readonly people: Map<string, Record<string, unknown>>;
  /** Registers the service at this address as a client. */
  trust(base: string): void;
  /** Modifies ID tokens before they are sent; null leaves them unchanged. */
  tamper: ((token: Token) => string) | null;
  /** Replaces the signing keys; the old ones are gone. */
  rotateKeys(): void;
  /** Makes the provider unavailable, or available again. */
  setAway(isAway: boolean): void;
  /** Signs on like a browser; resolves to the address that it is redirected back to. */
  signOn(location: string, account: string): Promise<URL>;
  /** An access token for a program that the account has authorized, for the resource at this address. */
  accessToken(account: string, resource: string): Promise<string>;
  /** The decoded parts of a token, and a function that signs others. */
  read(token: string): Token;
}

/** A program that people authorize to act on their behalf. */
const program = { id: 'a-program', redirect: 'http://127.0.0.1:9/back' };

export interface Token {
  readonly header: Readonly<Record<string, unknown>>;
  readonly claims: Readonly<Record<string, unknown>>;
  /** Signs with the provider's key. */
  sign(header: object, claims: object): string;
}

interface Key {
  readonly id: string;
  readonly own: KeyObject;
}

export function newKey(): Key {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { id: randomUUID(), own: privateKey };
}

/** A public client has no secret. */
export async function startProvider({ isPublic = false } = {}): Promise<TestProvider> {
  const people = new Map<string, Record<string, unknown>>();
  let key = newKey();
  let base = '';
  let isAway = false;
  let provider: Provider | null = null;

  const server = createServer((request, response) => {
    if (isAway) request.socket.destroy();
    else void answer(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The provider has no port.');
  const issuer = `http://127.0.0.1:${address.port}`;

  const made: TestProvider = {
    issuer,
    people,
    tamper: null,
    trust(service) {
      base = service;
      provider = open();
    },
    rotateKeys() {
      key = newKey();
      provider = open();
    },
    setAway(next) {
      isAway = next;
      if (isAway) server.closeAllConnections();
    },
    signOn: (location, account) => walk(location, account, base),
    async accessToken(account, resource) {
      const verifier = randomBytes(32).toString('base64url');
      const asked = new URL('/auth', issuer);
      asked.search = new URLSearchParams({
        client_id: program.id,
        redirect_uri: program.redirect,
        response_type: 'code',
        scope: 'openid',
        resource,
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
      }).toString();
      const back = await walk(asked.href, account, program.redirect);
      const response = await fetch(new URL('/token', issuer), {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'authorization_code',
          client_id: program.id,
          redirect_uri: program.redirect,
          code: back.searchParams.get('code') ?? '',
          code_verifier: verifier,
          resource,
        }),
      });
      const answer: { access_token?: string } = JSON.parse(await response.text());
      if (answer.access_token === undefined) throw new Error(`The provider says: ${JSON.stringify(answer)}`);
      return answer.access_token;
    },
    read: (token) => tokenOf(token, key),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };

  function open(): Provider {
    const opened = new Provider(issuer, {
      clients: [
        {
          client_id: client.id,
          ...(isPublic ? { token_endpoint_auth_method: 'none' } : { client_secret: client.secret }),
          redirect_uris: [`${base}/sign-on`],
          post_logout_redirect_uris: [`${base}/`],
          grant_types: ['authorization_code'],
          response_types: ['code'],
        },
        {
          client_id: program.id,
          token_endpoint_auth_method: 'none',
          redirect_uris: [program.redirect],
          grant_types: ['authorization_code'],
          response_types: ['code'],
        },
      ],
      jwks: { keys: [{ ...key.own.export({ format: 'jwk' }), kid: key.id, alg: 'RS256', use: 'sig' }] },
      cookies: { keys: ['of the tests'] },
      claims: {
        openid: ['sub'],
        profile: ['preferred_username', 'roles', 'attributes', 'realm'],
        email: ['email', 'email_verified'],
      },
      pkce: { required: () => true },
      findAccount: (_context: Context, sub: string) => ({
        accountId: sub,
        claims: () => ({ sub, ...people.get(sub) }),
      }),
      loadExistingGrant: async ({ oidc }: Context) => {
        const grant = new opened.Grant({
          clientId: oidc.client.clientId,
          accountId: oidc.session.accountId,
        });
        grant.addOIDCScope('openid profile email');
        await grant.save();
        return grant;
      },
      interactions: { url: (_context: Context, { uid }: { uid: string }) => `/interaction/${uid}` },
      features: {
        devInteractions: { enabled: false },
        resourceIndicators: {
          enabled: true,
          getResourceServerInfo: (_context: Context, audience: string) => ({
            audience,
            scope: '',
            accessTokenFormat: 'jwt',
            jwt: { sign: { alg: 'RS256' } },
          }),
        },
        rpInitiatedLogout: {
          logoutSource: async (context: Context, form: string) => {
            context.body = page(
              `${form}<button form="op.logoutForm" name="logout" value="yes">Sign out here too</button>`,
            );
          },
        },
      },
    });
    opened.use(async (context, next) => {
      await next();
      const { body } = context;
      const { tamper } = made;
      if (context.path !== '/token' || tamper === null || !isTokens(body)) return;
      context.body = { ...body, id_token: tamper(tokenOf(body.id_token, key)) };
    });
    return opened;
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (provider === null) throw new Error('No service is trusted yet.');
    if (!request.url?.startsWith('/interaction/')) return provider.callback()(request, response);
    if (request.method === 'GET') {
      response.setHeader('content-type', 'text/html');
      const field = '<label>Account <input name="account"></label><button>Go on</button>';
      response.end(page(`<form method="post">${field}<button name="deny" value="yes">Deny</button></form>`));
      return;
    }
    const form = new URLSearchParams(await text(request));
    const accountId = form.get('account') ?? '';
    await provider.interactionFinished(
      request,
      response,
      form.has('deny') ? { error: 'access_denied' } : { login: { accountId } },
    );
  }

  return made;
}

function page(content: string): string {
  return `<!doctype html><html lang="en"><title>The provider</title><link rel="icon" href="data:,">${content}</html>`;
}

function isTokens(body: unknown): body is { id_token: string } {
  return typeof body === 'object' && body !== null && 'id_token' in body;
}

function tokenOf(compact: string, key: Key): Token {
  const [header = {}, claims = {}] = compact
    .split('.', 2)
    .map((part): Record<string, unknown> => JSON.parse(Buffer.from(part, 'base64url').toString()));
  return { header, claims, sign: (head, body) => signed(head, body, key) };
}

/** A token signed with this key. */
export function signed(header: object, claims: object, { own }: Key): string {
  const content = [header, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${content}.${sign('RSA-SHA256', Buffer.from(content), own).toString('base64url')}`;
}

/** Follows the provider's redirects with a browser's cookies until they lead back to the service. */
async function walk(location: string, account: string, base: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let url = new URL(location);
  let form: string | null = null;
  for (let steps = 0; steps < 10; steps++) {
    if (url.href.startsWith(base)) return url;
    const response: Response = await fetch(url, {
      redirect: 'manual',
      method: form === null ? 'GET' : 'POST',
      body: form,
      headers: {
        cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
        ...(form === null ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
      },
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const next = response.headers.get('location');
    if (next === null && response.status !== 200)
      throw new Error(`The provider says: ${await response.text()}`);
    form = next === null ? new URLSearchParams({ account }).toString() : null;
    if (next !== null) url = new URL(next, url);
  }
  throw new Error('The provider leads nowhere.');
}
