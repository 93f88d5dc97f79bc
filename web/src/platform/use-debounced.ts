import { useEffect, useState } from 'react';

const pauseMs = 300;

/** A text a moment after it last changed: not every letter asks the server. */
export function useDebounced(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
