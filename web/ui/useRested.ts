// A debounced text, so that not every keystroke sends a request.
import { useEffect, useState } from 'react';

const REST = 250;

export function useRested(text: string): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), REST);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
}
