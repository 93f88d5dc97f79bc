import { useCallback, useEffect, useState } from 'react';

/** Seconds that are left of a time that `start` begins; 0 once it is over. */
export function useCountdown(): [left: number, start: (seconds: number) => void] {
  const [end, setEnd] = useState(0);
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (end === 0) return;
    const look = (): void => setLeft(Math.max(0, Math.ceil((end - Date.now()) / 1000)));
    const timer = setInterval(look, 500);
    return () => clearInterval(timer);
  }, [end]);
  const start = useCallback((seconds: number): void => {
    setEnd(Date.now() + seconds * 1000);
    setLeft(seconds);
  }, []);
  return [left, start];
}
