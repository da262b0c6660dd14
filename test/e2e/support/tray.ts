/** The pending edits as a person sees them: the tray, the review, and applying it. */
import { expect, type Locator, type Page } from '@playwright/test';

/** The tray at the bottom of the page. */
export const trayOf = (page: Page) => page.getByRole('region', { name: 'Changes that are not applied yet' });

export async function review(page: Page): Promise<Locator> {
  await trayOf(page).getByRole('button', { name: 'Review…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Changes that are not applied yet' });
  await expect(dialog).toBeVisible();
  // It starts scrolled to the top, however many rows there are.
  await expect(dialog.getByRole('heading').first()).toBeInViewport();
  return dialog;
}

export async function apply(page: Page): Promise<void> {
  const dialog = await review(page);
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(trayOf(page)).toBeHidden();
}
