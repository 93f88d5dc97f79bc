import { ArrowLeftOutlined } from '@ant-design/icons';
import { type ListedEntry, archiveContents } from '@dossier/contract/preview/archive-contents';
import { Button } from 'antd';
import { type ComponentType, type ReactNode, use, useMemo } from 'react';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.ts';
import { useCall } from '../../../platform/query.ts';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { useHotkeys } from '../../../platform/ui/hotkeys.ts';
import { Stack } from '../../../platform/ui/layout.tsx';
import { Spinner } from '../../../platform/ui/spinner.tsx';
import { EntryPath, downloadOpened, useIsInnermostEntry } from '../archive-contents/open-entry.ts';
import { PicturesContext, noPictures, picturesInside } from '../markdown/find-pictures.ts';
import { type Reader, ReaderContext } from '../reader.ts';
import type { View, WindowProps } from '../view-request.ts';
import { ViewerFrame } from '../viewer/viewer-frame.tsx';
import { Waiting } from '../viewer/viewer-parts.tsx';

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
