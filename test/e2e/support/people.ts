/** A service with users and a policy, and how they log in. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import type { PolicyDocument } from '../../../src/contract/policy.ts';
import type { RunningCommand } from '../../support/command.ts';
import { temporaryFolder } from '../../support/folders.ts';
import { startService } from './demo.ts';

/** The representative whose customers Tom looks after. */
export const tomsRepId = 6;

export const shopPolicy: PolicyDocument = {
  users: {
    root: { roles: ['admin', 'shop'] },
    tom: { roles: ['support', 'phones'], attributes: { employee: tomsRepId } },
    una: { roles: ['support'] },
  },
  roles: {
    shop: { '*': { read: true } },
    phones: { Employee: { read: { columns: ['EmployeeId', 'FirstName', 'LastName', 'Phone'] } } },
    support: {
      Customer: {
        read: {
          columns: ['*', '-Phone', '-Fax'],
          rows: { func: { name: 'EQ', args: [{ attr: 'SupportRepId' }, { user: 'employee' }] } },
        },
      },
    },
  },
};

/** Everybody's password is their name. */
export async function servePeople(policy: PolicyDocument, ...parameters: string[]): Promise<RunningCommand> {
  const folder = await temporaryFolder();
  const names = Object.keys(policy.users ?? {});
  await writeFile(join(folder, 'users'), names.map((name) => `${name}=${name}\n`).join(''));
  await writeFile(join(folder, 'policy.json'), JSON.stringify(policy));
  const files = ['--users', join(folder, 'users'), '--policy', join(folder, 'policy.json')];
  return startService(...files, ...parameters);
}

/** The same with the policy in the store: initially none, and one admin. */
export async function serveAdmin(names: readonly string[], ...parameters: string[]): Promise<RunningCommand> {
  return serveAdminFrom(await temporaryFolder(), names, ...parameters);
}

/** The same with a policy in the store. */
export async function serveStored(folder: string, policy: PolicyDocument): Promise<RunningCommand> {
  const service = await serveAdminFrom(folder, Object.keys(policy.users ?? {}));
  const { status } = await fetch(`${service.address}/api/policy`, {
    method: 'PUT',
    headers: {
      ...(await credentials(service.address, 'root')),
      'content-type': 'application/json',
      'if-match': '"0"',
    },
    body: JSON.stringify({ policy, note: 'Support sees only its customers' }),
  });
  expect(status).toBe(200);
  return service;
}

async function serveAdminFrom(
  folder: string,
  names: readonly string[],
  ...parameters: string[]
): Promise<RunningCommand> {
  await mkdir(folder, { recursive: true });
  const file = join(folder, 'users');
  await writeFile(file, names.map((name) => `${name}=${name}\n`).join(''));
  return startService('--users', file, '--admin', names[0] ?? '', ...parameters);
}

/** The headers for API requests as a user. */
export async function credentials(address: string, name: string): Promise<{ authorization: string }> {
  const response = await fetch(`${address}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: name, password: name }),
  });
  const { sessionId } = await response.json();
  return { authorization: `Basic ${Buffer.from(`${name}:${sessionId}`).toString('base64')}` };
}

export async function logInAs(page: Page, address: string, name: string): Promise<void> {
  await page.goto(address);
  const dialog = page.getByRole('dialog', { name: 'Log in to Joinery' });
  await dialog.getByLabel('User name').fill(name);
  await dialog.getByLabel('Password', { exact: true }).fill(name);
  await dialog.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page.getByRole('button', { name: `Signed in as ${name}` })).toBeVisible();
  await expect(dialog).toBeHidden();
}

/** Chooses from the user's menu. */
export async function chooseFromMenu(page: Page, user: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `Signed in as ${user}` }).click();
  await page.getByRole('menuitem', { name: item }).click();
}
