// Opens connections, and sets up sessions so that the engine itself refuses to write, and to round, shift or truncate.
import mysql, { type Connection, type ConnectionOptions } from 'mysql2';
import type { SilenceClock } from '../../base/clock.ts';
import { type Server, serverOf } from '../catalog/server.ts';
import { sortedBytes } from '../sql/texts.ts';
import { SilentServer } from './failure.ts';
import type { ServerOptions } from './options.ts';
import { textRows } from './statements.ts';

// Server-wide settings must not change an answer: no row limit, no padding, no silent roll-over of dates, no
// transactions left open, no other meaning of patterns or of `is null`. A server can be configured to ignore the
// character set that a client requests when connecting, so it is set here.
const settings = `set names utf8mb4 collate utf8mb4_bin, session
  time_zone = '+00:00', autocommit = 1, sql_select_limit = 18446744073709551615, sql_big_selects = 1,
  sql_mode = 'ALLOW_INVALID_DATES,NO_UNSIGNED_SUBTRACTION', div_precision_increment = 4, net_write_timeout = 600,
  max_sort_length = ${sortedBytes}, group_concat_max_len = 4294967295, sql_auto_is_null = 0 /*M!100000 , default_regex_flags = '' */`;

/** What a server reports about itself and the user. */
export interface ServerInfo {
  readonly server: Server;
  readonly role: string | null;
  readonly waitsForOthers: boolean;
}

/** Opens and sets up a connection; fails if the server is silent for longer than the clock allows. */
export async function openConnection(
  options: ServerOptions,
  clock: SilenceClock,
): Promise<{ connection: Connection; serverInfo: ServerInfo }> {
  const connection = await connected(options, clock);
  try {
    return { connection, serverInfo: await inTime(setUp(connection, options), clock) };
  } catch (error) {
    connection.destroy();
    throw error;
  }
}

async function setUp(connection: Connection, { waitsForOthers }: ServerOptions): Promise<ServerInfo> {
  const [[version, role = null] = []] = await textRows(connection, 'select version(), current_role()');
  const server = serverOf(version ?? '');
  await settle(connection, waitsForOthers);
  return { server, role, waitsForOthers };
}

async function settle(connection: Connection, waitsForOthers: boolean): Promise<void> {
  await textRows(connection, settings);
  if (waitsForOthers) await textRows(connection, 'set session wsrep_sync_wait = 1');
  // A page and its second statement run in one transaction, and see one state.
  await textRows(connection, 'set session transaction isolation level repeatable read, read only');
}

/** Resets the session without a new connection; fails if the result cannot be verified. */
export async function renew(connection: Connection, serverInfo: ServerInfo): Promise<void> {
  await reset(connection);
  const [[role = null] = []] = await textRows(connection, 'select current_role()');
  // A function that runs with its caller's rights can switch the role, which a reset does not undo.
  if (role !== serverInfo.role) throw new Error('a view has changed the role of the session');
  await settle(connection, serverInfo.waitsForOthers);
}

function reset(connection: Connection): Promise<void> {
  return new Promise((resolve, reject) => {
    connection.reset((error) => (error ? reject(error) : resolve()));
  });
}

export async function connected(
  { driver, plainIfRefused }: ServerOptions,
  clock: SilenceClock,
): Promise<Connection> {
  try {
    return await connectWith(driver, clock);
  } catch (error) {
    const refused = error instanceof Error && 'code' in error && error.code === 'HANDSHAKE_NO_SSL_SUPPORT';
    if (!refused || !plainIfRefused) throw error;
    const { ssl: _, ...plain } = driver;
    return connectWith(plain, clock);
  }
}

async function connectWith(options: ConnectionOptions, clock: SilenceClock): Promise<Connection> {
  const connection = mysql.createConnection(options);
  // A failing connection may raise several errors; without a listener they would end the process.
  connection.on('error', () => {});
  const connecting = new Promise<Connection>((resolve, reject) => {
    connection.connect((error) => (error ? reject(error) : resolve(connection)));
  });
  try {
    return await inTime(connecting, clock);
  } catch (error) {
    connection.destroy();
    throw error;
  }
}

/** The driver itself would wait forever. */
export function inTime<T>(answer: Promise<T>, clock: SilenceClock, waitedMs = 0): Promise<T> {
  return new Promise((resolve, reject) => {
    const watched = clock.watch(() => reject(new SilentServer()), waitedMs);
    answer.then(resolve, reject).finally(() => watched.stop());
  });
}
