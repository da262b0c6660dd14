// `npm run screenshots [screen …]`: takes screenshots, light, dark and on a phone, into docs/images.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import { Bench } from '../test/e2e/support/bench.ts';
import { startService } from '../test/e2e/support/demo.ts';
import { serveStored, shopPolicy } from '../test/e2e/support/people.ts';
import { addressOf, type Screen, screens } from '../test/e2e/support/screens.ts';
import { serveShop } from '../test/e2e/support/shop.ts';
import { chromiumPath } from '../test/support/chromium.ts';

const folder = 'docs/images';

const desktop = { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 };
const looks: Readonly<Record<string, BrowserContextOptions>> = {
  light: { ...desktop, colorScheme: 'light' },
  dark: { ...desktop, colorScheme: 'dark' },
  phone: {
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 1,
    hasTouch: true,
    isMobile: true,
    colorScheme: 'light',
  },
};

/** Visually the same image in a third of the bytes. */
async function toWebp(page: Page, png: Buffer): Promise<Buffer> {
  const text = await page.evaluate(
    async (source) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = document.createElement('canvas');
      canvas.width = image.naturalWidth;
      canvas.height = image.naturalHeight;
      canvas.getContext('2d')?.drawImage(image, 0, 0);
      return canvas.toDataURL('image/webp', 0.9);
    },
    `data:image/png;base64,${png.toString('base64')}`,
  );
  return Buffer.from(text.slice(text.indexOf(',') + 1), 'base64');
}

async function photograph(
  browser: Browser,
  darkroom: Page,
  screen: Screen,
  look: string,
  address: string,
): Promise<void> {
  const context = await browser.newContext({
    ...looks[look],
    locale: 'en-US',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await screen.show(new Bench(page, address));
  await page.evaluate(() => document.fonts.ready);
  await page.waitForLoadState('networkidle');
  const png = await page.screenshot({ animations: 'disabled', caret: 'hide' });
  await writeFile(join(folder, `${screen.name}-${look}.webp`), await toWebp(darkroom, png));
  await context.close();
}

const temporary = await mkdtemp(join(tmpdir(), 'joinery-screenshots-'));
const users = join(temporary, 'users');
await writeFile(users, 'ada=correct horse\n');
await mkdir(folder, { recursive: true });
await using open = await startService();
await using guarded = await startService('--users', users);
await using keeper = await startService();
await using policed = await serveStored(join(temporary, 'policed'), shopPolicy);
await using shop = await serveShop(temporary);
const services = { demo: open, guarded, keeper, policed, shop };
const browser = await chromium.launch({
  executablePath: await chromiumPath(),
  args: ['--no-sandbox', '--disable-gpu', '--font-render-hinting=none'],
});
const darkroom = await browser.newPage();
const wanted = process.argv.slice(2);
for (const screen of screens) {
  if (wanted.length > 0 && !wanted.includes(screen.name)) continue;
  for (const look of Object.keys(looks)) {
    if (look === 'phone' && screen.wideOnly) continue;
    await photograph(browser, darkroom, screen, look, addressOf(screen, services));
    console.log(`${screen.name}-${look}`);
  }
}
await browser.close();
await rm(temporary, { recursive: true });
