// Hands a connection that a worker process was given, and had not accepted when it died, to another one.
import type { Worker } from 'node:cluster';
import { z } from 'zod';

/** The cluster message that hands over a connection, and the reply that accepts or refuses it. */
const HandOver = z.object({ cmd: z.literal('NODE_CLUSTER'), act: z.literal('newconn'), seq: z.number() });
const Taken = z.object({ cmd: z.literal('NODE_CLUSTER'), ack: z.number() });

/** The worker processes that accept connections now. */
const listening = new Set<Worker>();

/**
 * Node waits for a dead process's reply for ever, and so does the client. Sending the reply of a closing process makes
 * Node hand the connection to the next one, or close it if there is none.
 */
export function returnConnections(worker: Worker): void {
  const child = worker.process;
  const pending = new Set<number>();
  child.send = new Proxy(child.send, {
    apply(send, self, given) {
      const handOver = HandOver.safeParse(given[0]);
      if (handOver.success) pending.add(handOver.data.seq);
      return Reflect.apply(send, self, given);
    },
  });
  child.on('internalMessage', (message: unknown) => {
    const taken = Taken.safeParse(message);
    if (taken.success) pending.delete(taken.data.ack);
  });
  worker.once('listening', () => listening.add(worker));
  worker.once('exit', () => {
    listening.delete(worker);
    for (const ack of pending) {
      child.emit('internalMessage', { cmd: 'NODE_CLUSTER', ack, accepted: listening.size === 0 });
    }
  });
}
