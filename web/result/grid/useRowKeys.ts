// Which element shows which row.
import { useLayoutEffect, useRef } from 'react';
import type { RowRange } from './scroll.ts';

/**
 * Rows keep their elements while they stay in view. After a jump, where none does, the elements of the rows before show
 * the new ones: to change them takes half the time of making others.
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
