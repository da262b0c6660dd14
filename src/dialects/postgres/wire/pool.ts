// The pool of sessions: how many there are, who holds one, and what becomes of those that are lost.
import pg, { type PoolClient } from 'pg';
import { Slots, type Turn } from '../../base/slots.ts';
import type { ConnectOptions } from '../../dialect.ts';
import { Session } from './session.ts';
import type { Address } from './settings.ts';

/** A session for the time of one piece of work. */
export interface Lease {
  readonly session: Session;
  /** Gives it back, or ends it where it is not fit for use again. Works once. */
  release(fit: boolean): void;
}

export class SessionPool {
  readonly #pool: pg.Pool;
  readonly #slots: Slots;
  readonly #address: Address;
  readonly #sessions = new WeakMap<PoolClient, Session>();
  /** Kept here, not in the driver's pool: to go through it costs a short read as much as its way to the server. */
  readonly #idle: PoolClient[] = [];
  /** Sessions whose settings are no longer ours. */
  readonly #spoilt = new WeakSet<PoolClient>();
  readonly #leases = new Set<Lease>();

  constructor(address: Address, settings: ReadonlyMap<string, string>, options: ConnectOptions) {
    this.#address = address;
    this.#slots = new Slots(options.poolSize, options.poolWaitMs);
    this.#pool = new pg.Pool({
      ...address,
      max: options.poolSize,
      // A timer per read would cost more than an idle session, of which there are at most as many as the pool has.
      idleTimeoutMillis: 0,
      onConnect: (client) => applySettings(client, settings),
    });
    this.#pool.on('connect', (client) => this.#greet(client, options.onWarning));
    // Told of connections that are on their way out; without a listener it would end the process.
    this.#pool.on('error', () => {});
  }

  /** Fails as the driver does when the server cannot be reached. */
  async lease(turn: Turn, signal?: AbortSignal): Promise<Lease> {
    const giveBack = await this.#slots.take(turn, signal);
    let client: PoolClient;
    try {
      client = this.#idle.pop() ?? (await this.#pool.connect());
    } catch (error) {
      giveBack();
      throw error;
    }
    const session = this.#sessions.get(client) ?? new Session(client, this.#address.host, this.#address.port);
    this.#sessions.set(client, session);
    const lease: Lease = {
      session,
      release: (fit) => {
        if (!this.#leases.delete(lease)) return;
        if (fit && !this.#spoilt.has(client)) this.#idle.push(client);
        else client.release(true);
        giveBack();
      },
    };
    this.#leases.add(lease);
    return lease;
  }

  async close(): Promise<void> {
    for (const lease of this.#leases) lease.release(false);
    for (const client of this.#idle.splice(0)) client.release(true);
    await this.#pool.end();
  }

  #greet(client: PoolClient, onWarning: ConnectOptions['onWarning']): void {
    // A connection that is lost while it works fails its work; without a listener it would end the process.
    client.on('error', (error) => {
      const at = this.#idle.indexOf(client);
      if (at < 0) return;
      this.#idle.splice(at, 1);
      client.release(true);
      onWarning(`an idle connection to PostgreSQL was lost: ${error.message}`);
    });
    // A view may call a function that changes settings. The server tells of the changes that matter, and such a
    // session is not used again.
    client.connection.on('parameterStatus', () => this.#spoilt.add(client));
  }
}

async function applySettings(client: pg.ClientBase, settings: ReadonlyMap<string, string>): Promise<void> {
  await client.query(
    'select set_config(name, value, false) from unnest($1::text[], $2::text[]) as s (name, value)',
    [[...settings.keys()], [...settings.values()]],
  );
  // Ends the statements of a service that is no more. Only newer servers, on some systems, can do that.
  await client.query("set client_connection_check_interval = '1s'").catch(() => {});
}
