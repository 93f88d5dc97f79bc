import { content } from '@dossier/contract/content';
import type { Item } from '@dossier/contract/library';
import { useEffect, useRef, useState } from 'react';
import { CallError } from '../../../ground/call.ts';
import { notice } from '../../../ground/notice.ts';
import { refresh } from '../../../ground/query.ts';
import { useText } from '../../../ground/text.ts';
import { refreshLists } from '../../library/area.ts';
import { type RevisionSending, refusalOf, sendRevision } from './send-revision.ts';

export interface NewVersion {
  file: File;
  note: string;
  major: boolean;
}

export interface RevisionUpload {
  /** Part of the bytes that has gone, 0 to 1; absent while nothing is on its way. */
  part?: number;
  failure?: string;
  send: (version: NewVersion) => Promise<void>;
  stop: () => void;
}

/** Sends a new version of a document, tells how far it is, and refreshes the lists when it stands. */
export function useRevisionSending(item: Item, sent: () => void): RevisionUpload {
  const t = useText('content');
  const [part, setPart] = useState<number>();
  const [failure, setFailure] = useState<string>();
  const running = useRef<RevisionSending>(undefined);
  useEffect(() => () => running.current?.stop(), []);
  const send = async (version: NewVersion): Promise<void> => {
    setFailure(undefined);
    setPart(0);
    const own = sendRevision({ ...version, id: item.id, onSent: setPart });
    running.current = own;
    try {
      await own.done;
      if (running.current !== own) return;
      running.current = undefined;
      notice.success(t('revisionSent', { name: item.name }));
      sent();
      await Promise.all([refreshLists(), refresh(content.revisions)]);
    } catch (error) {
      if (running.current !== own) return;
      running.current = undefined;
      setFailure(error instanceof CallError ? error.message : (refusalOf(error) ?? t('sendFailed')));
    } finally {
      setPart(undefined);
    }
  };
  const stop = (): void => {
    const own = running.current;
    running.current = undefined;
    own?.stop();
    setPart(undefined);
  };
  return { ...(part !== undefined && { part }), ...(failure !== undefined && { failure }), send, stop };
}
