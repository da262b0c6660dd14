// Sign-on, from its beginning to the session that it opens. The browser keeps a key from which all values of the
// sign-on are derived. The service thus stores nothing before the provider has confirmed a user, and nobody can
// complete a sign-on that another browser began.
import { createHmac, randomBytes } from 'node:crypto';
import { Problem } from '../../contract/problem.ts';
import type { Session } from '../../contract/session.ts';
import { insertIfAbsent, locked } from '../../store/queries.ts';
import type { Store } from '../../store/store.ts';
import type { SignedOn, SignedOnUser } from '../access.ts';
import { digestOf } from '../credentials.ts';
import { removeOwned } from '../owned-objects.ts';
import type { ProviderBasis } from '../session-proof.ts';
import type { Sessions } from '../sessions.ts';
import { type ClaimNames, type Claims, personOf, readClaims, signOnRefused } from './claims.ts';
import type { Provider, Ticket } from './provider.ts';

/** Whether the users file contains that name. */
export type IsInFile = (username: string) => boolean;

export interface SignOnParts {
  readonly provider: Provider;
  readonly providerBasis: ProviderBasis;
  readonly names: ClaimNames;
  /** The provider's label on the page. */
  readonly label: string;
  /** Whether there is a users file too. */
  readonly hasPasswords: boolean;
  readonly sessions: Sessions;
  readonly store: Store;
  readonly isInFile: IsInFile;
  readonly now?: () => number;
}

/** How long a sign-on may take. */
const patienceMs = 10 * 60_000;

/** The tolerated clock difference between instances, and between the service and the provider. */
const skewMs = 30_000;

/** How long after a user's last sign-on what they left behind, such as links, keeps working. */
const rememberedMs = 30 * 24 * 3_600_000;

const keyShape = /^([0-9a-z]{1,11})\.[\w-]{43}$/;

export class SignOn implements SignedOn {
  readonly label: string;
  readonly hasPasswords: boolean;
  readonly #parts: SignOnParts;
  readonly #now: () => number;

  constructor(parts: SignOnParts) {
    this.label = parts.label;
    this.hasPasswords = parts.hasPasswords;
    this.#parts = parts;
    this.#now = parts.now ?? Date.now;
  }

  /** The address to redirect the browser to, and the key that it keeps until it comes back. */
  async begin(redirect: string): Promise<{ readonly location: string; readonly key: string }> {
    const key = `${this.#now().toString(36)}.${randomBytes(32).toString('base64url')}`;
    return { location: await this.#parts.provider.authorizationUrl(ticketOf(key), redirect), key };
  }

  /**
   * Opens a session for the user who came back with this query; throws a Problem if that fails. `onRefused` is called
   * for a user whom the provider has confirmed but who is not let in.
   */
  async finish(
    redirect: string,
    key: string,
    query: string,
    onRefused: (username: string) => void = () => {},
  ): Promise<Session> {
    const begun = Number.parseInt(keyShape.exec(key)?.[1] ?? '', 36);
    const age = this.#now() - begun;
    if (!(age >= -skewMs && age < patienceMs)) {
      throw signOnRefused('This sign-on was begun too long ago, or not here: begin again.');
    }
    const { provider, names, sessions, providerBasis } = this.#parts;
    const ticket = ticketOf(key);
    const cameBackTo = new URL(redirect);
    cameBackTo.search = query;
    const given = await provider.claims(ticket, cameBackTo);
    const { name, claims } = personOf(given, names);
    try {
      await this.#remember(ticket, name, subjectText(given.iss, given.sub), claims);
    } catch (error) {
      if (error instanceof Problem && error.kind === 'sign-on-refused') onRefused(name);
      throw error;
    }
    return { username: name, sessionId: await sessions.open(name, providerBasis, claims) };
  }

  /** A user's last claims; null if their last sign-on is too old, or if the users file now contains the name. */
  async lastClaimsOf(name: string): Promise<Claims | null> {
    if (this.#parts.isInFile(name)) return null;
    const row = await this.#parts.store.read((db) =>
      db
        .selectFrom('signed_on')
        .select(['claims', 'seen_at'])
        .where('username', '=', name)
        .executeTakeFirst(),
    );
    return row === undefined || this.#isForgotten(row.seen_at) ? null : readClaims(row.claims);
  }

  async lastClaims(): Promise<ReadonlyMap<string, Claims>> {
    const rows = await this.#parts.store.read((db) =>
      db.selectFrom('signed_on').select(['username', 'claims', 'seen_at']).orderBy('username').execute(),
    );
    const known = rows.filter(
      (row) => !this.#isForgotten(row.seen_at) && !this.#parts.isInFile(row.username),
    );
    return new Map(known.map(({ username, claims }) => [username, readClaims(claims)]));
  }

  /** The provider's own issuer name. */
  issuer(): Promise<string> {
    return this.#parts.provider.issuer();
  }

  /**
   * The user of a provider's token. A token says little beyond the subject, so the claims are those of the user's last
   * sign-on.
   */
  async bearerOf(token: string, audiences: readonly string[]): Promise<SignedOnUser> {
    const { issuer, subject } = await this.#parts.provider.bearerOf(token, audiences);
    const row = await this.#parts.store.read((db) =>
      db
        .selectFrom('signed_on')
        .select(['username', 'claims', 'seen_at'])
        .where('subject', '=', subjectText(issuer, subject))
        // The provider may have used another name for them before.
        .orderBy('seen_at', 'desc')
        .limit(1)
        .executeTakeFirst(),
    );
    if (row === undefined || this.#isForgotten(row.seen_at) || this.#parts.isInFile(row.username)) {
      throw new Problem(
        'not-authenticated',
        'Nobody has signed on here lately for whom this token is: sign on in the browser once.',
      );
    }
    return { name: row.username, claims: readClaims(row.claims) };
  }

  /** Where to end the session at the provider, once it has ended here. */
  endSessionUrl(returnTo: string): Promise<string | null> {
    return this.#parts.provider.endSessionUrl(returnTo);
  }

  #isForgotten(seenAt: number): boolean {
    return this.#now() - seenAt >= rememberedMs;
  }

  /** Completes a sign-on, once only, and records the user. */
  async #remember(ticket: Ticket, username: string, subject: string, claims: Claims): Promise<void> {
    if (this.#parts.isInFile(username)) {
      throw signOnRefused(`The name "${username}" belongs to a user who logs in with a password.`);
    }
    const now = this.#now();
    const used = { digest: digestOf(ticket.state), until: now + skewMs + patienceMs };
    const row = { username, subject, claims: JSON.stringify(claims), seen_at: now };
    await this.#parts.store.write(async (trx) => {
      await trx.deleteFrom('used_states').where('until', '<=', now).execute();
      if (!(await insertIfAbsent(trx, 'used_states', used))) {
        throw signOnRefused('This sign-on has come to its end already: begin again.');
      }
      if (await insertIfAbsent(trx, 'signed_on', row)) {
        // Until now the name was unused, or belonged to a user removed from the users file.
        await removeOwned(trx, [username]);
        return;
      }
      const known = trx
        .selectFrom('signed_on')
        .select(['subject', 'seen_at'])
        .where('username', '=', username);
      const last = await locked(trx, known).executeTakeFirstOrThrow();
      // Providers may reassign a name; the new user must not get what the former one left behind.
      if (last.subject !== subject && !this.#isForgotten(last.seen_at)) {
        throw signOnRefused(`The name "${username}" belongs to another person at the identity provider.`);
      }
      if (last.subject !== subject) await removeOwned(trx, [username]);
      await trx.updateTable('signed_on').set(row).where('username', '=', username).execute();
    });
  }
}

/** Identifies a user at a provider, whatever their name. */
function subjectText(issuer: unknown, subject: unknown): string {
  return JSON.stringify([issuer, subject]);
}

function ticketOf(key: string): Ticket {
  const made = (purpose: string) => createHmac('sha256', key).update(purpose).digest('base64url');
  return { state: made('state'), nonce: made('nonce'), verifier: made('verifier') };
}
