// Serves a floor on a free port, and says where.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export function listen(
  answer: (request: IncomingMessage, response: ServerResponse) => Promise<unknown>,
): void {
  // While a statement runs nothing is read: what waits meanwhile must not be taken for idle.
  const server = createServer({ keepAliveTimeout: 72_000 }, (request, response) => {
    answer(request, response).catch((error: unknown) => {
      console.error(error);
      response.destroy();
    });
  });
  // A process that a signal ends keeps nothing for the next start; one that ends by itself keeps its compiled code.
  process.on('SIGTERM', () => process.exit());
  server.listen(0, '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo; // A TCP server's address is always of this kind.
    console.log(`ready at http://127.0.0.1:${port}`);
  });
}
