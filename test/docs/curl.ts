/**
 * A `curl` for the documentation's examples, so that they run where curl is not installed: it supports the options that
 * the pages use and refuses all others, so that every shown example really runs.
 */
import { writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { pathToFileURL } from 'node:url';

export interface CurlCommand {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** The file for the answer's body; null for standard output. */
  readonly output: string | null;
  /** Printed after the body. */
  readonly after: string;
}

/** Options that take a value. */
const valued = new Set(['-H', '-d', '-X', '-u', '-o', '-w']);
const switches = new Set(['-g', '-s']);

/** Parses a command line; the program's name is not among the arguments. */
export function parseCurl(args: readonly string[]): CurlCommand {
  const { given, plain } = optionsOf(args);
  const [address, ...more] = plain;
  if (address === undefined || more.length > 0)
    throw new Error(`curl: one address is wanted, not ${plain.length}`);
  if (!given.has('-g') && /[[\]{}]/.test(address)) {
    throw new Error(`curl: brackets and braces in an address need -g: ${address}`);
  }
  const url = new URL(address);
  if (url.protocol !== 'http:') throw new Error(`curl: only http is spoken here: ${address}`);
  const body = given.get('-d')?.join('&') ?? null;
  if (body?.startsWith('@')) throw new Error('curl: -d takes no files here');
  const headers: Record<string, string> = { accept: '*/*' };
  if (body !== null) headers['content-type'] = 'application/x-www-form-urlencoded';
  const credentials = given.get('-u')?.at(-1);
  if (credentials !== undefined)
    headers.authorization = `Basic ${Buffer.from(credentials).toString('base64')}`;
  for (const line of given.get('-H') ?? []) {
    const [, name, value] = /^([^:\s]+):\s*(.+)$/.exec(line) ?? [];
    if (name === undefined || value === undefined) throw new Error(`curl: no header: ${line}`);
    headers[name.toLowerCase()] = value;
  }
  const after = given.get('-w')?.at(-1) ?? '';
  if (after.replaceAll('%{content_type}', '').match(/[%\\]/))
    throw new Error(`curl: -w knows only %{content_type}: ${after}`);
  return {
    url,
    method: given.get('-X')?.at(-1) ?? (body === null ? 'GET' : 'POST'),
    headers,
    body,
    output: given.get('-o')?.at(-1) ?? null,
    after,
  };
}

/** Groups the arguments by option; `-sg` is two options, and an argument without a dash is the address. */
function optionsOf(args: readonly string[]): { given: Map<string, string[]>; plain: string[] } {
  const given = new Map<string, string[]>();
  const plain: string[] = [];
  const waiting = [...args];
  for (let arg = waiting.shift(); arg !== undefined; arg = waiting.shift()) {
    if (!arg.startsWith('-')) {
      plain.push(arg);
      continue;
    }
    if (/^-\w{2,}$/.test(arg) && [...arg.slice(1)].every((letter) => switches.has(`-${letter}`))) {
      waiting.unshift(...[...arg.slice(1)].map((letter) => `-${letter}`));
      continue;
    }
    if (!switches.has(arg) && !valued.has(arg)) throw new Error(`curl: the examples do not use ${arg}`);
    const value = valued.has(arg) ? waiting.shift() : '';
    if (value === undefined) throw new Error(`curl: ${arg} takes a value`);
    given.set(arg, [...(given.get(arg) ?? []), value]);
  }
  return { given, plain };
}

/** Sends the request and returns the answer's bytes and content type. */
export function send({
  url,
  method,
  headers,
  body,
}: CurlCommand): Promise<{ bytes: Buffer; contentType: string }> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({ bytes: Buffer.concat(chunks), contentType: response.headers['content-type'] ?? '' }),
      );
    });
    asked.on('error', reject);
    asked.end(body ?? undefined);
  });
}

async function main(): Promise<void> {
  try {
    const order = parseCurl(process.argv.slice(2));
    const { bytes, contentType } = await send(order);
    if (order.output === null) process.stdout.write(bytes);
    else writeFileSync(order.output, bytes);
    process.stdout.write(order.after.replaceAll('%{content_type}', contentType));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 2;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main();
