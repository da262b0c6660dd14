// Gives the connection that a process was handed, and had not taken when it died, to another one.
import type { Worker } from 'node:cluster';
import { z } from 'zod';

/** What Node's cluster sends with a connection, and what a process answers when it has taken it or not. */
const HandOver = z.object({ cmd: z.literal('NODE_CLUSTER'), act: z.literal('newconn'), seq: z.number() });
const Taken = z.object({ cmd: z.literal('NODE_CLUSTER'), ack: z.number() });

/** The processes that take connections now. */
const listening = new Set<Worker>();

/**
 * Node waits for the answer of a dead process forever, and so does the client behind the connection. The answer that
 * would have come from a process that is closing makes Node hand the connection to the next one; where there is none,
 * it is closed.
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
