// The address that the service listens at, and the line that announces it.
import { isIPv6 } from 'node:net';
import type { Logger } from 'pino';
import type { App } from '../http/app.ts';
import { openBrowser } from './browser.ts';
import { runtimeError, StartFailure } from './failure.ts';
import type { Settings } from './parameters.ts';

export function announce({ host, baseUrl, open }: Settings, port: number, log: Logger): void {
  // `localhost` does not mean any other loopback address.
  const isLocalhost = ['127.0.0.1', '0.0.0.0', '::'].includes(host);
  const name = isLocalhost ? 'localhost' : isIPv6(host) ? `[${host}]` : host;
  const address = baseUrl ?? `http://${name}:${port}`;
  process.stdout.write(`Joinery is ready at ${address}\n`);
  if (open) openBrowser(address, () => log.warn(`no browser could be opened: visit ${address}`));
}

export async function listen(app: App, { host, port }: Settings): Promise<number> {
  try {
    await app.listen({ host, port, listenTextResolver: (address) => `listening at ${address}` });
  } catch (error) {
    throw listenFailure(error, host, port);
  }
  const address = app.server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}

function listenFailure(error: unknown, host: string, port: number): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : '';
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `Port ${port} is in use by another program: choose another one with --port, or --port 0 for any free one.`,
    EACCES: `Port ${port} is not ours to listen on: choose one above 1023 with --port.`,
    EADDRNOTAVAIL: `This machine has no address ${host}: choose another one with --host.`,
    ENOTFOUND: `The host ${host} is not known: choose an address of this machine with --host.`,
    EAI_AGAIN: `The host ${host} is not known: choose an address of this machine with --host.`,
  };
  const reason = reasons[String(code)];
  return reason === undefined ? error : new StartFailure(reason, runtimeError, { cause: error });
}
