// Scrolls a column into view: the one that the person moves to, or one that was just added.
import { type RefObject, useEffect, useRef } from 'react';
import type { Layout } from './columnLayout.ts';

/** Space for the row numbers before the column, and for part of the next column. */
const AROUND = 60;

export function useColumnReveal(
  scroller: RefObject<HTMLElement | null>,
  layout: Layout,
): (index: number) => void {
  function reveal(index: number): void {
    const place = layout.columns[index];
    const element = scroller.current;
    if (!place || !element || place.pinned) return;
    const left = place.start - layout.pinnedWidth;
    const right = place.start + place.width;
    if (left < element.scrollLeft) element.scrollLeft = left;
    else if (right > element.scrollLeft + element.clientWidth - AROUND) {
      element.scrollLeft = right - element.clientWidth + AROUND;
    }
  }

  // Otherwise a new column far to the right would go unnoticed.
  const known = useRef<ReadonlySet<string>>(new Set());
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is revealed depends on the columns only
  useEffect(() => {
    const ids = layout.columns.map(({ column }) => column.id);
    const added = ids.findIndex((id) => !known.current.has(id));
    if (known.current.size > 0 && ids.length > known.current.size && added >= 0) reveal(added);
    known.current = new Set(ids);
  }, [layout.columns]);
  return reveal;
}
