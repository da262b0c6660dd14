// Maps rows to DOM elements.
import { useLayoutEffect, useRef } from 'react';
import type { RowRange } from './scroll.ts';

/**
 * A row keeps its element while it stays in view. After a jump the old elements are reused for the new rows: updating
 * an element takes half as long as creating one.
 */
export function useRowKeys(drawn: RowRange): (index: number) => number {
  const last = useRef({ ...drawn, shift: 0 });
  const before = last.current;
  const jumped = drawn.first >= before.end || drawn.end <= before.first;
  const shift = jumped ? before.shift + drawn.first - before.first : before.shift;
  const { first, end } = drawn;
  useLayoutEffect(() => {
    last.current = { first, end, shift };
  }, [first, end, shift]);
  return (index) => index - shift;
}
