import { useEffect, useRef, useState } from 'react';
import type { Pictures } from './use-pictures.ts';

const slideTime = 3000;

/** Goes on by itself, three seconds after each picture stands, until there is none left. */
export function useSlideShow({ loading, canStep, step }: Pictures): { playing: boolean; toggle: () => void } {
  const [wanted, setWanted] = useState(false);
  const playing = wanted && canStep.on;
  const goOn = useRef(step);
  useEffect(() => {
    goOn.current = step;
  });
  useEffect(() => {
    if (!playing || loading) return;
    const timer = setTimeout(() => goOn.current(1), slideTime);
    return () => clearTimeout(timer);
  }, [playing, loading]);
  return { playing, toggle: () => setWanted(!playing) };
}
