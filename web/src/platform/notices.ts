/** A short message at the edge of the window; `undo` offers to revert the action. */
export interface Notice {
  kind: 'success' | 'error' | 'warning' | 'info';
  text: string;
  /** Seconds; 0 stays until closed. */
  seconds?: number;
  action?: { label: string; run: () => void };
  /** A later message with the same key replaces this one. */
  key?: string;
  /** Ids of the items affected; another change to one of them ends the offer. */
  about?: readonly string[];
}

interface NoticeHost {
  show: (entry: Notice) => void;
  /** Removes the offers about one of these ids. */
  end: (ids: readonly string[]) => void;
}

let host: NoticeHost | undefined;
let onWaiting = (): void => undefined;
const waiting: Notice[] = [];

function dispatchNotice(entry: Notice): void {
  if (host) return host.show(entry);
  waiting.push(entry);
  onWaiting();
}

interface Undo {
  label: string;
  run: () => void;
  about?: readonly string[];
}

/** Shows notices from anywhere; those before the host is mounted are queued. */
export const notice = {
  success: (text: string, action?: Notice['action']): void =>
    dispatchNotice({ kind: 'success', text, ...(action && { seconds: 10, action }) }),
  error: (text: string): void => dispatchNotice({ kind: 'error', text, seconds: 6 }),
  warning: (text: string): void => dispatchNotice({ kind: 'warning', text, seconds: 5 }),
  info: (text: string, action?: Notice['action']): void =>
    dispatchNotice({ kind: 'info', text, seconds: action ? 10 : 4, ...(action && { action }) }),
  /** Progress of a long operation. */
  progress: (text: string): void => dispatchNotice({ kind: 'info', text, seconds: 2, key: 'progress' }),
  /** Success with undo, offered for ten seconds. */
  undo: (text: string, { about, ...action }: Undo): void =>
    dispatchNotice({ kind: 'success', text, seconds: 10, action, ...(about && { about }) }),
  /** Undo is no longer possible for these ids. */
  endUndo: (ids: readonly string[]): void => host?.end(ids),
};

/** Registers the host, which gets the queued notices. */
export function hostNotices(show: NoticeHost['show'], end: NoticeHost['end']): () => void {
  const next = { show, end };
  host = next;
  for (const entry of waiting.splice(0)) next.show(entry);
  return () => {
    if (host === next) host = undefined;
  };
}

/** Calls back when a notice is queued before the host is mounted, so that the host is loaded on demand. */
export function onWaitingNotice(notify: () => void): void {
  onWaiting = notify;
  if (waiting.length > 0) notify();
}
