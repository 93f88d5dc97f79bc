import { ArrowLeftOutlined } from '@ant-design/icons';
import { type ListedEntry, listings } from '@dossier/contract/listings';
import { Button } from 'antd';
import { type ComponentType, type ReactNode, use, useMemo } from 'react';
import { call } from '../../../ground/call.ts';
import { useHotkeys } from '../../../ground/hooks/use-hotkeys.ts';
import { useText } from '../../../ground/text.ts';
import { ErrorBox } from '../../../ground/ui/error-box.tsx';
import { Waiting } from '../../../ground/ui/waiting.tsx';
import { useCall } from '../../../ground/use-call.ts';
import { noPictures, PicturesContext, picturesInside } from '../../listings/find-pictures.ts';
import { useIsInnermost, WayInside } from '../../listings/use-place.ts';
import { takeOpened } from '../../listings/take-entry.ts';
import { type Reader, ReaderContext } from '../../viewer/reader.ts';
import type { View } from '../../viewer/ask-view.ts';
import { ViewerFrame } from '../../viewer/viewer-frame.tsx';
import type { WindowProps } from '../../viewer/window-props.ts';
import styles from './listing.module.css';

interface EntryProps {
  /** Of the archive or the mail. */
  view: View;
  place: number;
  leave: () => void;
  /** What leaving it leads to. */
  back: string;
  Inner: ComponentType<WindowProps>;
  /** What the archive holds; the files of a mail name none of each other. */
  entries?: ListedEntry[];
}

/** A file out of an archive or a mail, in the window of its kind; closing it leads back to what it lies in. */
export function EntryWindow({ view, place, leave, back, Inner, entries }: EntryProps): ReactNode {
  const t = useText('listings');
  const outer = use(ReaderContext);
  const opened = useCall(listings.open, { look: view.look, place }, { staleTime: Number.POSITIVE_INFINITY });
  const way = use(WayInside);
  const inside = useMemo(() => [...way, place], [way, place]);
  useHotkeys({ Escape: leave }, useIsInnermost(inside));
  const look = opened.data?.look ?? '';
  const reader = useMemo<Reader>(
    () => ({
      ...outer,
      leave,
      partOf: view.name,
      print: () => call(listings.print, { look }),
      download: (_, refused) => takeOpened(look, refused),
      // visitors fetch the whole
      ...(outer.isVisitor && { mayDownload: false }),
    }),
    [outer, leave, look, view.name],
  );
  const find = useMemo(() => (entries ? picturesInside(view.look, entries, place) : noPictures), [view.look, entries, place]);
  const again = async (): Promise<boolean> => (await opened.refetch()).isSuccess;
  return (
    <ReaderContext value={reader}>
      <WayInside value={inside}>
        {opened.data ? (
          <PicturesContext value={find}>
            <Inner key={look} view={opened.data} query={{}} again={again} />
          </PicturesContext>
        ) : (
          <ViewerFrame view={view} page={0}>
            {opened.error ? (
              <div className={styles.waiting}>
                <div>
                  <ErrorBox error={opened.error} />
                  <p className={styles.back}>
                    <Button icon={<ArrowLeftOutlined />} onClick={leave}>
                      {back}
                    </Button>
                  </p>
                </div>
              </div>
            ) : (
              <Waiting className={styles.waiting} label={t('opening')} delay={150} />
            )}
          </ViewerFrame>
        )}
      </WayInside>
    </ReaderContext>
  );
}
