// Copies a text, and keeps the outcome for a moment.
import { useEffect, useState } from 'react';
import { putOnClipboard } from './clipboard.ts';

const STATE_DURATION_MS = 2000;

export type CopyState = 'idle' | 'done' | 'failed';

export function useCopy(): readonly [CopyState, (text: string) => void] {
  const [state, setState] = useState<CopyState>('idle');
  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), STATE_DURATION_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = (text: string): void => {
    void putOnClipboard(text).then((done) => setState(done ? 'done' : 'failed'));
  };
  return [state, copy];
}
