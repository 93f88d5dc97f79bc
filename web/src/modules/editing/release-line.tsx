import { content } from '@dossier/contract/documents/content';
import { messages, msgType } from '@dossier/contract/notifications/messages';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { call } from '../../platform/call.ts';
import { useText } from '../../platform/i18n.ts';
import { session } from '../../platform/sessions.ts';
import { readStream } from '../notifications/live-stream.ts';
import { markRead } from '../notifications/messages.ts';
import { NoticeLine, TextButton, useLeaveViewer } from '../preview/viewer-parts.tsx';

/** The lock type of the lock that editors and users share. */
const lockType = 1;
/** The stream is opened when the document is there, which it must not delay. */
const connectAfterMs = 1000;
/** Who asked longer ago waits no more, in milliseconds. */
const freshMs = 15 * 60_000;
const mostAsked = 20;

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

type Message = Awaited<ReturnType<typeof requestsFor>>[number];

/** Who has asked for a document lately, the last first. */
async function requestsFor(id: string) {
  const { list } = await call(messages.unread, { pageSize: mostAsked }, { quiet: true });
  const since = Date.now() - freshMs;
  return list.filter((one) => one.msgType === msgType.releaseAsked && one.objId === id && Date.parse(one.createdDt) > since);
}

/** Says that somebody waits for the document that is being written, and offers to leave it to them. */
export function ReleaseLine({ writing }: { writing: Writing }): ReactNode {
  const t = useText('editing.editor');
  const leave = useLeaveViewer();
  const [asked, setAsked] = useState<readonly Message[]>([]);
  const [isLeaving, setLeaving] = useState(false);
  const latest = useRef(writing);
  latest.current = writing;
  const { id } = writing;
  useEffect(() => {
    if (session.viewsAs()) return undefined;
    const stop = new AbortController();
    const look = (): void =>
      void requestsFor(id).then(
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
    };
    const timer = setTimeout(() => void readStream(stop.signal, { opened, message: look, item }), connectAfterMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [id]);
  const [newest] = asked;
  if (newest === undefined) return null;
  const settle = (): void => {
    setAsked([]);
    for (const one of asked) void markRead(one).catch(() => undefined);
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
      <TextButton onClick={settle}>{t('notNow')}</TextButton>
    </NoticeLine>
  );
}
