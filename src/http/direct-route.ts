// The shortcut past the framework for simple requests of one record; other requests go on to the framework.
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

/** A name that needs no decoding, then a key, then nothing. */
const plainAddress = /^\/api\/database\/tables\/([\w.-]+)\/recs\/([^/?#]+)$/;

/** Wraps the framework's listener. */
export type FrameworkWrapper = (framework: RequestListener) => RequestListener;

/** Failures of requests handed on to the framework, which reports them. */
export class DirectFailures {
  readonly #failures = new WeakMap<IncomingMessage, Error>();

  record(request: IncomingMessage, error: unknown): void {
    this.#failures.set(request, error instanceof Error ? error : new Error(String(error)));
  }

  of(request: IncomingMessage): Error | undefined {
    return this.#failures.get(request);
  }
}

type Answer = (
  request: IncomingMessage,
  response: ServerResponse,
  entity: string,
  key: string,
) => Promise<void>;

export function wrapFramework(
  failures: DirectFailures,
  isPlain: (request: IncomingMessage) => boolean,
  answer: Answer,
): FrameworkWrapper {
  return (framework) => (request, response) => {
    const [, entity, key] = isPlain(request) ? (plainAddress.exec(request.url ?? '') ?? []) : [];
    if (entity === undefined || key === undefined) {
      framework(request, response);
      return;
    }
    answer(request, response, entity, key).catch((error: unknown) => {
      failures.record(request, error);
      framework(request, response);
    });
  };
}
