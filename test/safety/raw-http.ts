/** Requests as bytes, mutated in all ways that could confuse a parser, each on a connection of its own. */
import { once } from 'node:events';
import { connect } from 'node:net';
import fc from 'fast-check';

const body = '{"entities":[{"id":"thing","attributes":[{"id":"id"}]}]}';

const requests: readonly string[] = [
  'GET /api HTTP/1.1\r\nHost: localhost\r\n\r\n',
  'GET /api/database/tables/thing?limit=2 HTTP/1.1\r\nHost: localhost\r\nAccept: */*\r\nAccept-Encoding: gzip\r\n\r\n',
  'GET /api/database/tables/thing/recs/[1] HTTP/1.0\r\nHost: localhost\r\nIf-None-Match: "x"\r\n\r\n',
  'HEAD /api/database HTTP/1.1\r\nHost: localhost\r\nConnection: keep-alive\r\n\r\n',
  'OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n',
  `POST /api/database/uni-grid-request HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  `POST /api/database/uni-grid-request/export?format=ndjson HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
  'POST /api/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: 31\r\n\r\n{"username":"a","password":"b"}',
  'GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nAuthorization: Basic YTpi\r\n\r\n',
];

/** Pieces that are inserted anywhere. */
const pieces: readonly string[] = [
  ...[
    '\r\n',
    '\n',
    '\r',
    '\0',
    '\r\n\r\n',
    ' ',
    '\t',
    ':',
    ';',
    ',',
    '\x7f',
    '\xff\xfe',
    '%00',
    '%',
    '%2e%2e%2f',
    '../',
  ],
  ...[
    'Content-Length: 0\r\n',
    'Content-Length: 99999999999999999999\r\n',
    'Content-Length: -1\r\n',
    'Content-Length: 1e3\r\n',
  ],
  ...[
    'Transfer-Encoding: chunked\r\n',
    'Transfer-Encoding: chunked, identity\r\n',
    'Transfer-Encoding:\tgzip\r\n',
  ],
  ...[
    'Host: evil.example\r\n',
    'Host:\r\n',
    'Connection: close\r\n',
    'Connection: upgrade\r\n',
    'Expect: nothing\r\n',
  ],
  ...[
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    'CONNECT evil:443 HTTP/1.1\r\n',
    'TRACE / HTTP/1.1\r\n',
    'HTTP/9.9',
    'http://evil/',
  ],
  ...[
    'ffffffffffffffff\r\n',
    '0\r\n\r\n',
    '\x16\x03\x01\x02\x00\x01\x00',
    `${'a'.repeat(9_000)}`,
    'X-Long: ',
    '[',
    ']',
    '"',
  ],
];

type Change = (text: string, a: number, b: number) => string;

const changes: readonly Change[] = [
  (text, a, b) => text.slice(0, a) + String.fromCharCode(b % 256) + text.slice(a + 1),
  (text, a, b) => text.slice(0, a) + (pieces[b % pieces.length] ?? '') + text.slice(a),
  (text, a, b) => text.slice(0, a) + text.slice(a + (b % 20)),
  (text, a, b) => text.slice(0, a) + text.slice(a, a + (b % 40)).repeat(3) + text.slice(a),
  (text, a) => text.slice(0, a),
  (text, a, b) => text.slice(0, a) + (requests[b % requests.length] ?? '').slice(a),
  (text, _a, b) => text + (requests[b % requests.length] ?? ''),
  (text, a) => text.slice(0, a) + text.slice(a).toUpperCase(),
];

const mutated: fc.Arbitrary<Buffer> = fc
  .tuple(
    fc.constantFrom(...requests),
    fc.array(fc.tuple(fc.constantFrom(...changes), fc.nat(), fc.nat(100_000)), {
      minLength: 1,
      maxLength: 4,
    }),
  )
  .map(([request, steps]) =>
    Buffer.from(
      steps.reduce((text, [change, a, b]) => change(text, a % (text.length + 1), b), request),
      'latin1',
    ),
  );

export interface RawFuzz {
  readonly sent: number;
  /** The number of answers by status; 0 is a connection closed without an answer. */
  readonly statuses: ReadonlyMap<number, number>;
  /** Responses that are not HTTP. */
  readonly strange: readonly string[];
}

const batch = 1_000;
const atOnce = 32;

export async function fuzzRawHttp(base: string, count: number, seed: number): Promise<RawFuzz> {
  const statuses = new Map<number, number>();
  const strange: string[] = [];
  for (let done = 0; done < count; done += batch) {
    const left = fc.sample(mutated, { numRuns: Math.min(batch, count - done), seed: seed + done });
    const client = async () => {
      for (let request = left.pop(); request !== undefined; request = left.pop()) {
        const answer = await exchange(base, request);
        const status = answer === '' ? 0 : Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1] ?? Number.NaN);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (Number.isNaN(status))
          strange.push(`${JSON.stringify(request.toString('latin1'))}: ${answer.slice(0, 200)}`);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, client));
  }
  return { sent: count, statuses, strange };
}

/** Everything that is received in response to these bytes. */
async function exchange(base: string, bytes: Buffer): Promise<string> {
  const { hostname, port } = new URL(base);
  const socket = connect(Number(port), hostname).setEncoding('latin1');
  let answer = '';
  socket.on('data', (part: string) => {
    answer += part;
  });
  socket.on('error', () => {});
  // A request that waits for more data is abandoned, as by a client that disconnects.
  socket.setTimeout(2_000, () => socket.destroy());
  socket.end(bytes);
  await once(socket, 'close');
  return answer;
}
