/** A short message at the edge of the window; `undo` offers to take the deed back. */
export interface Notice {
  kind: 'success' | 'error' | 'warning' | 'info';
  text: string;
  /** Seconds; 0 stays until closed. */
  seconds?: number;
  action?: { label: string; run: () => void };
  /** A later message of the same key takes the place of this one. */
  key?: string;
  /** The ids of what the action is about: whoever changes them otherwise ends the offer. */
  about?: readonly string[];
}

interface NoticeHost {
  show: (entry: Notice) => void;
  /** Takes away the offers that are about one of these ids. */
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

/** Shows short messages from anywhere; those that come before the host stands are kept. */
export const notice = {
  success: (text: string, action?: Notice['action']): void =>
    dispatchNotice({ kind: 'success', text, ...(action && { seconds: 10, action }) }),
  error: (text: string): void => dispatchNotice({ kind: 'error', text, seconds: 6 }),
  warning: (text: string): void => dispatchNotice({ kind: 'warning', text, seconds: 5 }),
  info: (text: string, action?: Notice['action']): void =>
    dispatchNotice({ kind: 'info', text, seconds: action ? 10 : 4, ...(action && { action }) }),
  /** How far a long deed has come. */
  progress: (text: string): void => dispatchNotice({ kind: 'info', text, seconds: 2, key: 'progress' }),
  /** Done, and can be taken back for ten seconds. */
  undo: (text: string, { about, ...action }: Undo): void =>
    dispatchNotice({ kind: 'success', text, seconds: 10, action, ...(about && { about }) }),
  /** What was offered to be taken back about these ids cannot be any more. */
  endUndo: (ids: readonly string[]): void => host?.end(ids),
};

/** The host takes over the showing, with everything that waited, and the taking away. */
export function hostNotices(show: NoticeHost['show'], end: NoticeHost['end']): () => void {
  const next = { show, end };
  host = next;
  for (const entry of waiting.splice(0)) next.show(entry);
  return () => {
    if (host === next) host = undefined;
  };
}

/** Tells when a notice came before the host stood, so that the host is loaded only when needed. */
export function onWaitingNotice(tell: () => void): void {
  onWaiting = tell;
  if (waiting.length > 0) tell();
}
