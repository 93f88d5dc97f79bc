import { startTransition, useEffect, useState } from 'react';

let settled = false;
const waiting = new Set<() => void>();

/** Nothing is drawn in a hidden window, so nothing is waited for there. */
function afterFrame(run: () => void): void {
  if (document.hidden) {
    run();
    return;
  }
  requestAnimationFrame(() => {
    // A message comes after the frame that is being made.
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', run, { once: true });
    port1.start();
    port2.postMessage(undefined);
  });
}

function markPainted(): void {
  settled = true;
  // In slices: whatever the person does meanwhile goes first.
  startTransition(() => {
    for (const tell of waiting) tell();
  });
  waiting.clear();
}

/**
 * False until the first frame of the client has been shown, then true for good. What is dear to draw and not what one came for stays
 * out of that frame; its place is kept, so that nothing moves when it comes.
 */
export function useAfterFirstPaint(): boolean {
  const [now, setNow] = useState(settled);
  useEffect(() => {
    if (now) return;
    const tell = (): void => setNow(true);
    if (settled) tell();
    else if (waiting.add(tell).size === 1) afterFrame(markPainted);
    return () => void waiting.delete(tell);
  }, [now]);
  return now;
}

/** Does something when the browser has nothing better to do, after half a second at the latest; answers how to call it off. */
export function whenIdle(run: () => void): () => void {
  // Safari knows no idle time.
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(run, 200);
    return () => clearTimeout(timer);
  }
  const id = requestIdleCallback(run, { timeout: 500 });
  return () => cancelIdleCallback(id);
}
