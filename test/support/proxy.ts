/** A TCP proxy that can cut connections mid-stream, go silent, add latency, or redirect. */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** How a connection ends: closed by a process, or reset as by a machine that no longer knows it. */
export type Ending = 'closed' | 'reset';

export interface CuttingProxy extends AsyncDisposable {
  readonly port: number;
  /** The number of connections it has cut. */
  readonly cuts: number;
  /** From now on every connection is cut after this many bytes of answers; null lets everything pass. */
  cutAfter(bytes: number | null, ending?: Ending): void;
  /** Whether it drops all bytes, like a network that loses every packet. */
  silence(isSilent: boolean): void;
  /** Delays every answer from now on, as from a distant server. */
  lag(ms: number): void;
  /** Cuts all connections; new ones go to this target. */
  redirect(target: Target): void;
}

export interface Target {
  readonly host: string;
  readonly port: number;
}

interface Rule {
  readonly bytes: number;
  readonly ending: Ending;
}

export async function startProxy(first: Target): Promise<CuttingProxy> {
  let target = first;
  let rule: Rule | null = null;
  let isSilent = false;
  let cuts = 0;
  let lagMs = 0;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(target.port, target.host);
    let passed = 0;
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      if (isSilent) socket.pause();
      socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    }
    client.on('close', () => upstream.destroy()).pipe(upstream);
    upstream.on('close', () => client.end());
    const pass = (part: Buffer) => {
      // A rule that is set while the connection is open starts counting at zero.
      const left = rule === null ? Number.POSITIVE_INFINITY : rule.bytes - passed;
      passed = rule === null ? 0 : passed + part.length;
      if (part.length < left) {
        if (!client.write(part)) {
          upstream.pause();
          client.once('drain', () => upstream.resume());
        }
        return;
      }
      cuts++;
      const end = () => (rule?.ending === 'reset' ? client.resetAndDestroy() : client.destroySoon());
      client.write(part.subarray(0, left), end);
      upstream.destroy();
    };
    upstream.on('data', (part: Buffer) => {
      if (lagMs === 0) pass(part);
      else setTimeout(pass, lagMs, part);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string')
    throw new Error('The loopback interface gave no port.');
  return {
    port: address.port,
    get cuts() {
      return cuts;
    },
    cutAfter(bytes, ending = 'closed') {
      rule = bytes === null ? null : { bytes, ending };
    },
    silence(now) {
      isSilent = now;
      for (const socket of sockets) {
        if (isSilent) socket.pause();
        else socket.resume();
      }
    },
    lag(ms) {
      lagMs = ms;
    },
    redirect(to) {
      target = to;
      for (const socket of sockets) socket.destroy();
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The same URL through the proxy. */
export function throughProxy(url: string, { port }: CuttingProxy): string {
  const detour = new URL(url);
  detour.hostname = '127.0.0.1';
  detour.port = String(port);
  return detour.href;
}

export function targetOf(url: string): Target {
  const { hostname, port } = new URL(url);
  return { host: hostname, port: Number(port) };
}
