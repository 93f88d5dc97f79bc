import { FileZipOutlined, SearchOutlined } from '@ant-design/icons';
import { listings } from '@dossier/contract/listings';
import { right } from '@dossier/contract/rights';
import { Input, type InputRef } from 'antd';
import { type ReactNode, use, useRef } from 'react';
import { useHotkeys } from '../../../ground/hooks/use-hotkeys.ts';
import { useText } from '../../../ground/text.ts';
import { ErrorBox } from '../../../ground/ui/error-box.tsx';
import { ToolButton } from '../../../ground/ui/tool-button.tsx';
import { Waiting } from '../../../ground/ui/waiting.tsx';
import { useCall } from '../../../ground/use-call.ts';
import { ArchiveView, type Listed } from '../../listings/archive-view.tsx';
import { takeEntry } from '../../listings/take-entry.ts';
import { usePlace } from '../../listings/use-place.ts';
import { useTree } from '../../listings/use-tree.ts';
import { ReaderContext } from '../../viewer/reader.ts';
import { usePrintGuard } from '../../viewer/use-print-guard.ts';
import { ViewerFrame } from '../../viewer/viewer-frame.tsx';
import type { NestingProps } from '../../viewer/window-props.ts';
import { EntryWindow } from './entry-window.tsx';
import styles from './listing.module.css';
import { useUnpacking } from './use-unpacking.ts';

/** An archive as a tree of files that one can open where they lie. */
export function ArchiveWindow(open: NestingProps): ReactNode {
  const t = useText('viewer');
  const { view, query } = open;
  const listed = useCall(listings.entries, { look: view.look }, { staleTime: Number.POSITIVE_INFINITY });
  usePrintGuard((view.rights & right.print) !== 0);
  if (listed.data) return <OpenedArchive {...open} listed={listed.data} />;
  return (
    <ViewerFrame view={view} currentRev={query.currentRev}>
      {listed.error ? (
        <ErrorBox error={listed.error} retry={() => void listed.refetch()} />
      ) : (
        <Waiting className={styles.waiting} label={t('loading')} delay={150} />
      )}
    </ViewerFrame>
  );
}

function OpenedArchive({ view, query, Inner, listed }: NestingProps & { listed: Listed }): ReactNode {
  const t = useText('listings');
  const state = useTree(listed.entries);
  const { isVisitor } = use(ReaderContext);
  const { place, open, leave } = usePlace();
  const search = useRef<InputRef>(null);
  const unpack = useUnpacking(view, query.currentRev);
  const seek = (): void => search.current?.focus();
  useHotkeys({ '/': seek, 'mod+f': seek }, place === undefined);
  if (place !== undefined)
    return <EntryWindow view={view} place={place} leave={leave} back={t('toArchive')} Inner={Inner} entries={listed.entries} />;
  const mayTake = (view.rights & right.download) !== 0 && !isVisitor;
  const label = t('search');
  return (
    <ViewerFrame
      view={view}
      currentRev={query.currentRev}
      tools={
        <Input
          type="search"
          prefix={<SearchOutlined />}
          ref={search}
          size="small"
          allowClear
          className={styles.search ?? ''}
          aria-label={label}
          placeholder={label}
          value={state.words}
          onChange={(event) => state.seek(event.target.value)}
        />
      }
      end={unpack && <ToolButton label={unpack.label} icon={<FileZipOutlined />} onClick={unpack.start} />}
    >
      <ArchiveView
        listed={listed}
        state={state}
        label={view.name}
        open={open}
        take={mayTake ? (one) => void takeEntry(view.look, one) : undefined}
      />
    </ViewerFrame>
  );
}
