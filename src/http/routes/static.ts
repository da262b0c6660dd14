// The built front end, with the files that the build has compressed. A path can only name a file that existed at the
// first request.
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { FastifyStaticOptions } from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../../contract/problem.ts';
import { isKnown, tagOf } from '../answer/answers.ts';
import type { App } from '../app.ts';
import type { Hosts } from '../gate/hosts.ts';

const notBuilt = 'The front end is not built: run "npm run build" and start again. The API is at /api.\n';

/** The compressed variants that the build writes beside a file. */
const compressed = /\.(?:br|gz)$/;

/** The page itself: the entry point and the identity provider's return address. */
const pagePaths: ReadonlySet<string> = new Set(['/', '/sign-on']);

/** By path, the hash of the content once it has been requested. */
type Files = Map<string, Promise<string> | null>;

export function serveFrontEnd(app: App, folder: string, hosts: Hosts): void {
  let begun: Promise<[Files, SendFile]> | null = null;
  app.get('/*', { config: { open: true, page: true }, schema: { hide: true } }, async (request, reply) => {
    begun ??= Promise.all([filesIn(folder), loadSender()]);
    const [files, send] = await begun;
    const path = pathOf(request);
    const name = pagePaths.has(path) ? '/index.html' : path;
    if (files.has(name)) {
      if (await isCurrentFor(request, reply, files, folder, name)) return reply.code(304).send();
      return send.call(reply, name, folder);
    }
    const { asksForPage } = await import('../answer/accept.ts');
    const isPage = asksForPage(request.headers.accept);
    if (files.size === 0 && (isPage || path === '/')) return reply.type('text/plain').send(notBuilt);
    if (!isPage) return fileNotFound();
    // The page keeps its state in the fragment, so there is only one page.
    return reply.redirect(`${hosts.links(request).base}/`);
  });
}

/** Also for a file that has disappeared since, for example during an upgrade. */
function fileNotFound(): never {
  throw new Problem('not-found', 'There is nothing at this address.');
}

async function filesIn(folder: string): Promise<Files> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []); // Not built.
  const names = entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.') && !compressed.test(entry.name))
    .map((entry) => `/${relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/')}`);
  return new Map(names.map((name) => [name, null]));
}

function pathOf(request: FastifyRequest): string {
  const path = request.url.replace(/[?#].*$/s, '');
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Adds the cache headers, and tells whether the client's copy is current. */
async function isCurrentFor(
  request: FastifyRequest,
  reply: FastifyReply,
  files: Files,
  folder: string,
  name: string,
): Promise<boolean> {
  const made = files.get(name) ?? readFile(join(folder, name)).then(tagOf, fileNotFound);
  files.set(name, made);
  const tag = await made;
  // The build puts a content hash into the names of assets.
  const cacheControl = name.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
  // Weak, since the compressed variants share it.
  reply.headers({ 'cache-control': cacheControl, etag: `W/${tag}`, vary: 'accept-encoding' });
  return isKnown(request.headers['if-none-match'], tag);
}

type SendFile = FastifyReply['sendFile'];

/** All files of an npm package have the same time, so time and size do not tell versions apart. */
const options: FastifyStaticOptions = {
  serve: false,
  preCompressed: true,
  acceptRanges: false,
  cacheControl: false,
  etag: false,
  lastModified: false,
};

/**
 * Loads the function that sends files, at the first request: loading it at the start would take a tenth of the
 * start-up time. A running server accepts no more plugins, and all this one does is decorate replies with a method.
 */
async function loadSender(): Promise<SendFile> {
  const { fastifyStatic } = await import('@fastify/static');
  const methods = new Map<string, SendFile>();
  const host = { decorateReply: (name: string, method: SendFile) => methods.set(name, method) };
  // The plugin uses nothing else of a server; the front end's tests would fail if it did.
  await fastifyStatic(host as unknown as FastifyInstance, options);
  const sendFile = methods.get('sendFile');
  if (sendFile === undefined) throw new Error('the plugin for files has given no method that sends one');
  return sendFile;
}
