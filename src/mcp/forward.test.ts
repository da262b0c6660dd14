/** Every request gets an answer, even if the service is unreachable. */
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { forwardMessages } from './forward.ts';

test('every request of a batch is answered with an error while the service is unreachable', async () => {
  const ping = (id: number) => ({ jsonrpc: '2.0', id, method: 'ping' });
  const told = { jsonrpc: '2.0', method: 'notifications/initialized' };
  const output = new PassThrough();
  const input = Readable.from([`${JSON.stringify([ping(1), told, ping(2)])}\n`]);
  // Nothing listens on port 9 of this machine, and fetch refuses that port anyway.
  await forwardMessages(input, output, { url: 'http://127.0.0.1:9', token: null });
  output.end();
  const lines = (await text(output)).trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { id: 1, error: { code: -32_000 } },
    { id: 2, error: { code: -32_000 } },
  ]);
});
