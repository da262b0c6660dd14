/** The tokens that an assistant pays for: descriptions, and answers about a large model, by a public tokenizer. */
import { countTokens } from 'gpt-tokenizer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Service, startService } from '../http/service.ts';
import { type Assistant, overHttp } from '../support/assistant.ts';
import { createDatabase, type TestDatabase } from '../support/servers.ts';

let database: TestDatabase;
let service: Service;
let assistant: Assistant;

const columns = Array.from({ length: 300 }, (_, i) => `"Kennzahl_${i}_größe" integer`).join(', ');

beforeAll(async () => {
  database = await createDatabase('sqlite');
  const tables = Array.from({ length: 999 }, (_, i) => {
    const to = i === 0 ? '' : `, parent integer REFERENCES "customer_order_line_${i - 1}" (id)`;
    return `CREATE TABLE "customer_order_line_${i}" (id integer PRIMARY KEY, amount_${i} numeric${to});`;
  });
  await database.run(`BEGIN; ${tables.join('\n')} CREATE TABLE wide (id integer PRIMARY KEY, ${columns});
    INSERT INTO wide (id) VALUES (1); COMMIT;`);
  service = await startService(database.url, { edit: true });
  assistant = await overHttp(service.base);
});
afterAll(async () => {
  await assistant?.close();
  await service?.close();
  await database?.drop();
});

test('all descriptions, schemas and instructions have at most 1,500 tokens', async ({ annotate }) => {
  const { tools } = await assistant.client.listTools();
  expect(tools).toHaveLength(6);
  const tokens = countTokens(JSON.stringify(tools) + assistant.client.getInstructions());
  await annotate(`${tokens} tokens`);
  expect(tokens).toBeLessThanOrEqual(1_500);
});

test.each([
  ['an overview', {}],
  ['words in all tables', { find: 'customer amount' }],
  ['an entity', { entity: 'customer_order_line_500' }],
  ['an entity of 300 columns', { entity: 'wide' }],
  ['words in an entity', { entity: 'wide', find: 'größe' }],
  ['a path', { entity: 'customer_order_line_500', to: 'customer_order_line_497' }],
  ['no path', { entity: 'customer_order_line_500', to: 'wide' }],
  ['values', { entity: 'wide', column: 'id' }],
])('%s of 1,000 tables has at most 2,000 tokens', async (_, given) => {
  const { text, isError } = await assistant.call('search_model', given);
  expect(isError).toBe(false);
  expect(countTokens(text)).toBeLessThanOrEqual(2_000);
});

test('an overview reports the number of entities, and a search finds the others', async () => {
  const { data } = await assistant.call('search_model');
  expect(data.entities).toBe(1_000);
  expect(data['name, rows'].length + data.more).toBe(1_000);
  const { data: found } = await assistant.call('search_model', { find: 'order line 777' });
  expect(found.found[0].entity).toBe('customer_order_line_777');
});

test('a problem with very many allowed names is short, too', async () => {
  const { text, data } = await assistant.call('query', {
    entities: [{ id: 'wide', attributes: [{ id: 'kennzahl' }] }],
  });
  expect(data.problem.allowed.length + data.problem.allowed_more).toBe(301);
  expect(countTokens(text)).toBeLessThanOrEqual(2_000);
});
