import type { Page } from '@playwright/test';
import type { RunningCommand } from '../../support/command.ts';
import { client, startProvider, type TestProvider } from '../../support/oidc.ts';
import { Bench } from '../support/bench.ts';
import { startService } from '../support/demo.ts';
import { expect, inLongRun, test } from '../support/test.ts';

// Refused requests are expected answers, but browsers log them to the console.
test.use({ forgiven: /status of (401|403|503)/ });

async function serve(provider: TestProvider, ...parameters: string[]): Promise<RunningCommand> {
  const service = await startService(
    '--oidc-issuer',
    provider.issuer,
    '--oidc-client-id',
    client.id,
    '--oidc-label',
    'Example',
    ...parameters,
  );
  provider.trust(service.address);
  provider.people.set('1', { preferred_username: 'ada' });
  return service;
}

const button = (page: Page) => page.getByRole('button', { name: 'Sign in with Example' });

test('a person signs on at the provider, returns to the same page, and signs out of both', async ({
  page,
}) => {
  await using provider = await startProvider({ isPublic: true });
  await using service = await serve(provider);
  const bench = new Bench(page, service.address);
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));
  await page.goto(`${service.address}/#/entity/MediaType`);
  await expect(button(page)).toBeFocused();
  await expect(page.getByLabel('User name')).toHaveCount(0);
  await button(page).click();
  await page.getByLabel('Account').fill('1');
  await page.getByRole('button', { name: 'Go on' }).click();
  await bench.expectRows(5);
  await expect(page.getByRole('button', { name: 'Signed in as ada' })).toBeVisible();
  expect(page.url()).toMatch(new RegExp(`^${service.address}/#/`));
  const kept = await page.evaluate(() => ({
    session: JSON.parse(localStorage.getItem('joinery.session') ?? '{}'),
    left: sessionStorage.length,
  }));
  expect(kept).toEqual({
    session: { username: 'ada', sessionId: expect.stringMatching(/^[\w-]{43}$/) },
    left: 0,
  });
  // The session id never occurred in an address.
  expect(addresses.filter((address) => address.includes(kept.session.sessionId))).toEqual([]);

  await page.getByRole('button', { name: 'Signed in as ada' }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await page.getByRole('button', { name: 'Sign out here too' }).click();
  await expect(button(page)).toBeVisible();
  expect(new URL(page.url()).origin).toBe(service.address);
  // The provider asks for the account again: its own session has ended, too.
  await button(page).click();
  await expect(page.getByLabel('Account')).toBeVisible();
});

test('a page from before the logout is not shown again', inLongRun, async ({ page }) => {
  await using provider = await startProvider({ isPublic: true });
  await using service = await serve(provider);
  await page.goto(`${service.address}/#/help`);
  await button(page).click();
  await page.getByLabel('Account').fill('1');
  await page.getByRole('button', { name: 'Go on' }).click();
  // Waits for the sign-on to complete: navigating away during the redirect would abort it.
  await expect(page.getByRole('button', { name: 'Signed in as ada' })).toBeVisible();
  await new Bench(page, service.address).open('MediaType');
  await page.getByRole('button', { name: 'Signed in as ada' }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(page.getByRole('button', { name: 'Sign out here too' })).toBeVisible();
  await page.goBack();
  await expect(button(page)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Signed in as ada' })).toHaveCount(0);
});

test('errors are shown at the login', inLongRun, async ({ page }) => {
  await using provider = await startProvider({ isPublic: true });
  await using service = await serve(provider);
  const alert = page.getByRole('alert');
  provider.setAway(true);
  await page.goto(service.address);
  await button(page).click();
  await expect(alert).toHaveText('The identity provider cannot be reached at the moment.');
  provider.setAway(false);
  await button(page).click();
  await page.getByRole('button', { name: 'Deny' }).click();
  await expect(alert).toHaveText('The identity provider did not let you in (access_denied).');
  // A link sent by an attacker.
  await page.goto(`${service.address}/sign-on?code=theirs&state=theirs`);
  await expect(alert).toHaveText('This sign-on was not begun in this tab: begin again.');
  expect(page.url()).toBe(`${service.address}/`);
});
