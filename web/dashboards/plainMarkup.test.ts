import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inlineParts, textBlocks } from './plainMarkup.ts';

test('headings, lists and paragraphs are recognised', () =>
  expect(textBlocks('# Sales\nby country\nand year\n\n- one\n- **two**\n')).toEqual([
    { kind: 'heading', level: 1, parts: [{ kind: 'text', text: 'Sales' }] },
    { kind: 'paragraph', parts: [{ kind: 'text', text: 'by country\nand year' }] },
    {
      kind: 'list',
      items: [[{ kind: 'text', text: 'one' }], [{ kind: 'bold', text: 'two' }]],
    },
  ]));

test('marks within a line are recognised', () =>
  expect(inlineParts('a **b** *c* `d` [e](https://example.org/x)')).toEqual([
    { kind: 'text', text: 'a ' },
    { kind: 'bold', text: 'b' },
    { kind: 'text', text: ' ' },
    { kind: 'italic', text: 'c' },
    { kind: 'text', text: ' ' },
    { kind: 'code', text: 'd' },
    { kind: 'text', text: ' ' },
    { kind: 'link', text: 'e', href: 'https://example.org/x' },
  ]));

test.each(['javascript:alert(1)', 'JavaScript:alert(1)', 'data:text/html,x', '//evil', ' javascript:x'])(
  'a link to %s stays plain text',
  (href) => expect(inlineParts(`[x](${href})`).every(({ kind }) => kind === 'text')).toBe(true),
);

test('no text is lost', () =>
  fc.assert(
    fc.property(fc.string(), (text) => {
      const said = inlineParts(text).map((part) => part.text);
      expect(said.every((part) => text.includes(part))).toBe(true);
      if (!/[*`[]/.test(text)) expect(said.join('')).toBe(text);
    }),
  ));
