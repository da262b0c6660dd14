import { expectAccessible, violations } from './support/axe.ts';
import { Bench } from './support/bench.ts';
import { logInAs } from './support/people.ts';
import { addressOf, expectNoOverflow, screens } from './support/screens.ts';
import { expect, inLongRun, test } from './support/test.ts';

/** The screens that differ most from each other. The long run checks all of them. */
const mostDiffer = new Set(['access', 'dashboard', 'record-edit', 'workbench']);

// A refused login, and a deliberate error.
test.use({ forgiven: /status of (401|504)/ });

test.describe('axe finds no violation in light or dark, and nothing overflows a narrow window, on the screen', () => {
  for (const screen of screens) {
    test(
      screen.name,
      mostDiffer.has(screen.name) ? {} : inLongRun,
      async ({ page, demo, guarded, keeper, policed, shop }) => {
        const services = { demo, guarded, keeper, policed, shop };
        await screen.show(new Bench(page, addressOf(screen, services)));
        expect(await violations(page), 'light').toEqual([]);
        // Only the colours change.
        await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
        expect(await violations(page, ['color-contrast']), 'dark').toEqual([]);
        if (screen.wideOnly) return;
        await page.setViewportSize({ width: 390, height: 844 });
        await expect(() => expectNoOverflow(page)).toPass({ timeout: 5_000 });
      },
    );
  }
});

test(
  'axe finds no violation in the other parts of the Access room, in light or dark',
  inLongRun,
  async ({ page, policed }) => {
    await logInAs(page, policed.address, 'root');
    for (const [fragment, shown] of [
      ['access/users', page.getByRole('heading', { name: 'una' })],
      ['access/versions', page.getByRole('heading', { name: 'Version 1' })],
      ['access/audit', page.getByRole('cell', { name: 'Login' }).first()],
      ['access/column/Customer/Email', page.getByText('in all rows').first()],
      ['tokens', page.getByRole('heading', { name: 'You have no tokens' })],
      ['assistants', page.getByRole('heading', { name: 'What was asked' })],
    ] as const) {
      await page.goto(`${policed.address}/#/${fragment}`);
      await expect(shown).toBeVisible();
      await expectAccessible(page, fragment);
    }
  },
);

test('axe reports a violation', async ({ page, bench }) => {
  await page.goto(`${bench.address}/#/help`);
  await expect(page.getByRole('heading', { name: 'Keyboard' })).toBeVisible();
  await page.evaluate(() => document.querySelector('main')?.append(document.createElement('button')));
  expect(await violations(page)).toEqual([expect.stringMatching(/^button-name: /)]);
});
