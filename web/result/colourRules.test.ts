import { expect, test } from 'vitest';
import { localeFormat } from '../edit/localeFormat.ts';
import { readLimit, withPlainLimits, withShownLimits } from './colourRules.ts';

test.each([
  ['1000', 'en', '1000'],
  ['1,000.5', 'en', '1000.5'],
  ['1.000,5', 'de', '1000.5'],
  ['12.5%', 'en', '0.125'],
  ['-9,007,199,254,740,993', 'en', '-9007199254740993'],
  ['many', 'en', undefined],
  ['', 'en', undefined],
])('the limit “%s” (%s) is %s', (typed, locale, digits) =>
  expect(readLimit(typed, localeFormat(locale))).toBe(digits),
);

test('what is no number stays as typed', () => {
  const rule = { when: 'above', than: 'many', tone: 'good' } as const;
  expect(withPlainLimits({ rules: [rule, { ...rule, than: ' 5 ' }] }).rules).toEqual([
    rule,
    { ...rule, than: '5' },
  ]);
});

test('limits are shown as they are typed', () => {
  const rule = { when: 'above', than: '1234.5', tone: 'good' } as const;
  const shown = withShownLimits({ rules: [rule] });
  expect(shown.rules?.[0]?.than).toBe('1,234.5');
  expect(withPlainLimits(shown).rules).toEqual([rule]);
});
