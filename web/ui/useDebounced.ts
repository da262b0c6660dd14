// A debounced text, so that not every keystroke sends a request.
import { useEffect, useState } from 'react';

const DEBOUNCE_MS = 250;

export function useDebounced(text: string): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
}
