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

test('an answer is JSON, or a stream of events for who would rather have one', async () => {
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
])('a call %s is answered alike without the library (JSON) and by it (events)', async (_, _meta, headers) => {
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
});

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
  ['of a revision that nobody knows', { name: 'query' }, { 'mcp-protocol-version': '1999-01-01' }],
])('a call %s is refused by the library', async (_, params, headers) => {
  const response = await post({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }, headers);
  expect(response.status).toBe(400);
  expect(JSON.parse(await response.text())).toHaveProperty('error.code');
});

test('there is nothing to listen to and no session to end', async () => {
  for (const method of ['GET', 'DELETE']) {
    const response = await fixture.service.get('/mcp', { method, headers: { accept: 'text/event-stream' } });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('POST, OPTIONS');
  }
});

test('a notification is taken and not answered', async () => {
  const response = await post({ jsonrpc: '2.0', method: 'notifications/initialized' });
  expect(response.status).toBe(202);
  expect(await response.text()).toBe('');
});

test.each<[string, string | Uint8Array, string]>([
  ['no JSON', '{"jsonrpc":', "The body is not JSON: Object value expected after ':' at position 11."],
  ['nothing', '', 'The body is empty.'],
  [
    'a depth that no parser bears',
    `${'['.repeat(300)}${']'.repeat(300)}`,
    'The body is nested deeper than 256 levels.',
  ],
  ['what is no text', new Uint8Array([0x22, 0xff, 0x22]), 'The body is not UTF-8.'],
])('%s is refused as the protocol says it', async (_, body, message) => {
  const headers = { 'content-type': 'application/json' };
  const response = await fixture.service.get('/mcp', { method: 'POST', body, headers });
  expect(response.status).toBe(400);
  expect(response.headers.get('content-type')).toMatch(/^application\/json/);
  expect(await response.json()).toEqual({ jsonrpc: '2.0', id: null, error: { code: -32_700, message } });
});

test('JSON that is no message is refused by the library', async () => {
  const response = await post({ a: 1 });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ jsonrpc: '2.0', error: { code: -32_600 } });
});

test.each(['2024-10-07', '2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])(
  'revision %s is settled with those who know no later one',
  async (version) => {
    const clientInfo = { name: 'test', version: '1' };
    const params = { protocolVersion: version, capabilities: {}, clientInfo };
    const begun = await post({ jsonrpc: '2.0', id: 1, method: 'initialize', params });
    expect(await begun.json()).toMatchObject({ result: { protocolVersion: version } });
    const listed = await post(list, { 'mcp-protocol-version': version });
    expect(await listed.json()).toMatchObject({ result: { tools: { length: 5 } } });
  },
);

test('a page of another site gets no answer', async () => {
  expect((await post(list, { origin: 'https://evil.example' })).status).toBe(403);
  expect((await post(list, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
});

test('what is no tool, or no argument of one, is told in the answer of the call', async () => {
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
