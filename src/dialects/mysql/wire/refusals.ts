// Why no session can be opened, with the remedy, for whoever starts the service and for its log.
import { Problem } from '../../../contract/problem.ts';
import type { DatabaseUrl } from '../../url.ts';
import { isDriverError, retryAfter, SilentServer } from './failure.ts';

type Reason = string | ((url: DatabaseUrl, error: Error) => string);

const wrongUser =
  'the server refuses this user. Check the user name, the password, and whether the user needs encryption (sslmode=require).';
const encryptedOnly =
  'the server takes encrypted connections only. Add sslmode=require to the database URL, or verify-full and ssl_ca.';
const noServer = 'no server answers there. Check that it runs, and the host and port.';
const noAnswer = 'the server does not answer. Check the host, the port and any firewall.';
const noHost: Reason = ({ host }) => `there is no host called "${host}".`;
const noDatabase: Reason = ({ database }) => `there is no database called "${database}".`;
const notThisMachine =
  'the server refuses this machine. Check from where its user may connect, or FLUSH HOSTS.';
const noRoom = 'the server has no connection to spare at this moment.';
const noRoomForUser = 'the server takes no more connections of this user at this moment.';
const locked = "the user's account is locked.";
const expired = "the user's password has expired.";

/** By the driver's error code, or by the server's error number if the driver has no name for it. */
const reasons: ReadonlyMap<unknown, Reason> = new Map<unknown, Reason>([
  ['ECONNREFUSED', noServer],
  ['ENOENT', noServer],
  ['ENOTFOUND', noHost],
  ['EAI_AGAIN', noHost],
  ['ETIMEDOUT', noAnswer],
  ['EHOSTUNREACH', noAnswer],
  ['ENETUNREACH', noAnswer],
  ['ER_ACCESS_DENIED_ERROR', wrongUser],
  ['ER_ACCESS_DENIED_NO_PASSWORD_ERROR', wrongUser],
  ['ER_NOT_SUPPORTED_AUTH_MODE', wrongUser],
  [
    'ER_DBACCESS_DENIED_ERROR',
    ({ database }) => `the user may not use the database "${database}", or there is none of that name.`,
  ],
  ['ER_BAD_DB_ERROR', noDatabase],
  ['ER_NO_DB_ERROR', noDatabase],
  ['HANDSHAKE_NO_SSL_SUPPORT', 'the server has no encryption, and sslmode asks for it.'],
  [
    'HANDSHAKE_SSL_ERROR',
    (_url, { message }) => `the encrypted connection failed (${message}). Check sslmode and ssl_ca.`,
  ],
  ['ER_CON_COUNT_ERROR', noRoom],
  ['ER_TOO_MANY_USER_CONNECTIONS', noRoomForUser],
  ['ER_USER_LIMIT_REACHED', noRoomForUser],
  ['ER_HOST_IS_BLOCKED', notThisMachine],
  ['ER_HOST_NOT_PRIVILEGED', notThisMachine],
  ['ER_MUST_CHANGE_PASSWORD', expired],
  ['ER_MUST_CHANGE_PASSWORD_LOGIN', expired],
  [3159, encryptedOnly],
  [3118, locked],
  [4151, locked],
]);

/** The address as people write it, without the password. */
export function refusal(url: DatabaseUrl, error: unknown): unknown {
  if (error instanceof Problem || !isDriverError(error)) return error;
  const reason =
    error instanceof SilentServer ? noAnswer : (reasons.get(error.errno) ?? reasons.get(error.code));
  const explanation = typeof reason === 'function' ? reason(url, error) : (reason ?? brokenOff(error));
  return new Problem('database-unavailable', `${url.display} cannot be opened: ${explanation}`, {
    retryAfter,
    cause: error,
  });
}

function brokenOff({ message }: Error): string {
  return `the server broke the connection off (${message}).`;
}
