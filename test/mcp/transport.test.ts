/** The HTTP behaviour of /mcp: forms of answers, methods, other origins, malformed messages. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FixtureService, serveFixture } from '../http/fixture.ts';
import { overHttp } from '../support/assistant.ts';

let fixture: FixtureService;

beforeAll(async () => {
  fixture = await serveFixture();
});
afterAll(() => fixture.end());

const list = { jsonrpc: '2.0', id: 7, method: 'tools/list' };

function post(body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fixture.service.get('/mcp', {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  });
}

test('an answer is JSON, or a stream of events if the client prefers one', async () => {
  for (const accept of ['*/*', 'application/json', 'application/json, text/event-stream']) {
    const response = await post(list, { accept });
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    expect(JSON.parse(await response.text()).result.tools.length).toBe(5);
  }
  for (const accept of ['text/event-stream', 'text/event-stream, application/json']) {
    const response = await post(list, { accept });
    expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
    const [, data] = /^data: (.*)$/m.exec(await response.text()) ?? [];
    expect(JSON.parse(data ?? '')).toMatchObject({ jsonrpc: '2.0', id: 7, result: { tools: { length: 5 } } });
  }
});

test('clients of both revisions get the same tools', async () => {
  await using modern = await overHttp(fixture.service.base, { era: 'modern' });
  await using legacy = await overHttp(fixture.service.base, { era: 'legacy' });
  expect(modern.client.getServerVersion()).toMatchObject({ name: 'joinery' });
  expect((await legacy.client.listTools()).tools).toEqual((await modern.client.listTools()).tools);
  expect(legacy.client.getInstructions()).toBe(modern.client.getInstructions());
  expect(legacy.client.getServerCapabilities()).toMatchObject({ tools: {}, resources: {}, prompts: {} });
});

const meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
};
const ofCall = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call' };

test.each([
  ['of 2025', undefined, {}],
  ['of 2025 with its version', undefined, { 'mcp-protocol-version': '2025-06-18' }],
  ['of 2026', meta, ofCall],
])(
  'a call %s has the same answer without the library (JSON) and with it (events)',
  async (_, _meta, headers) => {
    for (const [name, given] of [
      ['search_model', { entity: 'person' }],
      ['query', { entities: [{ id: 'person', attributes: [{ id: 'name' }] }] }],
      ['query', { entities: [{ id: 'nothing' }] }],
      ['no_such_tool', {}],
      ['search_model', undefined],
    ] as const) {
      const params = { name, ...(given && { arguments: given }), ...(_meta && { _meta }) };
      const call = { jsonrpc: '2.0', id: 'a', method: 'tools/call', params };
      const all = { ...headers, ...(_meta && { 'mcp-name': name }) };
      const shortly = JSON.parse(await (await post(call, all)).text());
      const stream = await (await post(call, { ...all, accept: 'text/event-stream' })).text();
      expect(shortly).toEqual(JSON.parse(/^data: (\{.*)$/m.exec(stream)?.[1] ?? ''));
    }
  },
);

test.each([
  [
    'whose header names another tool',
    { name: 'query', arguments: {}, _meta: meta },
    { ...ofCall, 'mcp-name': 'record' },
  ],
  [
    'without the header of its method',
    { name: 'query', _meta: meta },
    { 'mcp-protocol-version': '2026-07-28', 'mcp-name': 'query' },
  ],
  ['of an unknown revision', { name: 'query' }, { 'mcp-protocol-version': '1999-01-01' }],
])('a call %s is refused by the library', async (_, params, headers) => {
  const response = await post({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }, headers);
  expect(response.status).toBe(400);
  expect(JSON.parse(await response.text())).toHaveProperty('error.code');
});

test('GET and DELETE answer 405', async () => {
  for (const method of ['GET', 'DELETE']) {
    const response = await fixture.service.get('/mcp', { method, headers: { accept: 'text/event-stream' } });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('POST, OPTIONS');
  }
});

test('a notification is accepted without an answer', async () => {
  const response = await post({ jsonrpc: '2.0', method: 'notifications/initialized' });
  expect(response.status).toBe(202);
  expect(await response.text()).toBe('');
});

test.each<[string, string | Uint8Array, string]>([
  ['invalid JSON', '{"jsonrpc":', "The body is not JSON: Object value expected after ':' at position 11."],
  ['an empty body', '', 'The body is empty.'],
  [
    'a body that is nested too deeply',
    `${'['.repeat(300)}${']'.repeat(300)}`,
    'The body is nested deeper than 256 levels.',
  ],
  ['invalid UTF-8', new Uint8Array([0x22, 0xff, 0x22]), 'The body is not UTF-8.'],
])('%s is refused with an error of the protocol', async (_, body, message) => {
  const headers = { 'content-type': 'application/json' };
  const response = await fixture.service.get('/mcp', { method: 'POST', body, headers });
  expect(response.status).toBe(400);
  expect(response.headers.get('content-type')).toMatch(/^application\/json/);
  expect(await response.json()).toEqual({ jsonrpc: '2.0', id: null, error: { code: -32_700, message } });
});

test('JSON that is not a message is refused by the library', async () => {
  const response = await post({ a: 1 });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ jsonrpc: '2.0', error: { code: -32_600 } });
});

test.each(['2024-10-07', '2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])(
  'revision %s is agreed on with clients that know no later one',
  async (version) => {
    const clientInfo = { name: 'test', version: '1' };
    const params = { protocolVersion: version, capabilities: {}, clientInfo };
    const begun = await post({ jsonrpc: '2.0', id: 1, method: 'initialize', params });
    expect(await begun.json()).toMatchObject({ result: { protocolVersion: version } });
    const listed = await post(list, { 'mcp-protocol-version': version });
    expect(await listed.json()).toMatchObject({ result: { tools: { length: 5 } } });
  },
);

test('a request of another site answers 403', async () => {
  expect((await post(list, { origin: 'https://evil.example' })).status).toBe(403);
  expect((await post(list, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
});

test('an unknown tool or argument is reported in the answer of the call', async () => {
  await using assistant = await overHttp(fixture.service.base);
  expect(await assistant.call('serch_model')).toMatchObject({
    isError: true,
    data: { problem: { detail: 'There is no tool "serch_model". Did you mean "search_model"?' } },
  });
  expect(await assistant.call('record', { entity: 'person', key: [1], id: 1 })).toMatchObject({
    isError: true,
    data: { problem: { pointer: '/id', allowed: ['entity', 'key'] } },
  });
  expect(await assistant.call('propose_changes', { changes: [] })).toMatchObject({
    isError: true,
    data: { problem: { detail: 'Nothing can be changed: the service was started without --edit.' } },
  });
});
