// The identity provider, spoken to in OpenID Connect: authorization code with PKCE, state and nonce.
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

/** What one sign-on is known by, from its beginning to its end. */
export interface Ticket {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** The library is loaded when somebody signs on. */
const library = () => import('openid-client');

const timeoutSeconds = 10;
/** Whoever leaves does not wait for long. */
const leavingSeconds = 3;
/** What the provider says about itself is believed for so long. */
const believedMs = 10 * 60_000;
/** Nobody is sent to a provider that has not been heard of for longer: the browser would be left where nobody answers. */
const heardMs = 10_000;
const retryAfter = 5;

export class Provider {
  readonly #settings: ProviderSettings;
  readonly #now: () => number;
  #found: { readonly metadata: ServerMetadata; readonly at: number } | null = null;
  #asking: Promise<ServerMetadata> | null = null;

  constructor(settings: ProviderSettings, now: () => number = () => Date.now()) {
    this.#settings = settings;
    this.#now = now;
  }

  /** Where a browser is sent to sign on, and from where it comes back to the redirect address. */
  async authorizationUrl(ticket: Ticket, redirect: string): Promise<string> {
    const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await library();
    const url = buildAuthorizationUrl(await this.#configuration(heardMs), {
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

  /** The claims about whoever came back to this address; those that are signed win over others. */
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
      const told =
        configuration.serverMetadata().userinfo_endpoint === undefined
          ? {}
          : await fetchUserInfo(configuration, tokens.access_token, signed.sub);
      return { ...told, ...signed };
    } catch (error) {
      throw await failureOf(error);
    }
  }

  /** Where somebody ends their session with the provider too; null where it offers no such place or is away. */
  async endSessionUrl(returnTo: string): Promise<string | null> {
    const { buildEndSessionUrl } = await library();
    const configuration = await this.#configuration(heardMs, leavingSeconds).catch(() => null);
    if (configuration?.serverMetadata().end_session_endpoint === undefined) return null;
    return buildEndSessionUrl(configuration, { post_logout_redirect_uri: returnTo }).href;
  }

  /** The name by which it calls itself, letter for letter. */
  async issuer(): Promise<string> {
    return (await this.#metadata()).issuer;
  }

  /** Whoever one of its access tokens is for; a Problem says why it does not count. */
  async bearerOf(token: string, audiences: readonly string[]): Promise<Bearer> {
    const metadata = await this.#metadata();
    try {
      return await bearerOf(token, audiences, metadata);
    } catch (error) {
      if (error instanceof Problem) throw error;
      throw isAbsence(error) ? unavailable(error) : notForUs(error);
    }
  }

  /** A new one for each use: the library keeps the keys of the provider with it, which may have changed since. */
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

  /** Asked for once by all who need it at the same time; a failure is not remembered. */
  async #metadata(freshMs = believedMs, timeout = timeoutSeconds): Promise<ServerMetadata> {
    if (this.#found !== null && this.#now() - this.#found.at < freshMs) return this.#found.metadata;
    this.#asking ??= this.#ask(timeout).finally(() => {
      this.#asking = null;
    });
    return this.#asking;
  }

  /** Where the provider says what it said before, that stays the same object: keys are kept with it. */
  async #ask(timeout: number): Promise<ServerMetadata> {
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

const codesOfAbsence = new Set(['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'OAUTH_RESPONSE_IS_NOT_CONFORM']);

/** Whether the provider did not answer, or not as one does. */
function isAbsence(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  // The platform's own fetch fails with nothing more special.
  const isNetwork = error instanceof TypeError && error.message === 'fetch failed';
  return isNetwork || error.name === 'TimeoutError' || codesOfAbsence.has(code);
}

/** What the library fails with, in our words. */
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
  if (isAbsence(error)) return unavailable(error);
  if (error instanceof ClientError) {
    return signOnRefused(
      'What the identity provider answered does not fit this sign-on: begin again.',
      error,
    );
  }
  return error;
}
