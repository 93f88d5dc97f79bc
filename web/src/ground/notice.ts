/** A short message at the edge of the window; `undo` offers to take the deed back. */
export interface Notice {
  kind: 'success' | 'error' | 'warning' | 'info';
  text: string;
  /** Seconds; 0 stays until closed. */
  seconds?: number;
  action?: { label: string; run: () => void };
}

let show: ((entry: Notice) => void) | undefined;
let wake = (): void => undefined;
const waiting: Notice[] = [];

function put(entry: Notice): void {
  if (show) return show(entry);
  waiting.push(entry);
  wake();
}

/** Shows short messages from anywhere; those that come before the host stands are kept. */
export const notice = {
  success: (text: string): void => put({ kind: 'success', text }),
  error: (text: string): void => put({ kind: 'error', text, seconds: 6 }),
  warning: (text: string): void => put({ kind: 'warning', text, seconds: 5 }),
  info: (text: string, action?: Notice['action']): void => put({ kind: 'info', text, seconds: action ? 10 : 4, ...(action && { action }) }),
  /** Done, and can be taken back for ten seconds. */
  undo: (text: string, label: string, run: () => void): void => put({ kind: 'success', text, seconds: 10, action: { label, run } }),
};

/** The host takes over the showing, and everything that waited. */
export function hostNotices(host: (entry: Notice) => void): () => void {
  show = host;
  for (const entry of waiting.splice(0)) host(entry);
  return () => {
    if (show === host) show = undefined;
  };
}

/** Tells when a notice came before the host stood, so that the host is loaded only when needed. */
export function onWaitingNotice(tell: () => void): void {
  wake = tell;
  if (waiting.length > 0) tell();
}
