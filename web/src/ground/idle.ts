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
