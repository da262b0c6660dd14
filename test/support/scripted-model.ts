/**
 * An endpoint that speaks like one of a language model and is none: it says, one after the other, what a test has written
 * down for it, and remembers what it was sent.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

/** Instead of an answer: one that nobody would wait for the end of. */
export const endless = Symbol('endless');
const part = 'x'.repeat(64 * 1024);
const mostGiven = 256 * 1024 * 1024;

type Said = string | number | object | typeof endless;

export interface ScriptedModel extends AsyncDisposable {
  /** What `--model` takes. */
  readonly url: string;
  readonly sent: { readonly authorization: string | undefined; readonly body: string }[];
  /** So many bytes of an endless answer were taken. */
  readonly given: () => number;
  /** What it says next; a number is the status of a failure. It forgets what it was sent before. */
  say(...script: Said[]): void;
}

export async function startScriptedModel(): Promise<ScriptedModel> {
  let script: Said[] = [];
  let given = 0;
  const sent: { authorization: string | undefined; body: string }[] = [];
  const endpoint = createServer(async (request, response) => {
    sent.push({ authorization: request.headers.authorization, body: await text(request) });
    const next = script.shift() ?? 500;
    if (next === endless) {
      for (given = 0; given < mostGiven && !response.destroyed; given += part.length) {
        if (!response.write(part)) await Promise.race([once(response, 'drain'), once(response, 'close')]);
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
