import { expect, test } from 'vitest';
import { recordStep, redo, startHistory, undo } from './history.ts';

const three = recordStep(recordStep(startHistory('a'), 'b'), 'c');

test('undo and redo go through the same steps', () => {
  expect(undo(three).present).toBe('b');
  expect(undo(undo(three)).present).toBe('a');
  expect(redo(undo(three)).present).toBe('c');
});
test('undo at the start and redo at the end change nothing', () => {
  expect(undo(undo(undo(three))).present).toBe('a');
  expect(redo(three)).toBe(three);
});
test('a new edit discards the undone steps', () =>
  expect(redo(recordStep(undo(three), 'x')).present).toBe('x'));
test('consecutive edits with the same tag are one step', () => {
  const typed = recordStep(
    recordStep(recordStep(startHistory(''), 'r', 'value'), 're', 'value'),
    'res',
    'value',
  );
  expect(undo(typed).present).toBe('');
});
test('an unchanged document is not a step', () => expect(recordStep(three, 'c')).toBe(three));
