/**
 * A fake language model endpoint: it returns a test's scripted answers one after the other, and records the requests.
 */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

/** Stands for an answer that practically never ends. */
export const endless = Symbol('endless');
const part = 'x'.repeat(64 * 1024);
const mostGiven = 256 * 1024 * 1024;

type ScriptedReply = string | number | object | typeof endless;

export interface ScriptedModel extends AsyncDisposable {
  /** The value for `--model`. */
  readonly url: string;
  readonly sent: { readonly authorization: string | undefined; readonly body: string }[];
  /** The number of bytes of an endless answer that were read. */
  readonly given: () => number;
  /** Sets the next answers; a number is the status of a failure. Clears the recorded requests. */
  say(...script: ScriptedReply[]): void;
}

export async function startScriptedModel(): Promise<ScriptedModel> {
  let script: ScriptedReply[] = [];
  let given = 0;
  const sent: { authorization: string | undefined; body: string }[] = [];
  const endpoint = createServer(async (request, response) => {
    sent.push({ authorization: request.headers.authorization, body: await text(request) });
    const next = script.shift() ?? 500;
    if (next === endless) {
      for (given = 0; given < mostGiven && !response.destroyed; given += part.length) {
        if (!response.write(part)) await drained(response);
      }
      response.end();
      return;
    }
    response.statusCode = typeof next === 'number' ? next : 200;
    const content = typeof next === 'object' ? JSON.stringify(next) : next;
    response.end(JSON.stringify({ choices: [{ message: { role: 'assistant', content } }] }));
  }).listen(0, '127.0.0.1');
  await once(endpoint, 'listening');
  const address = endpoint.address();
  if (address === null || typeof address === 'string') throw new Error('The endpoint has no port.');
  return {
    url: `http://127.0.0.1:${address.port}/v1`,
    sent,
    given: () => given,
    say(...next) {
      script = next;
      sent.length = 0;
    },
    async [Symbol.asyncDispose]() {
      endpoint.closeAllConnections();
      endpoint.close();
      await once(endpoint, 'close');
    },
  };
}

/** Resolves when there is room for more, or nobody reads it. Waiting for either must leave no listener for the other. */
async function drained(response: ServerResponse): Promise<void> {
  const over = new AbortController();
  const happens = (event: string) => once(response, event, { signal: over.signal });
  try {
    await Promise.race([happens('drain'), happens('close')]);
  } finally {
    over.abort();
  }
}
