// Tries a file and then imports it: exactly once, even if answers are lost, and always reporting the outcome.
import { useEffect, useRef, useState } from 'react';
import { changes } from '../api/changes.ts';
import type { ImportAsked, ImportDone } from '../api/imports.ts';
import { late } from '../messages/late.ts';
import { randomId } from '../state/randomId.ts';
import { say } from '../ui/toast.ts';
import { type Run, useRun } from './useRun.ts';

/** The current or last phase. */
type Phase = 'trying' | 'importing' | 'stopping';

export interface Importing {
  readonly run: Run | undefined;
  readonly phase: Phase;
  /** Undefined if nothing was imported. A failed import may be retried; it is applied only once. */
  readonly importAll: (note: string) => Promise<ImportDone | undefined>;
  readonly tryAgain: () => Promise<void>;
  /** Stops the current phase; resolves to the summary if the import finished first. */
  readonly stop: () => Promise<ImportDone | undefined>;
}

export function useImporting(id: string, asked: ImportAsked): Importing {
  const { run, start, stop: abort } = useRun(id);
  const [phase, setPhase] = useState<Phase>('trying');
  // All attempts use the same idempotency key, so that the import is applied only once.
  const key = useRef(randomId());
  const sent = useRef<ImportAsked>(undefined);
  const isUnderWay = useRef(false);
  /** The import was sent, and its completion is not confirmed. */
  const isOpen = useRef(false);

  const begin = useRef(start);
  begin.current = start;
  useEffect(() => {
    void begin.current({ ...asked, dry_run: true });
  }, [asked]);

  // Leaving the page stops the import; its outcome is reported wherever the person is by then.
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (isUnderWay.current) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => {
      window.removeEventListener('beforeunload', ask);
      if (isOpen.current) void endOf(key.current).then(sayEnd);
    };
  }, []);

  async function importAll(note: string): Promise<ImportDone | undefined> {
    sent.current = { ...asked, ...(note !== '' && { note }) };
    return sendAgain();
  }

  async function sendAgain(): Promise<ImportDone | undefined> {
    if (sent.current === undefined) return undefined;
    setPhase('importing');
    isUnderWay.current = true;
    isOpen.current = true;
    const done = await start(sent.current, key.current);
    isUnderWay.current = false;
    if (done !== undefined) isOpen.current = false;
    return done;
  }

  async function tryAgain(): Promise<void> {
    setPhase('trying');
    await start({ ...asked, dry_run: true });
  }

  async function stop(): Promise<ImportDone | undefined> {
    abort();
    if (!isOpen.current) return undefined;
    setPhase('stopping');
    isOpen.current = false;
    const end = await endOf(key.current);
    sayEnd(end);
    // The service recognizes the request, and repeats its answer.
    return end === 'done' ? sendAgain() : undefined;
  }

  return { run, phase, importAll, tryAgain, stop };
}

type End = 'done' | 'nothing' | 'unknown';

const LOOK_AGAIN_MS = 300;
const PATIENCE_MS = 20_000;

/** The outcome of a stopped or abandoned import. */
async function endOf(key: string): Promise<End> {
  const until = performance.now() + PATIENCE_MS;
  try {
    while (performance.now() < until) {
      const state = await changes.stateOf(key);
      if (state === 'done' || state === 'unknown') return state;
      if (state !== 'intent') return 'nothing';
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
    }
  } catch {
    // No answer.
  }
  return 'unknown';
}

function sayEnd(end: End): void {
  say(late.imports.ended[end], { tone: end === 'unknown' ? 'danger' : 'plain', stays: 10_000 });
}
