// Which element shows which row.
import { useLayoutEffect, useRef } from 'react';
import type { RowRange } from './scroll.ts';

/**
 * A row keeps its element while it stays in view. After a jump, no row does, and the old elements show the new rows:
 * changing an element takes half the time of making one.
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
