/** Fifty questions on the demo: each document, sent through the tool, returns the same as hand-written SQL. */

import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Service, startService } from '../http/service.ts';
import { type Assistant, overHttp } from '../support/assistant.ts';
import questions from './questions.json' with { type: 'json' };

const file = fileURLToPath(new URL('../../dist/demo.sqlite', import.meta.url));
let demo: Database.Database;
let service: Service;
let assistant: Assistant;

beforeAll(async () => {
  demo = new Database(file, { readonly: true });
  service = await startService(`sqlite:///${file}`);
  assistant = await overHttp(service.base);
});
afterAll(async () => {
  await assistant?.close();
  await service?.close();
  demo?.close();
});

/** The engine and the service may differ in the last digit of a number, and in whether a date has a time. */
function comparable(value: unknown): unknown {
  if (typeof value === 'number') return Number(value.toFixed(6));
  if (typeof value === 'boolean') return Number(value);
  return typeof value === 'string' ? value.replace(/^(\d{4}-\d\d-\d\d)[T ]00:00:00$/, '$1') : value;
}

test('there are fifty different questions', () => {
  expect(new Set(questions.map(({ question }) => question)).size).toBe(50);
});

test.each(questions)('$question', async ({ query, sql }) => {
  const expected = demo.prepare(sql).raw().all() as unknown[][];
  expect(expected.length).toBeGreaterThan(0);
  const { data, isError } = await assistant.call('query', query);
  expect(isError ? data : null).toBeNull();
  expect(data.data.map((row: unknown[]) => row.map(comparable))).toEqual(
    expected.map((row) => row.map(comparable)),
  );
});
