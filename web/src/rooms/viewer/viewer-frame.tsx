import { ArrowLeftOutlined, DownloadOutlined, InfoCircleOutlined } from '@ant-design/icons';
import { objType, right } from '@dossier/contract/rights';
import { type ReactNode, use, useRef } from 'react';
import { useHotkeys } from '../../ground/hooks/use-hotkeys.ts';
import { usePageTitle } from '../../ground/hooks/use-page-title.ts';
import { useText } from '../../ground/text.ts';
import { dressedLater } from '../../ground/ui/dress.tsx';
import { FileIcon } from '../../ground/ui/file-icon.tsx';
import { AroundButtons } from './around-buttons.tsx';
import { useLeaveViewer } from './leave-viewer.ts';
import { ReaderContext } from './reader.ts';
import { PdfButton } from './pdf-button.tsx';
import { RevisionBanner } from './revision-banner.tsx';
import { ScreenButton } from './screen-button.tsx';
import { ToolButton } from '../../ground/ui/tool-button.tsx';
import { type FullScreen, useFullScreen } from './use-full-screen.ts';
import { useSeen } from './use-seen.ts';
import type { View } from './ask-view.ts';
import { usePane } from './viewer-prefs.ts';
import styles from './viewer.module.css';

const ViewerDetails = dressedLater(() => import('./viewer-details.tsx').then((m) => m.ViewerDetails));

interface ViewerFrameProps {
  view: View;
  currentRev?: string | undefined;
  /** Tools of this viewer: on its left, and in its middle. */
  start?: ReactNode;
  tools?: ReactNode;
  end?: ReactNode;
  /** The left pane, where there is one. */
  side?: ReactNode;
  /** The page that is in sight, where there are several; 0 while there is none. */
  page?: number;
  children: ReactNode;
}

/** The frame around every document in its own window: toolbar, left pane, the document, details. */
export function ViewerFrame({ view, currentRev, start, tools, end, side, page = 1, children }: ViewerFrameProps): ReactNode {
  const t = useText('viewer');
  const frame = useRef<HTMLDivElement>(null);
  const [details, setDetails] = usePane('details');
  const reader = use(ReaderContext);
  const back = useLeaveViewer();
  const leave = reader.leave ?? back;
  const hasDetails = !reader.isVisitor && view.lent !== true;
  const screen = useFullScreen(frame);
  const showDetails = hasDetails ? () => setDetails(!details) : undefined;
  usePageTitle(view.name);
  useSeen(view.look, page, reader.isVisitor);
  return (
    <div className={styles.frame} ref={frame}>
      <header className={styles.bar}>
        <ToolButton label={t('close')} icon={<ArrowLeftOutlined />} onClick={leave} />
        <AroundButtons rendition={view.rendition} leave={leave} />
        {start}
        <h1 className={styles.title} title={view.name}>
          <FileIcon objType={objType.document} ext={view.ext} size={18} />
          <span>{view.name}</span>
        </h1>
        {tools && (
          <div className={styles.tools} role="toolbar" aria-label={t('tools')}>
            {tools}
          </div>
        )}
        <FrameEnd view={view} currentRev={currentRev} screen={screen} details={details} showDetails={showDetails}>
          {end}
        </FrameEnd>
      </header>
      {currentRev && view.lent !== true && <RevisionBanner view={view} currentRev={currentRev} />}
      <div className={styles.body}>
        {side}
        <main className={styles.main}>{children}</main>
        {details && hasDetails && <ViewerDetails view={view} partOf={reader.partOf} close={() => setDetails(false)} />}
      </div>
    </div>
  );
}

interface FrameEndProps {
  view: View;
  currentRev: string | undefined;
  screen: FullScreen;
  details: boolean;
  /** Absent for who sees none. */
  showDetails: (() => void) | undefined;
  children: ReactNode;
}

/** The tools that every document has, at the right, and their keys. */
function FrameEnd({ view, currentRev, screen, details, showDetails, children }: FrameEndProps): ReactNode {
  const t = useText('viewer');
  const { download, isVisitor, partOf, mayDownload = (view.rights & right.download) !== 0 } = use(ReaderContext);
  const fetch = (): void => void download({ id: view.id, currentRev });
  useHotkeys({
    i: () => (showDetails ? showDetails() : false),
    f: () => screen.toggle?.(),
    'mod+s': () => mayDownload && fetch(),
  });
  return (
    <div className={styles.end}>
      {children}
      {mayDownload && <ToolButton label={t('download')} icon={<DownloadOutlined />} hotkey="mod+s" onClick={fetch} />}
      {!isVisitor && partOf === undefined && <PdfButton view={view} currentRev={currentRev} />}
      <ScreenButton screen={screen} />
      {showDetails && <ToolButton label={t('details')} icon={<InfoCircleOutlined />} hotkey="i" on={details} onClick={showDetails} />}
    </div>
  );
}
