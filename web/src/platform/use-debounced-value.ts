import { useEffect, useState } from 'react';

/** A value debounced by a number of milliseconds. */
export function useDebouncedValue<T>(value: T, ms: number): T {
  const key = JSON.stringify(value);
  const [later, setLater] = useState({ key, value });
  useEffect(() => {
    const timer = setTimeout(() => setLater({ key, value: JSON.parse(key) as T }), ms);
    return () => clearTimeout(timer);
  }, [key, ms]);
  return later.value;
}
