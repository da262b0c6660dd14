// The floor: the benchmark's endpoints written by hand with node:http, a bare driver and JSON.stringify. Its answers
// equal Joinery's, so the ratio of the two is the price of generality.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { bestContender } from './best.ts';
import type { PageBody } from './contender.ts';
import type { ExportPart, FloorDriver } from './driver.ts';
import { listen } from './listen.ts';
import { plainContender } from './plain.ts';
import { readSchema } from './schema.ts';

const pages = [
  ...(['ofEmployee', 'ofShop', 'ofBook', 'search'] as const),
  ...(['spenders', 'revenue', 'pivoted', 'best'] as const),
];

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return JSON.parse(text);
}

/** Serves the database in the first argument, with the contender named in the second. */
export function serveFloor(db: FloorDriver): void {
  const plain = plainContender(db);
  const contender = process.argv[3] === 'best' ? bestContender(db, plain) : plain;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const base = `http://${request.headers.host}/api/database`;
    const path = request.url ?? '';
    const key = /^\/api\/database\/tables\/orders\/recs\/\[(\d+)\]$/.exec(path)?.[1];
    if (key !== undefined) return send(response, await contender.record(base, Number(key)));
    const page = pages.find((name) => path === `/${name}`);
    // The benchmark is the only client, and sends valid bodies.
    if (page) return send(response, await contender[page]((await bodyOf(request)) as PageBody));
    const limit = /^\/api\/database\/tables\/orders\?limit=(\d+)$/.exec(path)?.[1];
    if (limit !== undefined) return contender.list(base, Number(limit), response);
    if (path === '/export') return contender.export((await bodyOf(request)) as ExportPart | null, response);
    return send(response, path === '/api/database' ? await readSchema(db, base) : undefined);
  }

  listen(answer);
}

/** In one piece, so that `end` sets the content length. */
function send(response: ServerResponse, result: unknown): void {
  response.statusCode = result === undefined ? 404 : 200;
  response.setHeader('content-type', 'application/json; charset=utf-8');
  response.end(JSON.stringify(result ?? {}));
}
