// The query in the address, with undo and redo. The address is the source of truth: Back and Forward are edits, too.

import { useCallback, useMemo, useRef, useState } from 'react';
import { decode, encode } from '../../query/codec/codec.ts';
import type { QueryDocument } from '../../query/document.ts';
import { recordStep, redo, startHistory, undo } from '../../query/history.ts';
import { navigate } from '../../state/route.ts';
import { type EditOptions, type Workbench, workbenchAddress } from '../context.ts';

export interface DocumentState extends Pick<Workbench, 'edit' | 'undo' | 'redo'> {
  /** Undefined if the address contains no readable query. */
  readonly doc: QueryDocument | undefined;
}

export function useDocument(code: string, tab: string | undefined, saved: string | undefined): DocumentState {
  const doc = useMemo(() => decode(code), [code]);
  const [history, setHistory] = useState(() => startHistory(code));
  // The address changed from outside: the person went back or forward, or followed a link.
  if (history.present !== code) setHistory(recordStep(history, code));

  // Two edits in one event must build on each other, although there is no render in between.
  const latest = useRef({ doc, history, tab, saved });
  latest.current = { doc, history, tab, saved };

  const edit = useCallback((change: (doc: QueryDocument) => QueryDocument, options: EditOptions = {}) => {
    const { doc: before, history: past, ...place } = latest.current;
    if (!before) return;
    const next = change(before);
    const nextCode = encode(next);
    if (nextCode === past.present) return;
    const merged = options.tag !== undefined && options.tag === past.tag;
    const after = recordStep(past, nextCode, options.tag);
    latest.current = { doc: next, history: after, ...place };
    setHistory(after);
    navigate(workbenchAddress(place, nextCode, place.tab), merged ? 'replace' : 'push');
  }, []);

  const go = (move: typeof undo) => () => {
    const after = move(latest.current.history);
    setHistory(after);
    navigate(workbenchAddress(latest.current, after.present, latest.current.tab));
  };
  return {
    doc,
    edit,
    undo: history.past.length > 0 ? go(undo) : undefined,
    redo: history.future.length > 0 ? go(redo) : undefined,
  };
}
