import { FileZipOutlined, SearchOutlined } from '@ant-design/icons';
import { permissions } from '@dossier/contract/access/permissions';
import { right } from '@dossier/contract/core/rights';
import { archives } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { archiveContents } from '@dossier/contract/preview/archive-contents';
import { Input, type InputRef } from 'antd';
import { type ReactNode, use, useRef } from 'react';
import { CallError, call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { useCall } from '../../../platform/query.ts';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { useHotkeys } from '../../../platform/ui/hotkeys.ts';
import { Spinner } from '../../../platform/ui/spinner.tsx';
import { ToolButton } from '../../../platform/ui/tool-button.tsx';
import { ReaderContext } from '../reader.ts';
import type { NestingProps, View } from '../view-request.ts';
import { usePrintGuard } from '../viewer/printing.tsx';
import { ViewerFrame } from '../viewer/viewer-frame.tsx';
import { Waiting } from '../viewer-parts.tsx';
import { useArchiveTree } from './archive-tree.ts';
import styles from './archive-view.module.css';
import { type ArchiveListing, ArchiveView } from './archive-view.tsx';
import { EntryWindow, downloadEntry, useOpenEntry } from './entry-window.tsx';

/** Extracts a zip into its folder; absent for other archives, and without the right to create there. */
function useUnpacking(view: View, currentRev: string | undefined): { label: string; start: () => void } | undefined {
  const t = useText('documents.archives');
  const { isVisitor, partOf } = use(ReaderContext);
  const isOffered =
    view.ext === 'zip' && currentRev === undefined && !isVisitor && partOf === undefined && (view.rights & right.download) !== 0;
  const parentId = useCall(library.documentDetail, { id: view.id }, { enabled: isOffered }).data?.parentId;
  const objIds = parentId === undefined ? [] : [parentId];
  const may = useCall(permissions.check, { rights: right.upload, objIds }, { enabled: isOffered && parentId !== undefined });
  if (!isOffered || may.data?.hasRights[0] !== true) return undefined;
  const start = (): void => {
    call(archives.extract, { id: view.id }).then(
      () => notice.success(t('extracting', { name: view.name })),
      (error: unknown) => {
        // a refusal has been shown
        if (!(error instanceof CallError)) throw error;
      },
    );
  };
  return { label: t('extractHere'), start };
}

/** An archive as a tree of files that can be opened in place. */
export function ArchiveWindow(open: NestingProps): ReactNode {
  const t = useText('preview.viewer');
  const { view, query } = open;
  const listed = useCall(archiveContents.entries, { look: view.look }, { staleTime: Number.POSITIVE_INFINITY });
  usePrintGuard((view.rights & right.print) !== 0);
  if (listed.data) return <OpenedArchive {...open} listed={listed.data} />;
  return (
    <ViewerFrame view={view} currentRev={query.currentRev} isAwaited={!listed.error}>
      {listed.error ? (
        <ErrorBox error={listed.error} retry={() => void listed.refetch()} />
      ) : (
        <Waiting>
          <Spinner label={t('loading')} delay={150} />
        </Waiting>
      )}
    </ViewerFrame>
  );
}

function OpenedArchive({ view, query, Inner, listed }: NestingProps & { listed: ArchiveListing }): ReactNode {
  const t = useText('preview.listings');
  const state = useArchiveTree(listed.entries);
  const { isVisitor } = use(ReaderContext);
  const { place, open, leave } = useOpenEntry();
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
        take={mayTake ? (index) => void downloadEntry(view.look, index) : undefined}
      />
    </ViewerFrame>
  );
}
