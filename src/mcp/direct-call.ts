// Answers the most frequent message, a tool call, without the protocol's library, which takes longer than most queries.
// Only messages that the library would accept unchanged are answered here; a test compares both answers.
import type { IncomingHttpHeaders } from 'node:http';
import {
  CLIENT_CAPABILITIES_META_KEY,
  PROTOCOL_VERSION_META_KEY,
  SERVER_INFO_META_KEY,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/server';
import { isObject } from '../contract/json.ts';
import { quoted } from './quoted.ts';
import { aboutServer } from './server.ts';
import type { ToolRequest } from './tool-request.ts';
import { callTool } from './tools/tools.ts';

const method = 'tools/call';
const modernVersion = '2026-07-28';
const plainName = /^[\w.-]{1,128}$/;

interface DirectCall {
  readonly id: string | number;
  readonly name: string;
  readonly given: unknown;
  readonly isModern: boolean;
}

/** The answer as JSON bytes; null if the library has to answer. */
export async function answerDirectly(
  toolRequest: ToolRequest,
  headers: IncomingHttpHeaders,
  body: unknown,
): Promise<Uint8Array | null> {
  const call = directCallIn(headers, body);
  if (call === null) return null;
  const { parts, isError } = await callTool(toolRequest, call.name, call.given);
  const fields = {
    ...(isError === true ? { isError } : {}),
    ...(call.isModern
      ? { resultType: 'complete', _meta: { [SERVER_INFO_META_KEY]: aboutServer(toolRequest) } }
      : {}),
  };
  const more = Object.entries(fields).map(
    ([name, value]) => `,${JSON.stringify(name)}:${JSON.stringify(value)}`,
  );
  return quoted(
    '{"result":{"content":[{"type":"text","text":"',
    parts,
    `"}]${more.join('')}},"jsonrpc":"2.0","id":${JSON.stringify(call.id)}}`,
  );
}

function directCallIn(headers: IncomingHttpHeaders, body: unknown): DirectCall | null {
  if (!hasOnly(body, ['jsonrpc', 'id', 'method', 'params']) || body.jsonrpc !== '2.0') return null;
  const { id, params } = body;
  if (body.method !== method || !(typeof id === 'string' || Number.isSafeInteger(id))) return null;
  if (!hasOnly(params, ['name', 'arguments', '_meta'])) return null;
  const { name, arguments: given, _meta: meta = {} } = params;
  if (typeof name !== 'string' || !plainName.test(name) || !isObject(meta)) return null;
  if (given !== undefined && !isObject(given)) return null;
  const isModern = PROTOCOL_VERSION_META_KEY in meta;
  if (!(isModern ? isModernCall(headers, meta, name) : isLegacyCall(headers))) return null;
  // Checked above: an id that is not a string is a number.
  return { id: id as string | number, name, given, isModern };
}

/** Whether headers and message agree. */
function isModernCall(headers: IncomingHttpHeaders, meta: Readonly<Record<string, unknown>>, name: string) {
  return (
    meta[PROTOCOL_VERSION_META_KEY] === modernVersion &&
    isObject(meta[CLIENT_CAPABILITIES_META_KEY]) &&
    headers['mcp-protocol-version'] === modernVersion &&
    headers['mcp-method'] === method &&
    headers['mcp-name'] === name
  );
}

function isLegacyCall(headers: IncomingHttpHeaders): boolean {
  const version = headers['mcp-protocol-version'];
  return version === undefined || SUPPORTED_PROTOCOL_VERSIONS.includes(String(version));
}

function hasOnly(value: unknown, names: readonly string[]): value is Readonly<Record<string, unknown>> {
  return isObject(value) && Object.keys(value).every((name) => names.includes(name));
}
