/** Checks the claims of the policy guide. */
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { login, runCommand, startCommand } from '../http/service.ts';
import { temporaryFolder } from '../support/folders.ts';

const guide = readFileSync(new URL('../../docs/guide-policy.md', import.meta.url), 'utf8');
const policies = [...guide.matchAll(/^```yaml\n(.*?)^```$/gms)].map(([, text = '']) => text);

const Listed = z.object({ data: z.array(z.record(z.string(), z.unknown())) });

async function written(text: string): Promise<string> {
  const file = join(await temporaryFolder(), 'policy.yaml');
  await writeFile(file, text);
  return file;
}

async function serving(policy: string) {
  const users = join(await temporaryFolder(), 'users.txt');
  await writeFile(users, 'tom=secret\nyuki=secret\n');
  const command = await startCommand(['--users', users, '--policy', await written(policy)]);
  return {
    command,
    async list(user: string, entity: string) {
      const headers = await login(command.base, user, 'secret');
      const response = await fetch(`${command.base}/api/database/tables/${entity}`, { headers });
      return response.status === 200 ? Listed.parse(await response.json()).data : response.status;
    },
  };
}

test('the policies of the guide fit the demo', async () => {
  expect(policies).toHaveLength(3);
  for (const policy of policies) {
    const { code, output, log } = await runCommand(['policy', 'check', await written(policy)]);
    expect({ code, log }).toEqual({ code: 0, log: '' });
    expect(output).toContain('fits the database');
  }
});

test('the first policy shows support its own customers, without phone numbers', async () => {
  const { command, list } = await serving(policies[0] ?? '');
  await using _running = command;
  const [tom, yuki] = [await list('tom', 'Customer'), await list('yuki', 'Customer')];
  if (typeof tom === 'number' || typeof yuki === 'number') throw new Error('a list has no answer');
  expect(new Set(tom.map(({ SupportRepId }) => SupportRepId))).toEqual(new Set([6]));
  expect(new Set(yuki.map(({ SupportRepId }) => SupportRepId))).toEqual(new Set([7]));
  expect(tom[0]).not.toHaveProperty('Phone');
  expect(await list('tom', 'Invoice')).toBe(404);
});

test('the second policy also shows their invoices, and no employees', async () => {
  const { command, list } = await serving(policies[1] ?? '');
  await using _running = command;
  const [customers, invoices] = [await list('tom', 'Customer'), await list('tom', 'Invoice')];
  if (typeof customers === 'number' || typeof invoices === 'number') throw new Error('a list has no answer');
  const own = new Set(customers.map(({ CustomerId }) => CustomerId));
  expect(invoices.length).toBeGreaterThan(0);
  expect(invoices.every(({ CustomerId }) => own.has(CustomerId))).toBe(true);
  expect(await list('tom', 'Employee')).toBe(404);
  expect(await list('tom', 'Artist')).not.toBe(404);
});

test('the third policy combines the rows and columns of several roles', async () => {
  const { command, list } = await serving(policies[2] ?? '');
  await using _running = command;
  const customers = await list('tom', 'Customer');
  if (typeof customers === 'number') throw new Error('the list has no answer');
  const representatives = new Set(customers.map(({ SupportRepId }) => SupportRepId));
  expect(representatives).toEqual(new Set([6, null]));
  expect(customers.every(({ LastName }) => LastName !== null)).toBe(true);
});
