// The log: lines of JSON on standard error, with secrets removed.
import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino';
import { StandardError } from './standard-error.ts';

/** `secrets` are masked wherever they occur. */
export function createLog(
  level: string,
  secrets: readonly string[],
  destination: DestinationStream = new StandardError(),
): Logger {
  // Masking a very short secret would hide half the log, and it would be guessed anyway.
  const spellings = secrets
    .filter((secret) => secret.length >= 4)
    .flatMap((secret) => [
      ...new Set([secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]),
    ]);
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: ['authorization', 'password', '*.authorization', '*.password', '*.*.authorization'],
      serializers: { err: stdSerializers.errWithCause },
      hooks: {
        streamWrite: (line) =>
          spellings.reduce((text, secret) => text.replaceAll(secret, '[redacted]'), line),
      },
    },
    destination,
  );
}
