import { type ReactNode, useSyncExternalStore } from 'react';
import { formatExactTime, formatNumber, formatRelativeTime, formatSize } from '../format.ts';
import { useLanguage } from '../i18n.ts';

/** A size in bytes, in tabular figures, with the exact number as tooltip. */
export function FileSize({ bytes }: { bytes: number }): ReactNode {
  const language = useLanguage();
  return (
    <span title={`${formatNumber(bytes, language)} B`} style={{ fontVariantNumeric: 'tabular-nums' }}>
      {formatSize(bytes, language)}
    </span>
  );
}

let now = Date.now();
const listeners = new Set<() => void>();
setInterval(() => {
  now = Date.now();
  for (const notify of listeners) notify();
}, 30_000);

function subscribe(notify: () => void): () => void {
  if (listeners.size === 0) now = Date.now();
  listeners.add(notify);
  return () => listeners.delete(notify);
}

/** A relative time that is updated, with the exact time as tooltip. */
export function RelativeTime({ iso }: { iso: string }): ReactNode {
  useLanguage();
  const clock = useSyncExternalStore(subscribe, () => now);
  return (
    <time dateTime={iso} title={formatExactTime(iso)}>
      {formatRelativeTime(iso, clock)}
    </time>
  );
}
