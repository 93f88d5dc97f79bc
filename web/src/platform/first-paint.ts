import { startTransition, useEffect, useState } from 'react';

let settled = false;
const waiting = new Set<() => void>();

/** A hidden window renders no frames, so there is nothing to wait for. */
function afterFrame(run: () => void): void {
  if (document.hidden) {
    run();
    return;
  }
  requestAnimationFrame(() => {
    // The message arrives after the current frame.
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', run, { once: true });
    port1.start();
    port2.postMessage(undefined);
  });
}

function markPainted(): void {
  settled = true;
  // As a transition, so that user input comes first.
  startTransition(() => {
    for (const notify of waiting) notify();
  });
  waiting.clear();
}

/**
 * False until the first frame was painted, then always true. Expensive, secondary parts are left out of that frame; their space is
 * reserved, so that nothing moves when they appear.
 */
export function useAfterFirstPaint(): boolean {
  const [now, setNow] = useState(settled);
  useEffect(() => {
    if (now) return;
    const notify = (): void => setNow(true);
    if (settled) notify();
    else if (waiting.add(notify).size === 1) afterFrame(markPainted);
    return () => void waiting.delete(notify);
  }, [now]);
  return now;
}

/** Runs a function when the browser is idle, after half a second at the latest; returns a function that cancels it. */
export function whenIdle(run: () => void): () => void {
  // Safari has no idle callback.
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(run, 200);
    return () => clearTimeout(timer);
  }
  const id = requestIdleCallback(run, { timeout: 500 });
  return () => cancelIdleCallback(id);
}
