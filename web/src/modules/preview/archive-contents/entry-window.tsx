import { ArrowLeftOutlined } from '@ant-design/icons';
import { type ListedEntry, archiveContents } from '@dossier/contract/preview/archive-contents';
import { useRouter } from '@tanstack/react-router';
import { Button } from 'antd';
import { type ComponentType, type ReactNode, createContext, use, useCallback, useMemo, useRef } from 'react';
import { CallError, call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.ts';
import { useNavigate, usePageQuery } from '../../../platform/navigation.ts';
import { notice } from '../../../platform/notices.ts';
import { patternParam } from '../../../platform/page-query.ts';
import { useCall } from '../../../platform/query.ts';
import { saveFile } from '../../../platform/save-file.ts';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { useHotkeys } from '../../../platform/ui/hotkeys.ts';
import { Stack } from '../../../platform/ui/layout.tsx';
import { Spinner } from '../../../platform/ui/spinner.tsx';
import { PicturesContext, noPictures, picturesInside } from '../find-pictures.ts';
import { type Reader, ReaderContext } from '../reader.ts';
import type { View, WindowProps } from '../view-request.ts';
import { ViewerFrame } from '../viewer/viewer-frame.tsx';
import { Waiting } from '../viewer-parts.tsx';

/** The indices that lead to the nested archive or mail, outermost first. */
const EntryPath = createContext<readonly number[]>([]);

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
function useIsInnermostEntry(inside: readonly number[]): boolean {
  const { entry } = usePageQuery(EntryQuery);
  return entry === inside.join('.');
}

/** Downloads a file of an archive or mail by the preview token with which it was opened; `refused` receives the message of a refusal. */
async function downloadOpened(previewToken: string, refused: (message: string) => void = notice.error): Promise<void> {
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

interface EntryProps {
  /** The view of the archive or mail. */
  view: View;
  place: number;
  leave: () => void;
  /** Label of the way back. */
  back: string;
  Inner: ComponentType<WindowProps>;
  /** The archive's entries; attachments of a mail do not refer to each other. */
  entries?: ListedEntry[];
}

/** A nested file of an archive or mail, in the window of its kind; closing it leads back to the container. */
export function EntryWindow({ view, place, leave, back, Inner, entries }: EntryProps): ReactNode {
  const t = useText('preview.listings');
  const outer = use(ReaderContext);
  const opened = useCall(archiveContents.open, { look: view.look, place }, { staleTime: Number.POSITIVE_INFINITY });
  const path = use(EntryPath);
  const inside = useMemo(() => [...path, place], [path, place]);
  useHotkeys({ Escape: leave }, useIsInnermostEntry(inside));
  const previewToken = opened.data?.look ?? '';
  const reader = useMemo<Reader>(
    () => ({
      ...outer,
      leave,
      partOf: view.name,
      print: () => call(archiveContents.print, { look: previewToken }),
      download: (_, refused) => downloadOpened(previewToken, refused),
      // visitors download the container only
      ...(outer.isVisitor && { mayDownload: false }),
    }),
    [outer, leave, previewToken, view.name],
  );
  const find = useMemo(() => (entries ? picturesInside(view.look, entries, place) : noPictures), [view.look, entries, place]);
  const again = async (): Promise<boolean> => (await opened.refetch()).isSuccess;
  return (
    <ReaderContext value={reader}>
      <EntryPath value={inside}>
        {opened.data ? (
          <PicturesContext value={find}>
            <Inner key={previewToken} view={opened.data} query={{}} again={again} />
          </PicturesContext>
        ) : (
          <ViewerFrame view={view} page={0}>
            {opened.error ? (
              <Waiting>
                <Stack align="center">
                  <ErrorBox error={opened.error} />
                  <Button icon={<ArrowLeftOutlined />} onClick={leave}>
                    {back}
                  </Button>
                </Stack>
              </Waiting>
            ) : (
              <Waiting>
                <Spinner label={t('opening')} delay={150} />
              </Waiting>
            )}
          </ViewerFrame>
        )}
      </EntryPath>
    </ReaderContext>
  );
}
