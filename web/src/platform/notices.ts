/** A button of a notice. */
export interface NoticeAction {
  label: string;
  run: () => void;
}

/** A short message at the edge of the window; `undo` offers to revert the action. */
export interface Notice {
  kind: 'success' | 'error' | 'warning' | 'info';
  text: string;
  /** Seconds; 0 stays until closed. */
  seconds?: number;
  action?: NoticeAction;
  /** A second action, before the first. */
  also?: NoticeAction;
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

interface Undo extends NoticeAction {
  about?: readonly string[];
  also?: NoticeAction | undefined;
}

/** What the last notice with undo for some items would undo, also after its time, until something else is changed. */
let last: { id: string; about: readonly string[]; run: () => void } | undefined;
let undos = 0;

const endLast = (ids: readonly string[]): void => {
  if (last?.about.some((id) => ids.includes(id))) last = undefined;
};

/** Shows notices from anywhere; those before the host is mounted are queued. */
export const notice = {
  success: (text: string, action?: NoticeAction): void => dispatchNotice({ kind: 'success', text, ...(action && { seconds: 10, action }) }),
  error: (text: string): void => dispatchNotice({ kind: 'error', text, seconds: 6 }),
  warning: (text: string): void => dispatchNotice({ kind: 'warning', text, seconds: 5 }),
  info: (text: string, action?: NoticeAction): void =>
    dispatchNotice({ kind: 'info', text, seconds: action ? 10 : 4, ...(action && { action }) }),
  /** Progress of a long operation. */
  progress: (text: string): void => dispatchNotice({ kind: 'info', text, seconds: 2, key: 'progress' }),
  /** Success with undo, offered for ten seconds, and longer by `undoLast`. */
  undo: (text: string, { about = [], also, label, run }: Undo): void => {
    const id = `undo-${++undos}`;
    const own = [id, ...about];
    const undo = (): void => {
      endLast([id]);
      run();
    };
    if (about.length > 0) last = { id, about: own, run: undo };
    dispatchNotice({ kind: 'success', text, seconds: 10, action: { label, run: undo }, about: own, ...(also && { also }) });
  },
  /** Undo is no longer possible for these ids. */
  endUndo: (ids: readonly string[]): void => {
    endLast(ids);
    host?.end(ids);
  },
  /** Undoes what the last notice with undo is about; returns whether there was one. */
  undoLast: (): boolean => {
    if (last === undefined) return false;
    const { id, run } = last;
    host?.end([id]);
    run();
    return true;
  },
  /** Something was changed since: only the notice itself, as long as it stands, can undo what it is about. */
  noteChange: (): void => {
    last = undefined;
  },
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
