// Copies a text and remembers for a moment how that went.
import { useEffect, useState } from 'react';

const MOMENT = 2000;

export type CopyState = 'idle' | 'done' | 'failed';

export function useCopy(): readonly [CopyState, (text: string) => void] {
  const [state, setState] = useState<CopyState>('idle');
  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), MOMENT);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = (text: string): void => {
    navigator.clipboard.writeText(text).then(
      () => setState('done'),
      () => setState('failed'),
    );
  };
  return [state, copy];
}
