import { library } from '@dossier/contract/library';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { call } from '../../ground/call.ts';
import type { PickedFile } from '../content/upload/dropped-files.ts';
import type { UploadEntry } from '../content/upload/upload-entry.ts';
import { useUploads } from '../content/upload/upload-store.ts';
import { useCurrentUser } from '../session/current-user.ts';
import type { Chosen } from './draft.ts';
import { ownCabinet } from './own-cabinet.ts';

/** Files of the computer that are to be handed in. */
export interface HandedFiles {
  /** On their way into the person's own documents. */
  coming: readonly UploadEntry[];
  /** Brings files there, by the same way as every upload. */
  bring: (files: readonly PickedFile[]) => Promise<void>;
}

/** Brings files of the computer into the person's own documents, and tells of each as soon as it stands there. */
export function useHandedFiles(arrived: (one: Chosen) => void): HandedFiles {
  const { id: personId } = useCurrentUser();
  const [ids, setIds] = useState<readonly string[]>([]);
  const entries = useUploads(useShallow(({ entries: all }) => all.filter((one) => ids.includes(one.id))));
  const told = useRef(new Set<string>());
  const tell = useEffectEvent(async ({ id: entryId, documentId }: UploadEntry) => {
    try {
      if (documentId === undefined) return;
      const { id, name, ext = '' } = await call(library.documentDetail, { id: documentId });
      arrived({ id, name, ext });
    } finally {
      setIds((known) => known.filter((id) => id !== entryId));
    }
  });
  useEffect(() => {
    for (const entry of entries) {
      if (entry.state !== 'done' || told.current.has(entry.id)) continue;
      told.current.add(entry.id);
      void tell(entry).catch(() => undefined);
    }
  }, [entries]);
  const bring = async (files: readonly PickedFile[]): Promise<void> => {
    if (files.length === 0) return;
    const [target, { startUpload }] = await Promise.all([ownCabinet(personId), import('../content/upload/start-upload.ts')]);
    const started = await startUpload(files, target);
    setIds((known) => [...known, ...started]);
  };
  // a failed one may be tried again from the tray; one that stands is on its way until the form has it
  return { coming: entries.filter((one) => one.state !== 'failed' && one.state !== 'skipped'), bring };
}
