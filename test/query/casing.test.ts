/** Upper and lower case in all of Unicode, the same on every engine. */
import { describe, expect, test } from 'vitest';
import { liveEngines } from '../support/servers.ts';
import { fn, shopOn, value } from './shop.ts';

/** Letters that got a case partner only in Unicode 16, which servers may not know yet. */
const young = new Set(
  '\u019b\u0264\u1c89\u1c8a\ua7cb\ua7cc\ua7cd\ua7ce\ua7cf\ua7d2\ua7d3\ua7d4\ua7d5\ua7da\ua7db\ua7dc',
);

const letters = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).filter(
  (letter) => /\p{L}/u.test(letter) && !young.has(letter),
);

describe.each(liveEngines)('on %s', (engine) => {
  const shop = shopOn(engine);

  const cased = async (how: string, text: string) => {
    const expr = fn(how, value(text));
    const [row] = await shop.rows({
      entities: [{ id: 'customer', attributes: [{ alias: 'x', expr }] }],
      limit: 1,
    });
    return row?.[0];
  };

  test.each([
    ['UPPER', (text: string) => text.toUpperCase()],
    ['LOWER', (text: string) => text.toLowerCase()],
  ] as const)('%s converts every letter', async (how, expected) => {
    for (let from = 0; from < letters.length; from += 5_000) {
      const text = letters.slice(from, from + 5_000).join(' ');
      const found = String(await cased(how, text)).split(' ');
      const wrong = expected(text)
        .split(' ')
        .flatMap((right, i) => (right === found[i] ? [] : [`${letters[from + i]}: ${found[i]}`]));
      expect(wrong).toEqual([]);
    }
  });

  test.each(['ΟΔΟΣ', 'ΣΣ', "Α'Σ", "ΑΣ'Β", 'Α\u0301Σ', 'ΑΣ\u0301', 'Σ', 'Α Σ', 'ΑΣ.', '1Σ', 'ΑΣΒ ΑΣ'])(
    'LOWER turns the last sigma of %s into the right letter',
    async (text) => {
      expect(await cased('LOWER', text)).toBe(text.toLowerCase());
    },
  );
});
