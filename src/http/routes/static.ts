// The built front end, with the files that the build has compressed. A path can only name a file that was there when
// the first visitor came.
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { FastifyStaticOptions } from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../../contract/problem.ts';
import { isKnown, tagOf } from '../answer/answers.ts';
import type { App } from '../app.ts';
import type { Hosts } from '../gate/hosts.ts';

const notBuilt = 'The front end is not built: run "npm run build" and start again. The API is at /api.\n';

/** What the build puts beside a file for those who read it compressed. */
const compressed = /\.(?:br|gz)$/;

/** The page itself: where people come to, and where the identity provider sends them back to. */
const pagePaths: ReadonlySet<string> = new Set(['/', '/sign-on']);

/** By path, what its content is known by once somebody has asked for it. */
type Files = Map<string, Promise<string> | null>;

export function serveFrontEnd(app: App, folder: string, hosts: Hosts): void {
  let begun: Promise<[Files, SendFile]> | null = null;
  app.get('/*', { config: { open: true, page: true }, schema: { hide: true } }, async (request, reply) => {
    begun ??= Promise.all([filesIn(folder), loadSender()]);
    const [files, send] = await begun;
    const path = pathOf(request);
    const name = pagePaths.has(path) ? '/index.html' : path;
    if (files.has(name)) {
      if (await isKnownTo(request, reply, files, folder, name)) return reply.code(304).send();
      return send.call(reply, name, folder);
    }
    const { asksForPage } = await import('../answer/accept.ts');
    const isPage = asksForPage(request.headers.accept);
    if (files.size === 0 && (isPage || path === '/')) return reply.type('text/plain').send(notBuilt);
    if (!isPage) return nothingHere();
    // The page keeps its place in the fragment, so there is only one page.
    return reply.redirect(`${hosts.links(request).base}/`);
  });
}

/** Also where a file has gone since, as in the course of an upgrade. */
function nothingHere(): never {
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

/** Adds what a client keeps a file by, and tells whether it still holds. */
async function isKnownTo(
  request: FastifyRequest,
  reply: FastifyReply,
  files: Files,
  folder: string,
  name: string,
): Promise<boolean> {
  const made = files.get(name) ?? readFile(join(folder, name)).then(tagOf, nothingHere);
  files.set(name, made);
  const tag = await made;
  // The build puts a hash of the content into the names of assets.
  const cacheControl = name.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
  // Weak, since it is the same for a file and for what it is compressed to.
  reply.headers({ 'cache-control': cacheControl, etag: `W/${tag}`, vary: 'accept-encoding' });
  return isKnown(request.headers['if-none-match'], tag);
}

type SendFile = FastifyReply['sendFile'];

/** A package has one time for all its files, so neither that nor their size tells one version from the next. */
const options: FastifyStaticOptions = {
  serve: false,
  preCompressed: true,
  acceptRanges: false,
  cacheControl: false,
  etag: false,
  lastModified: false,
};

/**
 * What sends a file. It is loaded for the first visitor: at every start it would take a tenth of the time. A server takes
 * no plugin any more by then, and all that this one does to it is to give replies a method.
 */
async function loadSender(): Promise<SendFile> {
  const { fastifyStatic } = await import('@fastify/static');
  const methods = new Map<string, SendFile>();
  const host = { decorateReply: (name: string, method: SendFile) => methods.set(name, method) };
  // It uses no more of a server than this, which the tests of the front end would tell.
  await fastifyStatic(host as unknown as FastifyInstance, options);
  const sendFile = methods.get('sendFile');
  if (sendFile === undefined) throw new Error('the plugin for files has given no method that sends one');
  return sendFile;
}
