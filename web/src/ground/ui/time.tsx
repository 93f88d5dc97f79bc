import { type ReactNode, useSyncExternalStore } from 'react';
import { exactTime, relativeTime } from '../amounts.ts';
import { useLang } from '../text.ts';

let now = Date.now();
const listeners = new Set<() => void>();
setInterval(() => {
  now = Date.now();
  for (const tell of listeners) tell();
}, 30_000);

function subscribe(tell: () => void): () => void {
  if (listeners.size === 0) now = Date.now();
  listeners.add(tell);
  return () => listeners.delete(tell);
}

/** A time as a distance that keeps up, with the exact time on hover. */
export function Time({ iso }: { iso: string }): ReactNode {
  useLang();
  const clock = useSyncExternalStore(subscribe, () => now);
  return (
    <time dateTime={iso} title={exactTime(iso)}>
      {relativeTime(iso, clock)}
    </time>
  );
}
