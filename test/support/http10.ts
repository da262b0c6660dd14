/** A client of HTTP/1.0. */
import { once } from 'node:events';
import { connect } from 'node:net';

/** Reads like an old client or proxy: an answer without a length ends with the connection. */
export async function readUntilClosed(base: string, path: string, init: { method?: string; body?: string }) {
  const { hostname, port } = new URL(base);
  const { method = 'GET', body = '' } = init;
  const socket = connect(Number(port), hostname).setEncoding('latin1');
  let answer = '';
  socket.on('data', (part: string) => {
    answer += part;
  });
  socket.write(
    `${method} ${path} HTTP/1.0\r\nHost: ${hostname}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  await once(socket, 'close');
  return answer;
}
