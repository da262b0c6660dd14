import { describe, expect, test } from 'vitest';
import { freeSlug, slugOf } from './slugs.ts';

describe('a slug', () => {
  test.each([
    ['Sales by month', 'sales-by-month'],
    ['  Sales -- by/month!  ', 'sales-by-month'],
    ['Übergrößen & Café', 'ubergrossen-cafe'],
    ['Łódź, Århus, Ærø', 'lodz-arhus-aero'],
    ['İstanbul ısı', 'istanbul-isi'],
    ['ﬁle № 7', 'file-no-7'],
    ['売上', 'query'],
    ['🎉', 'query'],
    ['-', 'query'],
    ['../../etc/passwd', 'etc-passwd'],
    ['<script>alert(1)</script>', 'script-alert-1-script'],
    ['a\u0000b\ud800c', 'a-b-c'],
  ])('of %j is %s', (title, slug) => {
    expect(slugOf(title, 'query')).toBe(slug);
  });

  test('leaves room for a number', () => {
    expect(slugOf('x'.repeat(200), 'query')).toBe('x'.repeat(88));
    expect(slugOf(`${'x'.repeat(87)} y`, 'query')).toBe('x'.repeat(87));
  });
});

describe('a slug that is taken', () => {
  test('gets the next number with few lookups', async () => {
    const taken = new Set(['a', ...Array.from({ length: 9_999 }, (_, i) => `a-${i + 2}`)]);
    let looks = 0;
    const isTaken = async (slug: string) => {
      looks++;
      return taken.has(slug);
    };
    expect(await freeSlug('b', isTaken)).toBe('b');
    looks = 0;
    expect(await freeSlug('a', isTaken)).toBe('a-10001');
    expect(looks).toBeLessThan(40);
  });

  test('gets a free number despite gaps', async () => {
    const taken = new Set(['a', 'a-2', 'a-4', 'a-5']);
    const slug = await freeSlug('a', async (given) => taken.has(given));
    expect(slug).toMatch(/^a-\d+$/);
    expect(taken.has(slug)).toBe(false);
  });
});
