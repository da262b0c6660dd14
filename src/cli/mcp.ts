// `joinery mcp`: talks to an assistant on standard input and output. It forwards to a running service, or to one that
// it starts on a free local port, so that links lead to a page there.
import { forwardMessages } from '../mcp/forward.ts';
import type { Settings } from './parameters.ts';
import { serve } from './serve.ts';

export interface McpSettings {
  /** The address of a running service; without it, one is started. */
  readonly url?: string;
  readonly token?: string;
}

export async function runMcp({ url, token = '' }: McpSettings, settings: Settings): Promise<void> {
  const isOwn = url === undefined;
  const address = isOwn ? await startService(settings) : url;
  await forwardMessages(process.stdin, process.stdout, {
    url: address.replace(/(?<!\/)\/+$/, '').replace(/\/mcp$/, ''),
    token: token === '' ? null : token,
  });
  // The signal lets the service finish work in progress.
  if (isOwn) process.kill(process.pid, 'SIGTERM');
}

function startService(settings: Settings): Promise<string> {
  return new Promise((resolve, reject) => {
    const own = { ...settings, host: '127.0.0.1', port: 0, workers: 1, open: false };
    // Standard output belongs to the assistant.
    serve(own, (_, port) => resolve(`http://localhost:${port}`)).catch(reject);
  });
}
