// The OpenID Connect client: authorization code with PKCE, state and nonce.
import type { ClientAuth, Configuration, ServerMetadata } from 'openid-client';
import { Problem } from '../../contract/problem.ts';
import { type Bearer, bearerOf, notForUs } from './access-token.ts';
import { signOnRefused } from './claims.ts';

export interface ProviderSettings {
  readonly issuer: URL;
  readonly clientId: string;
  /** Null for a public client. */
  readonly clientSecret: string | null;
  readonly scope: string;
}

/** The values that identify one sign-on. */
export interface Ticket {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** Loaded for the first sign-on. */
const library = () => import('openid-client');

const timeoutSeconds = 10;
/** A logout must not wait long. */
const logoutTimeoutSeconds = 3;
/** How long the provider's metadata is cached. */
const metadataCacheMs = 10 * 60_000;
/** Before a browser is redirected, the provider must have answered this recently; it might be down otherwise. */
const recentContactMs = 10_000;
const retryAfter = 5;

export class Provider {
  readonly #settings: ProviderSettings;
  readonly #now: () => number;
  #found: { readonly metadata: ServerMetadata; readonly at: number } | null = null;
  #pendingMetadata: Promise<ServerMetadata> | null = null;

  constructor(settings: ProviderSettings, now: () => number = () => Date.now()) {
    this.#settings = settings;
    this.#now = now;
  }

  /** The address that starts a sign-on; the browser comes back to `redirect`. */
  async authorizationUrl(ticket: Ticket, redirect: string): Promise<string> {
    const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await library();
    const url = buildAuthorizationUrl(await this.#configuration(recentContactMs), {
      redirect_uri: redirect,
      response_type: 'code',
      scope: this.#settings.scope,
      state: ticket.state,
      nonce: ticket.nonce,
      code_challenge: await calculatePKCECodeChallenge(ticket.verifier),
      code_challenge_method: 'S256',
    });
    return url.href;
  }

  /** The claims of the user who came back to this address; signed claims override others. */
  async claims(ticket: Ticket, cameBackTo: URL): Promise<Readonly<Record<string, unknown>>> {
    const { authorizationCodeGrant, fetchUserInfo } = await library();
    const configuration = await this.#configuration();
    try {
      const tokens = await authorizationCodeGrant(configuration, cameBackTo, {
        expectedState: ticket.state,
        expectedNonce: ticket.nonce,
        pkceCodeVerifier: ticket.verifier,
        idTokenExpected: true,
      });
      const signed = tokens.claims();
      if (signed === undefined) throw new Error('the library let an answer without an ID token pass');
      const unsigned =
        configuration.serverMetadata().userinfo_endpoint === undefined
          ? {}
          : await fetchUserInfo(configuration, tokens.access_token, signed.sub);
      return { ...unsigned, ...signed };
    } catch (error) {
      throw await failureOf(error);
    }
  }

  /** The provider's logout page; null if it has none or is unreachable. */
  async endSessionUrl(returnTo: string): Promise<string | null> {
    const { buildEndSessionUrl } = await library();
    const configuration = await this.#configuration(recentContactMs, logoutTimeoutSeconds).catch(() => null);
    if (configuration?.serverMetadata().end_session_endpoint === undefined) return null;
    return buildEndSessionUrl(configuration, { post_logout_redirect_uri: returnTo }).href;
  }

  /** The provider's own issuer name, verbatim. */
  async issuer(): Promise<string> {
    return (await this.#metadata()).issuer;
  }

  /** The user of one of its access tokens; throws a Problem if the token is invalid. */
  async bearerOf(token: string, audiences: readonly string[]): Promise<Bearer> {
    const metadata = await this.#metadata();
    try {
      return await bearerOf(token, audiences, metadata);
    } catch (error) {
      if (error instanceof Problem) throw error;
      throw isUnavailable(error) ? unavailable(error) : notForUs(error);
    }
  }

  /** A new one for each use: the library caches the provider's keys with it, and they may have changed. */
  async #configuration(freshMs?: number, timeout?: number): Promise<Configuration> {
    const { Configuration, ClientSecretBasic, ClientSecretPost, None, ...options } = await library();
    const metadata = await this.#metadata(freshMs, timeout);
    const { clientId, clientSecret, issuer } = this.#settings;
    const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const withSecret = methods.includes('client_secret_basic') ? ClientSecretBasic : ClientSecretPost;
    const auth: ClientAuth = clientSecret === null ? None() : withSecret(clientSecret);
    const configuration = new Configuration(metadata, clientId, {}, auth);
    configuration.timeout = timeoutSeconds;
    options.enableNonRepudiationChecks(configuration);
    if (issuer.protocol === 'http:') options.allowInsecureRequests(configuration);
    return configuration;
  }

  /** Concurrent callers share one request; failures are not cached. */
  async #metadata(freshMs = metadataCacheMs, timeout = timeoutSeconds): Promise<ServerMetadata> {
    if (this.#found !== null && this.#now() - this.#found.at < freshMs) return this.#found.metadata;
    this.#pendingMetadata ??= this.#fetchMetadata(timeout).finally(() => {
      this.#pendingMetadata = null;
    });
    return this.#pendingMetadata;
  }

  /** Unchanged metadata stays the same object, because keys are cached with it. */
  async #fetchMetadata(timeout: number): Promise<ServerMetadata> {
    const metadata = await this.#discover(timeout);
    const known = this.#found?.metadata;
    const isKnown = known !== undefined && JSON.stringify(known) === JSON.stringify(metadata);
    this.#found = { metadata: isKnown ? known : metadata, at: this.#now() };
    return this.#found.metadata;
  }

  async #discover(timeout: number): Promise<ServerMetadata> {
    const { discovery, allowInsecureRequests, None } = await library();
    const { issuer, clientId } = this.#settings;
    const execute = issuer.protocol === 'http:' ? [allowInsecureRequests] : [];
    try {
      const options = { execute, timeout };
      return (await discovery(issuer, clientId, {}, None(), options)).serverMetadata();
    } catch (cause) {
      throw unavailable(cause);
    }
  }
}

function unavailable(cause: unknown): Problem {
  return new Problem('provider-unavailable', 'The identity provider cannot be reached at the moment.', {
    retryAfter,
    cause,
  });
}

const unavailableCodes = new Set(['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'OAUTH_RESPONSE_IS_NOT_CONFORM']);

/** Whether the provider did not answer, or answered with something else. */
function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  // Node's fetch fails with nothing more specific.
  const isNetwork = error instanceof TypeError && error.message === 'fetch failed';
  return isNetwork || error.name === 'TimeoutError' || unavailableCodes.has(code);
}

/** Translates the library's errors. */
async function failureOf(error: unknown): Promise<unknown> {
  const { AuthorizationResponseError, ClientError, ResponseBodyError, WWWAuthenticateChallengeError } =
    await library();
  if (error instanceof AuthorizationResponseError) {
    const why = /^[\w.-]{1,64}$/.test(error.error) ? ` (${error.error})` : '';
    return signOnRefused(`The identity provider did not let you in${why}.`, error);
  }
  if (error instanceof ResponseBodyError || error instanceof WWWAuthenticateChallengeError) {
    return signOnRefused('The identity provider does not confirm this sign-on: begin again.', error);
  }
  if (isUnavailable(error)) return unavailable(error);
  if (error instanceof ClientError) {
    return signOnRefused(
      'What the identity provider answered does not fit this sign-on: begin again.',
      error,
    );
  }
  return error;
}
