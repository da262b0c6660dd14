// Serves a floor on a free port, and prints its address.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export function listen(
  answer: (request: IncomingMessage, response: ServerResponse) => Promise<unknown>,
): void {
  // The event loop reads nothing while a statement runs; connections waiting meanwhile must not count as idle.
  const server = createServer({ keepAliveTimeout: 72_000 }, (request, response) => {
    answer(request, response).catch((error: unknown) => {
      console.error(error);
      response.destroy();
    });
  });
  // A process killed by a signal would not write its compile cache; one that exits does.
  process.on('SIGTERM', () => process.exit());
  server.listen(0, '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo; // A TCP server's address always has this type.
    console.log(`ready at http://127.0.0.1:${port}`);
  });
}
