/** The official MCP client, connected to a service or a command, and the parsed answers of its tools. */

import { fileURLToPath } from 'node:url';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const command = fileURLToPath(new URL('../../bin/joinery.mjs', import.meta.url));

/** `modern`: the protocol revision without a handshake; otherwise that of 2025. */
export type Era = 'legacy' | 'modern';

export interface Assistant extends AsyncDisposable {
  readonly client: Client;
  /** The answer's JSON, and whether it is an error. */
  call(name: string, given?: Record<string, unknown>): Promise<Called>;
  close(): Promise<void>;
}

export interface Called {
  readonly isError: boolean;
  readonly text: string;
  readonly link: string | undefined;
  readonly notes: readonly string[];
  // biome-ignore lint/suspicious/noExplicitAny: whatever a database holds; each test looks at what it expects.
  readonly data: any;
}

function newClient(era: Era): Client {
  return new Client(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode: era === 'modern' ? { pin: '2026-07-28' } : 'legacy' } },
  );
}

export async function overHttp(
  base: string,
  { era = 'modern', headers = {} }: { era?: Era; headers?: Record<string, string> } = {},
): Promise<Assistant> {
  const client = newClient(era);
  await client.connect(
    new StreamableHTTPClientTransport(new URL('/mcp', base), { requestInit: { headers } }),
  );
  return assistant(client);
}

/** `args`: arguments of `joinery mcp`. */
export async function overStdio(args: readonly string[], era: Era = 'legacy'): Promise<Assistant> {
  const client = newClient(era);
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [command, 'mcp', ...args],
    env: { ...definedEnvironment(), JOINERY_LOG_LEVEL: 'error' },
  });
  await client.connect(transport);
  return assistant(client);
}

function definedEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

function assistant(client: Client): Assistant {
  return {
    client,
    async call(name, given = {}) {
      const { content, isError = false } = await client.callTool({ name, arguments: given });
      const [part] = content as { type: string; text: string }[];
      if (part?.type !== 'text' || content.length !== 1) throw new Error('an answer has one text');
      const { link, notes = [], from_database: data } = JSON.parse(part.text);
      return { isError: isError === true, text: part.text, link, notes, data };
    },
    close: () => client.close(),
    [Symbol.asyncDispose]: () => client.close(),
  };
}
