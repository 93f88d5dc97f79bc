import { content } from '@dossier/contract/documents/content';
import { editing } from '@dossier/contract/editing/editing';
import { type Message, msgType } from '@dossier/contract/notifications/messages';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { call } from '../../platform/call.ts';
import { useText } from '../../platform/i18n.ts';
import { session } from '../../platform/sessions.ts';
import { refreshComments, showCommentChange } from '../documents/comment-news.ts';
import { readStream } from '../notifications/live-stream.ts';
import { freshMessages, markRead } from '../notifications/messages.ts';
import { NoticeLine, TextButton, useLeaveViewer } from '../preview/viewer-parts.tsx';

/** The lock type of the lock that editors and users share. */
const lockType = 1;
/** The stream is opened when the document is there, which it must not delay. */
const connectAfterMs = 1000;

/** What an editor tells of a document that others may wait for. */
export interface Writing {
  id: string;
  /** Makes a version; answers whether all that was written is in one. */
  save: () => Promise<boolean>;
  /** Whether others write in it, too. */
  isShared: boolean;
  /** Called when the document is edited or locked by others than before. */
  changed?: () => void;
}

/** Who waits for the document that is being written, heard live. */
function useRequests(writing: Writing): [readonly Message[], (asked: readonly Message[]) => void] {
  const [asked, setAsked] = useState<readonly Message[]>([]);
  const latest = useRef(writing);
  latest.current = writing;
  const { id } = writing;
  useEffect(() => {
    if (session.viewsAs()) return undefined;
    const stop = new AbortController();
    const look = (): void =>
      void freshMessages(id, msgType.releaseAsked).then(
        (found) => !stop.signal.aborted && setAsked(found),
        () => undefined,
      );
    const changed = (): void => latest.current.changed?.();
    const item = (data: unknown): void => {
      if ((data as { id?: string }).id === id) changed();
    };
    const opened = (): void => {
      look();
      changed();
      void refreshComments(id);
    };
    const heard = { message: look, item, comment: showCommentChange };
    const timer = setTimeout(() => void readStream(stop.signal, { opened, ...heard }), connectAfterMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [id]);
  return [asked, setAsked];
}

/** Says that somebody waits for the document that is being written, and offers to leave it to them. */
export function ReleaseLine({ writing }: { writing: Writing }): ReactNode {
  const t = useText('editing.editor');
  const leave = useLeaveViewer();
  const [asked, setAsked] = useRequests(writing);
  const [isLeaving, setLeaving] = useState(false);
  const { id } = writing;
  const [newest] = asked;
  if (newest === undefined) return null;
  const settle = (): void => {
    setAsked([]);
    for (const one of asked) void markRead(one).catch(() => undefined);
  };
  // 4620 where the lock is another's by now
  const refuse = (): void => {
    setAsked([]);
    void call(editing.refuseRelease, { id }, { quiet: true }).catch(() => undefined);
  };
  const release = async (): Promise<void> => {
    setLeaving(true);
    try {
      // what could not be saved is said by another line
      if (!(await writing.save())) return;
      settle();
      // a lock by hand stays when the editor is left; 4620 where there is none
      if (!writing.isShared) await call(content.unlock, { id, lockType }, { quiet: true }).catch(() => undefined);
      leave();
    } finally {
      setLeaving(false);
    }
  };
  return (
    <NoticeLine role="alert">
      <span>{newest.content}</span>
      <TextButton disabled={isLeaving} onClick={() => void release()}>
        {t('saveAndClose')}
      </TextButton>
      <TextButton onClick={refuse}>{t('notNow')}</TextButton>
    </NoticeLine>
  );
}
