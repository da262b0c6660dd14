import { expect, test } from 'vitest';
import { record, redo, startHistory, undo } from './history.ts';

const three = record(record(startHistory('a'), 'b'), 'c');

test('undo and redo walk the same steps', () => {
  expect(undo(three).present).toBe('b');
  expect(undo(undo(three)).present).toBe('a');
  expect(redo(undo(three)).present).toBe('c');
});
test('at the ends nothing happens', () => {
  expect(undo(undo(undo(three))).present).toBe('a');
  expect(redo(three)).toBe(three);
});
test('a new edit forgets what was undone', () => expect(redo(record(undo(three), 'x')).present).toBe('x'));
test('edits with one tag are one step', () => {
  const typed = record(record(record(startHistory(''), 'r', 'value'), 're', 'value'), 'res', 'value');
  expect(undo(typed).present).toBe('');
});
test('no change is no step', () => expect(record(three, 'c')).toBe(three));
