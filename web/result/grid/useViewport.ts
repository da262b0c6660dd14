// The scroll position and size of the grid, read once per frame.
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { afterScroll, type Extent, isScaled, type Position, revealRow, toBar } from './scroll.ts';

export interface Viewport {
  readonly position: Position;
  readonly left: number;
  readonly width: number;
  readonly height: number;
}

const initialViewport: Viewport = { position: { barTop: 0, contentTop: 0 }, left: 0, width: 0, height: 0 };
/** Scrolling counts as finished after a pause of this length. */
const SETTLE_MS = 140;

/** `around`: the height taken by header and footer. */
export function useViewport(
  scroller: RefObject<HTMLElement | null>,
  rows: number,
  rowHeight: number,
  around: number,
) {
  const [viewport, setViewport] = useState(initialViewport);
  const current = useRef(initialViewport);
  const extent: Extent = { rows, viewport: Math.max(0, viewport.height - around), rowHeight };
  const latest = useRef(extent);
  latest.current = extent;

  const put = useCallback((next: Viewport) => {
    current.current = next;
    setViewport(next);
  }, []);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const measure = () =>
      put({ ...current.current, width: element.clientWidth, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller, put]);

  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    let frame = 0;
    let rest: ReturnType<typeof setTimeout> | undefined;
    const settle = () => {
      const { position } = current.current;
      if (!isScaled(latest.current)) return;
      const barTop = toBar(latest.current, position.contentTop);
      if (Math.abs(barTop - element.scrollTop) < 1) return;
      put({ ...current.current, position: { ...position, barTop } });
      element.scrollTop = barTop;
    };
    const read = () => {
      frame = 0;
      const { position } = current.current;
      const next = afterScroll(latest.current, position, element.scrollTop);
      if (next.barTop !== position.barTop || element.scrollLeft !== current.current.left) {
        put({ ...current.current, position: next, left: element.scrollLeft });
      }
    };
    const onScroll = () => {
      frame ||= requestAnimationFrame(read);
      clearTimeout(rest);
      rest = setTimeout(settle, SETTLE_MS);
    };
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      element.removeEventListener('scroll', onScroll);
      cancelAnimationFrame(frame);
      clearTimeout(rest);
    };
  }, [scroller, put]);

  const goTo = useCallback(
    (contentTop: number) => {
      const element = scroller.current;
      if (!element) return;
      const barTop = toBar(latest.current, contentTop);
      put({ ...current.current, position: { barTop, contentTop } });
      element.scrollTop = barTop;
    },
    [scroller, put],
  );

  const reveal = useCallback(
    (row: number) => {
      const before = current.current.position.contentTop;
      const after = revealRow(latest.current, before, row);
      if (after !== before) goTo(after);
    },
    [goTo],
  );

  return { viewport, extent, reveal, goTo };
}
