// Tries a file and then imports it: exactly once, even if answers are lost, and always reporting the outcome.
import { useEffect, useRef, useState } from 'react';
import { changes } from '../api/changes.ts';
import type { ImportDone, ImportOptions } from '../api/imports.ts';
import { late } from '../messages/late.ts';
import { randomId } from '../state/randomId.ts';
import { noteUnsaved } from '../state/unsaved.ts';
import { showToast } from '../ui/toast.ts';
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

export function useImporting(id: string, asked: ImportOptions): Importing {
  const { run, start, stop: abort } = useRun(id);
  const [phase, setPhase] = useState<Phase>('trying');
  // All attempts use the same idempotency key, so that the import is applied only once.
  const key = useRef(randomId());
  const sent = useRef<ImportOptions>(undefined);
  /** The import was sent, and its completion is not confirmed. */
  const isOpen = useRef(false);

  const begin = useRef(start);
  begin.current = start;
  useEffect(() => {
    void begin.current({ ...asked, dry_run: true });
  }, [asked]);

  // Leaving the page stops the import; its outcome is reported wherever the person is by then.
  useEffect(
    () => () => {
      noteUnsaved('import', null);
      if (isOpen.current) void outcomeOf(key.current).then(showOutcome);
    },
    [],
  );

  async function importAll(note: string): Promise<ImportDone | undefined> {
    sent.current = { ...asked, ...(note !== '' && { note }) };
    return sendAgain();
  }

  async function sendAgain(): Promise<ImportDone | undefined> {
    if (sent.current === undefined) return undefined;
    setPhase('importing');
    noteUnsaved('import', abort);
    isOpen.current = true;
    const done = await start(sent.current, key.current);
    noteUnsaved('import', null);
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
    const end = await outcomeOf(key.current);
    showOutcome(end);
    // The service recognizes the request, and repeats its answer.
    return end === 'done' ? sendAgain() : undefined;
  }

  return { run, phase, importAll, tryAgain, stop };
}

type ImportOutcome = 'done' | 'nothing' | 'unknown';

const POLL_MS = 300;
const TIMEOUT_MS = 20_000;

/** The outcome of a stopped or abandoned import. */
async function outcomeOf(key: string): Promise<ImportOutcome> {
  const until = performance.now() + TIMEOUT_MS;
  try {
    while (performance.now() < until) {
      const state = await changes.stateOf(key);
      if (state === 'done' || state === 'unknown') return state;
      if (state !== 'intent') return 'nothing';
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  } catch {
    // No answer.
  }
  return 'unknown';
}

function showOutcome(end: ImportOutcome): void {
  showToast(late.imports.ended[end], { tone: end === 'unknown' ? 'danger' : 'plain', durationMs: 10_000 });
}
