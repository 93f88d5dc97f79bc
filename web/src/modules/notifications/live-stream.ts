import { session as calls } from '@dossier/contract/identity/sessions';
import { call } from '../../platform/call.ts';

const firstPause = 2_000;
const longestPause = 60_000;
/** Browsers allow six connections to a site across all tabs: a hidden tab closes its stream after this time. */
const hiddenMs = 5_000;

/** What a window does with the events of the live stream. */
interface LiveHandlers {
  /** Whenever the stream was opened: what happened before was not heard. */
  opened?: () => void;
  message?: () => void;
  unread?: () => void;
  /** A document is edited or locked by others than before. */
  item: (data: unknown) => void;
  /** The comments on a document that the user may read have changed. */
  comment?: (data: unknown) => void;
  /** Who is asked to acknowledge a document that the user manages, or what the user is asked themselves, has changed. */
  acknowledgement?: (data: unknown) => void;
}

/** Reads the live stream while the window is visible, until the signal; reconnects with a new ticket and increasing delay. */
export async function readStream(signal: AbortSignal, handlers: LiveHandlers): Promise<void> {
  let pause = firstPause;
  while (!signal.aborted) {
    await untilVisible(signal);
    if (signal.aborted) return;
    const opened = await openOnce(signal, handlers).catch(() => false);
    pause = opened ? firstPause : Math.min(pause * 2, longestPause);
    if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

function untilVisible(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const onVisibilityChange = (): void => {
      if (document.visibilityState !== 'visible' && !signal.aborted) return;
      document.removeEventListener('visibilitychange', onVisibilityChange);
      signal.removeEventListener('abort', onVisibilityChange);
      resolve();
    };
    document.addEventListener('visibilitychange', onVisibilityChange);
    signal.addEventListener('abort', onVisibilityChange);
    onVisibilityChange();
  });
}

/** Runs one stream until it fails or the tab is hidden; returns whether it was ever open. */
async function openOnce(signal: AbortSignal, handlers: LiveHandlers): Promise<boolean> {
  const { url } = await call(calls.streamTicket, {}, { quiet: true, signal });
  return new Promise((resolve) => {
    const source = new EventSource(url);
    const done = new AbortController();
    let opened = false;
    let leaving: ReturnType<typeof setTimeout> | undefined;
    const end = (): void => {
      clearTimeout(leaving);
      done.abort();
      source.close();
      resolve(opened);
    };
    const onVisibilityChange = (): void => {
      clearTimeout(leaving);
      if (document.visibilityState === 'hidden') leaving = setTimeout(end, hiddenMs);
    };
    document.addEventListener('visibilitychange', onVisibilityChange, { signal: done.signal });
    // a page in the back/forward cache must not keep its connection
    addEventListener('pagehide', end, { signal: done.signal });
    source.addEventListener('open', () => {
      if (!opened) handlers.opened?.();
      opened = true;
    });
    source.addEventListener('message', () => handlers.message?.());
    source.addEventListener('unread', () => handlers.unread?.());
    source.addEventListener('item', ({ data }: MessageEvent<string>) => handlers.item(JSON.parse(data)));
    source.addEventListener('comment', ({ data }: MessageEvent<string>) => handlers.comment?.(JSON.parse(data)));
    source.addEventListener('acknowledgement', ({ data }: MessageEvent<string>) => handlers.acknowledgement?.(JSON.parse(data)));
    source.addEventListener('error', end);
    signal.addEventListener('abort', end, { signal: done.signal });
    onVisibilityChange();
  });
}
