// How many of the bytes written to a connection the system has taken, which happens as fast as the client reads.
import type { Socket } from 'node:net';

export interface Outflow {
  /** Bytes taken since the connection was made. */
  readonly bytesTaken: number;
  /** Whether some are still waiting. */
  readonly isPending: boolean;
}

/** Node exposes the rest of a write in progress only on the socket's handle. */
interface Handle {
  readonly bytesWritten: number;
  readonly writeQueueSize: number;
}

export function outflowOf(socket: Socket): Outflow {
  const { _handle: handle } = socket as { _handle?: Partial<Handle> | null }; // Not part of the types.
  const { bytesWritten = socket.bytesWritten, writeQueueSize = socket.writableLength } = handle ?? {};
  return {
    bytesTaken: bytesWritten - writeQueueSize,
    isPending: writeQueueSize > 0 || socket.writableLength > 0,
  };
}
