import { ArrowLeftOutlined, DownloadOutlined, InfoCircleOutlined } from '@ant-design/icons';
import { objType, right } from '@dossier/contract/rights';
import { type ReactNode, Suspense, useRef } from 'react';
import { useHotkeys } from '../../../ground/hooks/use-hotkeys.ts';
import { usePageTitle } from '../../../ground/hooks/use-page-title.ts';
import { useText } from '../../../ground/text.ts';
import { FileIcon } from '../../../ground/ui/file-icon.tsx';
import { downloadDocument } from '../../content/download-document.ts';
import { useLeaveViewer } from './leave-viewer.ts';
import { PdfButton } from './pdf-button.tsx';
import { RevisionBanner } from './revision-banner.tsx';
import { ScreenButton } from './screen-button.tsx';
import { ToolButton } from '../../../ground/ui/tool-button.tsx';
import { useFullScreen } from './use-full-screen.ts';
import type { View } from './use-view.ts';
import { ViewerDetails } from './viewer-details.tsx';
import { usePane } from './viewer-prefs.ts';
import styles from './viewer.module.css';

interface ViewerFrameProps {
  view: View;
  currentRev?: string | undefined;
  /** Tools of this viewer: on its left, and in its middle. */
  start?: ReactNode;
  tools?: ReactNode;
  end?: ReactNode;
  /** The left pane, where there is one. */
  side?: ReactNode;
  children: ReactNode;
}

/** The frame around every document in its own window: toolbar, left pane, the document, details. */
export function ViewerFrame({ view, currentRev, start, tools, end, side, children }: ViewerFrameProps): ReactNode {
  const t = useText('preview');
  const frame = useRef<HTMLDivElement>(null);
  const [details, setDetails] = usePane('details');
  const leave = useLeaveViewer();
  const screen = useFullScreen(frame);
  const download = (): void => void downloadDocument({ id: view.id, currentRev });
  const mayDownload = (view.rights & right.download) !== 0;
  usePageTitle(view.name);
  useHotkeys({
    i: () => setDetails(!details),
    f: () => screen.toggle?.(),
    'mod+s': () => mayDownload && download(),
  });
  return (
    <div className={styles.frame} ref={frame}>
      <header className={styles.bar}>
        <ToolButton label={t('close')} icon={<ArrowLeftOutlined />} onClick={leave} />
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
        <div className={styles.end}>
          {end}
          {mayDownload && <ToolButton label={t('download')} icon={<DownloadOutlined />} hotkey="mod+s" onClick={download} />}
          <PdfButton view={view} currentRev={currentRev} />
          <ScreenButton screen={screen} />
          <ToolButton label={t('details')} icon={<InfoCircleOutlined />} hotkey="i" on={details} onClick={() => setDetails(!details)} />
        </div>
      </header>
      {currentRev && <RevisionBanner view={view} currentRev={currentRev} />}
      <div className={styles.body}>
        {side}
        <main className={styles.main}>{children}</main>
        {details && (
          <Suspense>
            <ViewerDetails id={view.id} close={() => setDetails(false)} />
          </Suspense>
        )}
      </div>
    </div>
  );
}
