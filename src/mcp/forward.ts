// Forwards an assistant's messages: lines on standard input become requests to a service, answers become lines on
// standard output. Texts are passed on unparsed, so numbers keep their digits.
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';

export interface ServiceAddress {
  /** The service's address without `/mcp`. */
  readonly url: string;
  readonly token: string | null;
}

type Id = string | number;

/** What must be known of a message to send it. */
interface Message {
  readonly id?: Id | null;
  readonly method?: string;
  readonly params?: {
    readonly name?: string;
    readonly uri?: string;
    readonly requestId?: Id;
    readonly _meta?: Readonly<Record<string, unknown>>;
  };
}

const versionKey = 'io.modelcontextprotocol/protocolVersion';

/** Resolves when the input has ended and all messages are answered. */
export async function forwardMessages(
  input: Readable,
  output: Writable,
  address: ServiceAddress,
): Promise<void> {
  const bridge = new Bridge(output, address);
  const pending = new Set<Promise<void>>();
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line.trim() === '') continue;
    const sent = bridge.send(line).finally(() => pending.delete(sent));
    pending.add(sent);
  }
  await Promise.all(pending);
}

class Bridge {
  readonly #output: Writable;
  readonly #address: ServiceAddress;
  /** The version negotiated with clients of the 2025 revisions. */
  #version: string | null = null;
  readonly #underWay = new Map<Id, AbortController>();

  constructor(output: Writable, address: ServiceAddress) {
    this.#output = output;
    this.#address = address;
  }

  async send(text: string): Promise<void> {
    const message = readMessage(text);
    if (message === null) {
      this.#write(failure(null, -32_700, 'The line is no JSON.'));
      return;
    }
    const { method, params } = message;
    const ids = idsIn(message);
    if (method === 'notifications/cancelled' && params?.requestId !== undefined) {
      this.#underWay.get(params.requestId)?.abort();
    }
    const abort = new AbortController();
    for (const id of ids) this.#underWay.set(id, abort);
    try {
      const answer = await this.#ask(text, message, abort.signal);
      if (answer !== null) this.#write(answer);
    } catch (error) {
      if (abort.signal.aborted) return;
      this.#fail(ids, `The service at ${this.#address.url} cannot be reached: ${reason(error)}`);
    } finally {
      for (const id of ids) this.#underWay.delete(id);
    }
  }

  async #ask(text: string, message: Message, signal: AbortSignal): Promise<string | null> {
    const { url, token } = this.#address;
    const response = await fetch(`${url}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...this.#headersOf(message),
      },
      body: text,
      signal,
    });
    const answered = await response.text();
    if (answered === '') return null;
    const type = response.headers.get('content-type') ?? '';
    const json = type.startsWith('text/event-stream') ? eventsIn(answered) : answered;
    if (!json.startsWith('{"jsonrpc"') && !json.includes('"jsonrpc"')) {
      this.#fail(idsIn(message), detailIn(json, response.status));
      return null;
    }
    if (message.method === 'initialize') this.#version = settledVersion(json);
    return json;
  }

  #headersOf({ method, params }: Message): Record<string, string> {
    const named = params?._meta?.[versionKey];
    if (typeof named !== 'string') {
      return this.#version === null || method === 'initialize'
        ? {}
        : { 'mcp-protocol-version': this.#version };
    }
    const name = params?.name ?? params?.uri;
    return {
      'mcp-protocol-version': named,
      'mcp-method': method ?? '',
      ...(name === undefined ? {} : { 'mcp-name': headerText(name) }),
    };
  }

  /** Answers these requests with an error. */
  #fail(ids: readonly Id[], sentence: string): void {
    for (const id of ids) this.#write(failure(id, -32_000, sentence));
  }

  #write(text: string): void {
    // In JSON, line breaks occur only between tokens.
    this.#output.write(`${text.replace(/[\r\n]+/g, ' ')}\n`);
  }
}

function readMessage(text: string): Message | null {
  try {
    const message: unknown = JSON.parse(text);
    // The service validates it.
    return typeof message === 'object' && message !== null ? (message as Message) : {};
  } catch {
    return null;
  }
}

/** The ids of the requests in a message; a line may also contain a list of messages. */
function idsIn(message: Message | readonly Message[]): Id[] {
  const messages = Array.isArray(message) ? message : [message];
  return messages.flatMap((one: Message | null) => one?.id ?? []);
}

function failure(id: Message['id'], code: number, message: string): string {
  return JSON.stringify({ jsonrpc: '2.0', id: id ?? null, error: { code, message } });
}

/** The data of an event stream with one message. */
function eventsIn(stream: string): string {
  const lines = stream.split(/\r?\n/).filter((line) => line.startsWith('data:'));
  return lines.map((line) => line.slice('data:'.length).trim()).join('');
}

function detailIn(text: string, status: number): string {
  try {
    const { detail } = JSON.parse(text) as { readonly detail?: string };
    return detail ?? `The service answered ${status}.`;
  } catch {
    return `The service answered ${status}.`;
  }
}

function settledVersion(json: string): string | null {
  const { result } = JSON.parse(json) as { readonly result?: { readonly protocolVersion?: string } };
  return result?.protocolVersion ?? null;
}

/** Encodes, as the protocol defines, what a header cannot contain. */
function headerText(text: string): string {
  const isPlain = /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !text.startsWith('=?base64?');
  return isPlain ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`;
}

function reason(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return cause instanceof Error ? cause.message : String(cause);
}
