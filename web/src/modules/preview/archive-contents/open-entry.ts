import { archiveContents } from '@dossier/contract/preview/archive-contents';
import { useRouter } from '@tanstack/react-router';
import { createContext, use, useCallback, useRef } from 'react';
import { CallError, call } from '../../../platform/call.ts';
import { useNavigate, usePageQuery } from '../../../platform/navigation.ts';
import { notice } from '../../../platform/notices.ts';
import { patternParam } from '../../../platform/page-query.ts';
import { saveFile } from '../../../platform/save-file.ts';

/** The indices that lead to the nested archive or mail, outermost first. */
export const EntryPath = createContext<readonly number[]>([]);

const EntryQuery = { entry: patternParam(/^\d{1,7}(\.\d{1,7}){0,7}$/) };

interface OpenEntry {
  /** The index of the open file, if any. */
  place: number | undefined;
  open: (place: number) => void;
  leave: () => void;
}

/** The open file of an archive or mail, kept in the address: the back button closes it, and a reload keeps it. */
export function useOpenEntry(): OpenEntry {
  const go = useNavigate();
  const { history } = useRouter();
  const path = use(EntryPath);
  const { entry } = usePageQuery(EntryQuery);
  const places = entry?.split('.').map(Number) ?? [];
  const isOnWay = path.every((place, level) => places[level] === place);
  const opened = useRef(false);
  const goTo = useCallback(
    (inside: readonly number[], how?: { replace: boolean }): void => {
      const query = Object.fromEntries(new URLSearchParams(location.search));
      go(location.pathname, { ...query, entry: inside.length > 0 ? inside.join('.') : undefined }, how);
    },
    [go],
  );
  const open = useCallback(
    (place: number): void => {
      opened.current = true;
      goTo([...path, place]);
    },
    [goTo, path],
  );
  const leave = useCallback((): void => {
    // after a reload inside a file there is no history entry of the archive
    if (opened.current) history.back();
    else goTo(path, { replace: true });
    opened.current = false;
  }, [goTo, history, path]);
  return { place: isOnWay ? places[path.length] : undefined, open, leave };
}

/** Whether the entry at this path is the innermost open one. */
export function useIsInnermostEntry(inside: readonly number[]): boolean {
  const { entry } = usePageQuery(EntryQuery);
  return entry === inside.join('.');
}

/** Downloads a file of an archive or mail by the preview token with which it was opened; `refused` receives the message of a refusal. */
export async function downloadOpened(previewToken: string, refused: (message: string) => void = notice.error): Promise<void> {
  try {
    const { downloadUrl, fileName } = await call(archiveContents.take, { look: previewToken }, { quiet: true });
    saveFile(downloadUrl, fileName);
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    refused(error.message);
  }
}

/** Downloads an entry that was not opened yet. */
export async function downloadEntry(previewToken: string, place: number): Promise<void> {
  try {
    const view = await call(archiveContents.open, { look: previewToken, place });
    await downloadOpened(view.look);
  } catch (error) {
    // a refusal has been shown
    if (!(error instanceof CallError)) throw error;
  }
}
