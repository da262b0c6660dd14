/** The pages show only existing pictures, and every picture is used. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const pages = ['README.md', 'docs/screens.md', 'docs/questions.md', 'docs/guide-policy.md'];

function shown(page: string): readonly string[] {
  const text = readFileSync(join(root, page), 'utf8');
  const sources = text.matchAll(/(?:src|srcset)="([^"]+)"|!\[[^\]]*\]\(([^)]+)\)/g);
  return [...sources].map(([, tag, markdown]) =>
    relative(root, join(root, dirname(page), tag ?? markdown ?? '')),
  );
}

test('the pages show every picture, and only existing ones', () => {
  const taken = readdirSync(join(root, 'docs/images')).map((name) => `docs/images/${name}`);
  expect([...new Set(pages.flatMap(shown))].sort()).toEqual(taken.sort());
});
