import { archiveContents } from '@dossier/contract/preview/archive-contents';
import { useRouter } from '@tanstack/react-router';
import { createContext, use, useCallback, useRef } from 'react';
import { CallError, call } from '../../../platform/call.ts';
import { useNavigate, usePageQuery } from '../../../platform/navigation.ts';
import { notice } from '../../../platform/notices.ts';
import { patternParam } from '../../../platform/page-query.ts';
import { saveFile } from '../../../platform/save-file.ts';

/** The places that lead to the archive or mail inside, outermost first. */
export const EntryPath = createContext<readonly number[]>([]);

const EntryQuery = { entry: patternParam(/^\d{1,7}(\.\d{1,7}){0,7}$/) };

interface OpenEntry {
  /** The file that is open, if any. */
  place: number | undefined;
  open: (place: number) => void;
  leave: () => void;
}

/** Which file of an archive or a mail is open. The address tells it: the browser's way back leads out of the file, and loading anew into it. */
export function useOpenEntry(): OpenEntry {
  const go = useNavigate();
  const { history } = useRouter();
  const way = use(EntryPath);
  const { entry } = usePageQuery(EntryQuery);
  const places = entry?.split('.').map(Number) ?? [];
  const isOnWay = way.every((place, level) => places[level] === place);
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
      goTo([...way, place]);
    },
    [goTo, way],
  );
  const leave = useCallback((): void => {
    // who loaded the page inside of it has no way back to the archive
    if (opened.current) history.back();
    else goTo(way, { replace: true });
    opened.current = false;
  }, [goTo, history, way]);
  return { place: isOnWay ? places[way.length] : undefined, open, leave };
}

/** Whether what stands at this way inside is what is seen, and not something in it. */
export function useIsInnermostEntry(inside: readonly number[]): boolean {
  const { entry } = usePageQuery(EntryQuery);
  return entry === inside.join('.');
}

/** Downloads a file out of an archive or a mail by the look that it was opened with; what it is refused for is told to `refused`. */
export async function downloadOpened(look: string, refused: (message: string) => void = notice.error): Promise<void> {
  try {
    const { downloadUrl, fileName } = await call(archiveContents.take, { look }, { quiet: true });
    saveFile(downloadUrl, fileName);
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    refused(error.message);
  }
}

/** Downloads one that nobody has opened yet. */
export async function downloadEntry(look: string, place: number): Promise<void> {
  try {
    const view = await call(archiveContents.open, { look, place });
    await downloadOpened(view.look);
  } catch (error) {
    // what the server refuses has been said
    if (!(error instanceof CallError)) throw error;
  }
}
