// Sign-on from its beginning to the session that it opens.
//
// The browser that begins keeps a key, from which everything is made that the sign-on is known by. So nothing is kept
// here before the provider has confirmed somebody, and nobody can end a sign-on that another browser has begun.
import { createHmac, randomBytes } from 'node:crypto';
import { Problem } from '../../contract/problem.ts';
import type { Session } from '../../contract/session.ts';
import type { Store } from '../../store/store.ts';
import { insertIfAbsent, locked } from '../../store/words.ts';
import type { SignedOn, SignedOnUser } from '../access.ts';
import { digestOf } from '../credentials.ts';
import { endLeftBehind } from '../left-behind.ts';
import type { Vouching } from '../session-proof.ts';
import type { Sessions } from '../sessions.ts';
import { type ClaimNames, type Claims, personOf, readClaims, signOnRefused } from './claims.ts';
import type { Provider, Ticket } from './provider.ts';

/** Whether the users file has somebody of that name. */
export type IsInFile = (username: string) => boolean;

export interface SignOnParts {
  readonly provider: Provider;
  readonly vouching: Vouching;
  readonly names: ClaimNames;
  /** What the provider is called on the page. */
  readonly label: string;
  /** Whether there is a users file beside it. */
  readonly hasPasswords: boolean;
  readonly sessions: Sessions;
  readonly store: Store;
  readonly isInFile: IsInFile;
  readonly now?: () => number;
}

/** So long somebody may take to sign on. */
const patienceMs = 10 * 60_000;

/** By so much the clocks of two instances may differ, as those of the service and of the provider may. */
const skewMs = 30_000;

/** What people leave behind, such as links, holds for so long after they have signed on last. */
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

  /** Where the browser goes, and the key that it keeps until it comes back to the redirect address. */
  async begin(redirect: string): Promise<{ readonly location: string; readonly key: string }> {
    const key = `${this.#now().toString(36)}.${randomBytes(32).toString('base64url')}`;
    return { location: await this.#parts.provider.authorizationUrl(ticketOf(key), redirect), key };
  }

  /**
   * Opens a session for whoever came back with this query; a Problem says why not. `onRefused` is told of those whom the
   * provider has confirmed, and who are not let in all the same.
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
    const { provider, names, sessions, vouching } = this.#parts;
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
    return { username: name, sessionId: await sessions.open(name, vouching, claims) };
  }

  /** What was last said of somebody; null where they have not come for long, or the users file has their name by now. */
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

  /** The provider, as it calls itself. */
  issuer(): Promise<string> {
    return this.#parts.provider.issuer();
  }

  /**
   * Whoever a token of the provider is for. It says little of them beside who they are, and so they are believed to be
   * what they were when they signed on last.
   */
  async bearerOf(token: string, audiences: readonly string[]): Promise<SignedOnUser> {
    const { issuer, subject } = await this.#parts.provider.bearerOf(token, audiences);
    const row = await this.#parts.store.read((db) =>
      db
        .selectFrom('signed_on')
        .select(['username', 'claims', 'seen_at'])
        .where('subject', '=', subjectText(issuer, subject))
        // The provider may have called them something else before.
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

  /** Where somebody whose session has ended here ends the one with the provider. */
  endSessionUrl(returnTo: string): Promise<string | null> {
    return this.#parts.provider.endSessionUrl(returnTo);
  }

  #isForgotten(seenAt: number): boolean {
    return this.#now() - seenAt >= rememberedMs;
  }

  /** Ends a sign-on once and for all, and keeps who it was. */
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
        // Until now the name was that of nobody here, or of somebody whom the users file has no more.
        await endLeftBehind(trx, [username]);
        return;
      }
      const known = trx
        .selectFrom('signed_on')
        .select(['subject', 'seen_at'])
        .where('username', '=', username);
      const last = await locked(trx, known).executeTakeFirstOrThrow();
      // Providers may give a name to somebody else, who must not come into what the first one has left behind.
      if (last.subject !== subject && !this.#isForgotten(last.seen_at)) {
        throw signOnRefused(`The name "${username}" belongs to another person at the identity provider.`);
      }
      if (last.subject !== subject) await endLeftBehind(trx, [username]);
      await trx.updateTable('signed_on').set(row).where('username', '=', username).execute();
    });
  }
}

/** Whom a provider means, whatever it calls them. */
function subjectText(issuer: unknown, subject: unknown): string {
  return JSON.stringify([issuer, subject]);
}

function ticketOf(key: string): Ticket {
  const made = (purpose: string) => createHmac('sha256', key).update(purpose).digest('base64url');
  return { state: made('state'), nonce: made('nonce'), verifier: made('verifier') };
}
