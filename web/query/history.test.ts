import { expect, test } from 'vitest';
import { recordStep, redo, startHistory, undo } from './history.ts';

const three = recordStep(recordStep(startHistory('a'), 'b'), 'c');

test('undo and redo walk the same steps', () => {
  expect(undo(three).present).toBe('b');
  expect(undo(undo(three)).present).toBe('a');
  expect(redo(undo(three)).present).toBe('c');
});
test('at the ends nothing happens', () => {
  expect(undo(undo(undo(three))).present).toBe('a');
  expect(redo(three)).toBe(three);
});
test('a new edit forgets what was undone', () =>
  expect(redo(recordStep(undo(three), 'x')).present).toBe('x'));
test('edits with one tag are one step', () => {
  const typed = recordStep(
    recordStep(recordStep(startHistory(''), 'r', 'value'), 're', 'value'),
    'res',
    'value',
  );
  expect(undo(typed).present).toBe('');
});
test('no change is no step', () => expect(recordStep(three, 'c')).toBe(three));
