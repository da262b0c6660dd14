// The built front end: read once, for its first visitor, compressed once, served from memory. A path can only name a
// file that was there then.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../../contract/problem.ts';
import type { App } from '../app.ts';
import type { Hosts } from '../gate/hosts.ts';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
};
const compressible = /^(text\/|image\/svg|application\/(json|manifest))/;

type Encoding = 'br' | 'gzip';

async function compress(body: Buffer, encoding: Encoding): Promise<Buffer> {
  const { brotliCompress, constants, gzip } = await import('node:zlib');
  return encoding === 'br'
    ? promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
    : promisify(gzip)(body, { level: 9 });
}

interface File {
  readonly body: Buffer;
  readonly type: string;
  readonly tag: string;
  readonly cacheControl: string;
  /** Filled at the first request for each. */
  readonly encoded: Map<Encoding, Promise<Buffer>>;
}

export function staticFile(body: Buffer, path: string): File {
  return {
    body,
    type: types[extname(path)] ?? 'application/octet-stream',
    tag: createHash('sha256').update(body).digest('base64url'),
    // The build puts a hash of the content into the names of these.
    cacheControl: path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    encoded: new Map(),
  };
}

function readFolder(folder: string): Map<string, File> {
  const files = new Map<string, File>();
  let entries: ReturnType<typeof listFiles>;
  try {
    entries = listFiles(folder);
  } catch {
    return files; // Not built.
  }
  for (const name of entries) {
    const path = `/${relative(folder, name).split(sep).join('/')}`;
    files.set(path, staticFile(readFileSync(name), path));
  }
  return files;
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

const notBuilt = 'The front end is not built: run "npm run build" and start again. The API is at /api.\n';

export function serveFrontEnd(app: App, folder: string, hosts: Hosts): void {
  let read: Map<string, File> | undefined;
  app.get('/*', { config: { open: true, page: true }, schema: { hide: true } }, async (request, reply) => {
    read ??= readFolder(folder);
    const files = read;
    const path = pathOf(request);
    const file = files.get(path === '/' ? '/index.html' : path);
    if (file) return sendFile(request, reply, file);
    if (!(request.headers.accept ?? '').includes('text/html')) {
      if (path === '/' && files.size === 0) return reply.type('text/plain').send(notBuilt);
      throw new Problem('not-found', 'There is nothing at this address.');
    }
    if (files.size === 0) return reply.type('text/plain').send(notBuilt);
    // The page keeps its place in the fragment, so there is only one page.
    return reply.redirect(`${hosts.links(request).base}/`);
  });
}

function pathOf(request: FastifyRequest): string {
  const path = request.url.replace(/[?#].*$/s, '');
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: File,
): Promise<FastifyReply> {
  const encoding = compressible.test(file.type) ? chooseEncoding(request) : undefined;
  // A strong tag names the bytes that are sent, so each encoding has its own.
  const tag = `"${file.tag}${encoding === undefined ? '' : `-${encoding}`}"`;
  reply
    .type(file.type)
    .header('cache-control', file.cacheControl)
    .header('etag', tag)
    .header('vary', 'accept-encoding');
  if ((request.headers['if-none-match'] ?? '').includes(tag)) return reply.code(304).send();
  if (encoding === undefined) return reply.send(file.body);
  const encoded = file.encoded.get(encoding) ?? compress(file.body, encoding);
  file.encoded.set(encoding, encoded);
  return reply.header('content-encoding', encoding).send(await encoded);
}

function chooseEncoding(request: FastifyRequest): Encoding | undefined {
  const header = request.headers['accept-encoding'];
  const accepted = new Set(
    [header ?? ''].flat().flatMap((text) =>
      text.split(',').flatMap((part) => {
        const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
        return parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)) ? [] : [name];
      }),
    ),
  );
  if (accepted.has('br')) return 'br';
  return accepted.has('gzip') ? 'gzip' : undefined;
}
