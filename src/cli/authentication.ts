// The ways to log in: a users file, an identity provider, both or neither.
import type { Logger } from 'pino';
import { type Access, noUsers, openAccess, UserAccess } from '../identity/access.ts';
import { AttemptLimiter } from '../identity/limiter.ts';
import { forgetSignedOn, usersWithObjects } from '../identity/owned-objects.ts';
import type { ProviderBasis } from '../identity/session-proof.ts';
import { Sessions } from '../identity/sessions.ts';
import type { ClaimNames } from '../identity/sign-on/claims.ts';
import { Provider, type ProviderSettings } from '../identity/sign-on/provider.ts';
import { SignOn } from '../identity/sign-on/sign-on.ts';
import { Tokens } from '../identity/tokens.ts';
import { Users, type UsersEvents } from '../identity/users.ts';
import type { Store } from '../store/store.ts';
import { StartFailure, usageError } from './failure.ts';
import type { Settings } from './parameters.ts';

export interface SignOnSettings {
  readonly provider: ProviderSettings;
  readonly names: ClaimNames;
  readonly label: string;
}

/** Null without an identity provider. */
export function readSignOn(settings: Settings, environment = process.env): SignOnSettings | null {
  const { oidcIssuer: issuer, oidcClientId: clientId } = settings;
  if (issuer === undefined && clientId === undefined) return null;
  if (issuer === undefined || clientId === undefined) {
    const [given, missing] = issuer === undefined ? ['client-id', 'issuer'] : ['issuer', 'client-id'];
    throw new StartFailure(
      `Sign-on needs to know the provider, and by what it knows this service: add --oidc-${missing} to --oidc-${given}.`,
      usageError,
    );
  }
  const clientSecret = environment.JOINERY_OIDC_CLIENT_SECRET || null;
  return {
    provider: { issuer, clientId, clientSecret, scope: settings.oidcScope },
    names: {
      name: settings.oidcNameClaim,
      roles: settings.oidcRolesClaim,
      attributes: settings.oidcAttributesClaim,
    },
    label: settings.oidcLabel ?? issuer.host,
  };
}

export interface Authentication {
  readonly access: Access;
  readonly signOn: SignOn | null;
  close(): void;
}

export async function openAuthentication(
  settings: Pick<Settings, 'users' | 'sessionIdle' | 'sessionLifetime'>,
  signOnSettings: SignOnSettings | null,
  store: Store,
  log: Logger,
): Promise<Authentication> {
  if (settings.users === undefined && signOnSettings === null) {
    return { access: openAccess, signOn: null, close: () => {} };
  }
  const limits = { idleMs: settings.sessionIdle, lifetimeMs: settings.sessionLifetime };
  const providerBasis = signOnSettings === null ? undefined : providerBasisOf(signOnSettings.provider);
  const endSessions = (names: readonly string[]) => {
    void sessions.endOutdated(names);
    void endLeft(names);
    log.info(`the sessions of ${names.length} changed or removed user(s) have ended`);
  };
  const forget = async (names: readonly string[]) => {
    try {
      await forgetSignedOn(store, names);
    } catch (error) {
      log.warn(
        `those who had signed on with a name of the users file could not be forgotten: ${String(error)}`,
      );
    }
  };
  const events: UsersEvents = {
    onEnded: endSessions,
    onAdded: (names) => void forget(names),
    onWarning: (message) => log.warn(message),
  };
  const file = settings.users === undefined ? null : await Users.open(settings.users, events);
  const users = file ?? noUsers;
  // A name in the users file always means the user with that password.
  const sessions = new Sessions(store, limits, (name) => users.secretOf(name) ?? providerBasis);
  const signOn =
    signOnSettings === null || providerBasis === undefined
      ? null
      : new SignOn({
          provider: new Provider(signOnSettings.provider),
          providerBasis,
          names: signOnSettings.names,
          label: signOnSettings.label,
          hasPasswords: file !== null,
          sessions,
          store,
          isInFile: (name) => users.secretOf(name) !== undefined,
        });
  const tokens = new Tokens(store);
  const access = new UserAccess(users, sessions, new AttemptLimiter(store), tokens, signOn ?? undefined);
  const endLeft = async (names: readonly string[]) => {
    try {
      const gone = await Promise.all(names.map(async (name) => (await access.identityOf(name)) === null));
      await tokens.endThoseOf(names.filter((_, i) => gone[i]));
    } catch (error) {
      log.warn(`the tokens and links of users who are gone could not be ended: ${String(error)}`);
    }
  };
  // Users may have been removed from the file or added to it while the service was down.
  await forget(users.names);
  await endLeft(await usersWithObjects(store));
  await sessions.endOutdated(await sessions.usersWithoutBasis());
  return {
    access,
    signOn,
    close: () => {
      file?.close();
      sessions.stop();
    },
  };
}

/** Changing the provider ends its sessions. */
export function providerBasisOf({ issuer, clientId }: ProviderSettings): ProviderBasis {
  return { kind: 'sign-on', provider: JSON.stringify([issuer.href, clientId]) };
}
