import { useEffect, useState } from 'react';

const pauseMs = 300;

/** A debounced text: not every keystroke sends a query. */
export function useDebounced(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
