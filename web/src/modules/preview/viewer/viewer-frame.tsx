import {
  ArrowLeftOutlined,
  CommentOutlined,
  DownloadOutlined,
  FilePdfOutlined,
  FileTextOutlined,
  FullscreenExitOutlined,
  FullscreenOutlined,
  InfoCircleOutlined,
  LeftOutlined,
  RightOutlined,
} from '@ant-design/icons';
import { comments } from '@dossier/contract/comments/comments';
import { extensions } from '@dossier/contract/core/file-types';
import { objType, right } from '@dossier/contract/core/rights';
import { content } from '@dossier/contract/documents/content';
import { previewByToken } from '@dossier/contract/preview/preview-token';
import { type ReactNode, type RefObject, use, useEffect, useReducer, useRef, useState, useSyncExternalStore } from 'react';
import { call } from '../../../platform/call.ts';
import { useAfterFirstPaint } from '../../../platform/first-paint.ts';
import { useText } from '../../../platform/i18n.ts';
import { useNavigate } from '../../../platform/navigation.ts';
import { useCall } from '../../../platform/query.ts';
import { FileIcon } from '../../../platform/ui/file-icon.tsx';
import { useMedia, usePageTitle } from '../../../platform/ui/hooks.ts';
import { describeKey, isTyping, useHotkeys } from '../../../platform/ui/hotkeys.ts';
import { lazyThemed } from '../../../platform/ui/lazy-theme.tsx';
import { OfflineLine } from '../../../platform/ui/offline-line.tsx';
import { ToolButton } from '../../../platform/ui/tool-button.tsx';
import { AwaitedContext } from '../../documents/awaited-document.ts';
import { ToolMenu } from '../../../platform/ui/tool-menu.tsx';
import { ChoiceLine, MarkTool } from '../marks/mark-tool.tsx';
import { ReaderContext } from '../reader.ts';
import type { View } from '../view-request.ts';
import { downloadPdf, offersComments, offersPdf } from './pdf-download.ts';
import { usePane } from '../viewer-preferences.ts';
import {
  NoticeLine,
  TextButton,
  ViewerBarEnd,
  ViewerLine,
  ViewerMain,
  ViewerTitle,
  ViewerTools,
  ViewerWindow,
  useLeaveViewer,
} from '../viewer-parts.tsx';
import { AcknowledgementLine } from './acknowledgement-line.tsx';
import { useViewerComments } from './viewer-comments.ts';
import { ShareButton } from './share-buttons.tsx';
import styles from './viewer.module.css';
import { EditButtons, EditingLine } from './viewer-editing.tsx';

interface NeighbourActions {
  rendition: View['rendition'];
  previous?: (() => void) | undefined;
  next?: (() => void) | undefined;
  leave?: (() => void) | undefined;
}

/** Renditions without page scrolling. */
const pageless: ReadonlySet<string> = new Set<View['rendition']>(['image', 'audio', 'video', 'none']);
/** Renditions that use the arrow keys themselves. */
const byArrows: ReadonlySet<string> = new Set<View['rendition']>(['sheet', 'drawing']);
const walked = '[role="tablist"], [role="tree"], [role="treegrid"], [role="grid"], [role="listbox"], [role="slider"], [role="menu"]';
const openOverlays = '[role="dialog"], .ant-dropdown:not(.ant-dropdown-hidden), .ant-popover:not(.ant-popover-hidden)';

/** The shortcuts to the previous and next document: keys that the document's window does not handle. */
function useNeighbourKeys(actions: NeighbourActions): void {
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    // The target is checked in the capture phase, as the key may remove it; the action runs last, unless the key was handled.
    const listen = (event: KeyboardEvent): void => {
      if (event.isComposing || isTyping(event.target)) return;
      if (document.fullscreenElement !== null || document.querySelector(openOverlays) !== null) return;
      const isWalking = event.target instanceof Element && event.target.closest(walked) !== null;
      setTimeout(() => {
        if (event.defaultPrevented) return;
        const { rendition, previous, next, leave } = latest.current;
        const byPage = pageless.has(rendition);
        const byArrow = !isWalking && !byArrows.has(rendition);
        const key = describeKey(event);
        if (key === 'Escape') leave?.();
        else if ((byArrow && key === 'ArrowLeft') || (byPage && key === 'PageUp')) previous?.();
        else if ((byArrow && key === 'ArrowRight') || (byPage && key === 'PageDown')) next?.();
      });
    };
    addEventListener('keydown', listen, true);
    return () => removeEventListener('keydown', listen, true);
  }, []);
}

/** Buttons to the previous and next documents of a sequence; Escape closes. */
function NeighbourButtons({ rendition, leave }: { rendition: View['rendition']; leave: () => void }): ReactNode {
  const t = useText('preview.viewer');
  const { around, partOf, isVisitor } = use(ReaderContext);
  const shown = partOf !== undefined ? undefined : around;
  useNeighbourKeys({ rendition, ...shown, ...(isVisitor && { leave }) });
  if (!shown) return null;
  const nothing = (): void => undefined;
  return (
    <>
      <ToolButton label={t('previousDocument')} icon={<LeftOutlined />} disabled={!shown.previous} onClick={shown.previous ?? nothing} />
      <ToolButton label={t('nextDocument')} icon={<RightOutlined />} disabled={!shown.next} onClick={shown.next ?? nothing} />
    </>
  );
}

/** Renditions where the server has no program to render pages. */
const withoutPages: ReadonlySet<View['rendition']> = new Set(['office', 'none']);

/** Downloads the document as PDF, where that is offered. */
function PdfButton({ view, currentRev }: { view: View; currentRev: string | undefined }): ReactNode {
  const t = useText('preview.viewer');
  if (withoutPages.has(view.rendition) || !offersPdf(view)) return null;
  return <ToolButton label={t('downloadPdf')} icon={<FilePdfOutlined />} onClick={() => void downloadPdf({ ...view, currentRev })} />;
}

/** Downloads or prints the document as PDF with its comments, where there are some and these lie on pages. */
function CommentedPdfButton({ view, currentRev }: { view: View; currentRev: string | undefined }): ReactNode {
  const t = useText('preview.pdfComments');
  const isOffered = !withoutPages.has(view.rendition) && view.lent !== true && offersComments(view);
  const settled = useAfterFirstPaint();
  const threads = useCall(comments.list, { objId: view.id, state: 'all', pageSize: 1 }, { enabled: isOffered && settled });
  if (!isOffered || (threads.data?.totalNumber ?? 0) === 0) return null;
  // opened rarely, and with parts of Ant Design
  const open = async (): Promise<void> =>
    (await import('./commented-pdf-dialog.tsx')).openCommentedPdf({
      id: view.id,
      name: view.name,
      currentRev,
      mayPrint: (view.rights & right.print) !== 0,
    });
  return <ToolButton label={t('downloadComments')} icon={<FileTextOutlined />} onClick={() => void open()} />;
}

/** Says that an old revision is open, and links to the newest. */
function RevisionBanner({ view, currentRev }: { view: View; currentRev: string }): ReactNode {
  const t = useText('preview.viewer');
  const go = useNavigate();
  // a flow's window shows the submitted revision: an approver may know of no other
  const isHandedIn = location.pathname.startsWith('/flow');
  const revisions = useCall(content.revisions, { id: view.id }, { staleTime: 60_000, enabled: !isHandedIn });
  const opened = revisions.data?.find((revision) => revision.id === currentRev);
  if (!revisions.data || opened?.current) return null;
  const newest = revisions.data.find((revision) => revision.current)?.label ?? view.versionLabel;
  return (
    <NoticeLine justify="center" role="status">
      <span>{t('versionOf', { label: opened?.label ?? view.versionLabel, newest })}</span>
      <TextButton onClick={() => go(location.pathname, { id: view.id }, { replace: true })}>{t('openNewest')}</TextButton>
    </NoticeLine>
  );
}

const tellEvery = 15_000;

/**
 * Reports how long a page was in view: periodically, on a page change, and when the window is hidden or closed. Hidden time does not count.
 * Page 0 is none.
 */
function useViewTime(previewToken: string, page: number, tells: boolean): void {
  useEffect(() => {
    if (!tells || page < 1) return;
    let since = document.hidden ? undefined : performance.now();
    let unsaid = 0;
    const add = (): void => {
      if (since !== undefined) unsaid += performance.now() - since;
      since = document.hidden ? undefined : performance.now();
    };
    const report = (): void => {
      add();
      const seconds = Math.floor(unsaid / 1000);
      if (seconds < 1) return;
      unsaid -= seconds * 1000;
      // Lost reports are accepted: they must not disturb reading.
      call(previewByToken.seen, { look: previewToken, page, seconds }, { quiet: true, keepalive: true }).catch(() => undefined);
    };
    const change = (): void => (document.hidden ? report() : add());
    const timer = setInterval(report, tellEvery);
    document.addEventListener('visibilitychange', change);
    addEventListener('pagehide', report);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', change);
      removeEventListener('pagehide', report);
      report();
    };
  }, [previewToken, page, tells]);
}

/** The properties of a document, loaded where it cannot be shown. */
export const CardInstead = lazyThemed(() => import('./document-fallbacks.tsx').then((m) => m.DocumentCard));

/** The notice that a document could not be loaded, with a retry. */
export const NoticeInstead = lazyThemed(() => import('./document-fallbacks.tsx').then((m) => m.ReloadNotice));

const LinkThreads = lazyThemed(() => import('./link-threads.tsx').then((m) => m.LinkThreads));

const ValidityLine = lazyThemed(() => import('./validity-line.tsx').then((m) => m.ValidityLine));

const SealLine = lazyThemed(() => import('./seal-line.tsx').then((m) => m.SealLine));

const ViewerDetails = lazyThemed(() => import('./viewer-details.tsx').then((m) => m.ViewerDetails));

interface ViewerFrameProps {
  view: View;
  currentRev?: string | undefined;
  /** Tools of this viewer: on the left, and in the middle. */
  start?: ReactNode;
  tools?: ReactNode;
  /** What is chosen in the document for a comment on it, once it is shown. */
  marking?: 'area' | 'point' | false | undefined;
  /** The tool that comments on it, where no place is chosen by hand. */
  comment?: ReactNode;
  /** Further tools, at the right. */
  end?: ReactNode;
  /** Those that are needed less, as entries of a menu. */
  more?: ReactNode;
  /** The left pane, if any. */
  side?: ReactNode;
  /** The current page of several; 0 for none. */
  page?: number;
  /** The document is not shown yet, and may still be. */
  isAwaited?: boolean | undefined;
  /** It stands in place of the document's own window until that can be shown. */
  isInterim?: boolean | undefined;
  children: ReactNode;
}

/** The frame around every document window: toolbar, left pane, document, details. */
export function ViewerFrame(props: ViewerFrameProps): ReactNode {
  const { view, currentRev, start, tools, marking, comment, end, more, side, page = 1, isAwaited = false, isInterim, children } = props;
  const t = useText('preview.viewer');
  const frame = useRef<HTMLElement>(null);
  const [details, setDetails] = usePane('details', view);
  const reader = use(ReaderContext);
  const back = useLeaveViewer();
  const leave = reader.leave ?? back;
  const hasDetails = !reader.isVisitor && view.lent !== true;
  const screen = useFullScreen(frame);
  const showDetails = hasDetails ? () => setDetails(!details) : undefined;
  const [showsThreads, setShowsThreads] = useState(false);
  // who has the file need not wait until it is shown here
  const [isTaken, take] = useReducer(() => true, false);
  const ofLink = reader.partOf === undefined ? reader.comments : undefined;
  useViewerComments({
    id: view.id,
    revisionId: ofLink?.revisionId ?? currentRev ?? view.revision,
    hasComments: ofLink === undefined ? hasDetails && reader.partOf === undefined : ofLink.prove === undefined && isInterim !== true,
    load: ofLink === undefined ? ViewerDetails.preload : LinkThreads.preload,
    open: () => (ofLink === undefined ? setDetails(true) : setShowsThreads(true)),
    close: () => (ofLink === undefined ? setDetails(false) : setShowsThreads(false)),
  });
  usePageTitle(view.name);
  useViewTime(view.look, page, reader.isVisitor);
  const shown = (
    <ViewerWindow
      ref={frame}
      bar={
        <>
          <ToolButton label={t('close')} icon={<ArrowLeftOutlined />} onClick={leave} />
          <NeighbourButtons rendition={view.rendition} leave={leave} />
          {start}
          <ViewerTitle icon={<FileIcon objType={objType.document} ext={view.ext} size={18} />}>{view.name}</ViewerTitle>
          {tools && <ViewerTools label={t('tools')}>{tools}</ViewerTools>}
          <FrameEnd
            {...{ view, currentRev, screen, details, showDetails, marking, end, more, take }}
            comment={
              <>
                {comment}
                {ofLink && <LinkThreadsButton prove={ofLink.prove} on={showsThreads} toggle={() => setShowsThreads(!showsThreads)} />}
              </>
            }
          />
        </>
      }
      notice={<FrameNotice view={view} currentRev={currentRev} isInterim={isInterim === true} />}
    >
      {side}
      <ViewerMain>
        {children}
        {marking && <ChoiceLine kind={marking} />}
      </ViewerMain>
      {showsThreads && ofLink && ofLink.prove === undefined && (
        <LinkThreads close={() => setShowsThreads(false)}>{ofLink.panel(view)}</LinkThreads>
      )}
      {details && hasDetails && <ViewerDetails view={view} partOf={reader.partOf} close={() => setDetails(false)} />}
    </ViewerWindow>
  );
  return <AwaitedContext value={isAwaited && !isTaken}>{shown}</AwaitedContext>;
}

/** Who shared the document, and what is unusual about it, above it. */
function FrameNotice({ view, currentRev, isInterim }: { view: View; currentRev: string | undefined; isInterim: boolean }): ReactNode {
  const { facts, partOf } = use(ReaderContext);
  return (
    <>
      <OfflineLine />
      {facts && partOf === undefined && <ViewerLine className={styles.facts}>{facts}</ViewerLine>}
      {currentRev ? (
        view.lent !== true && <RevisionBanner view={view} currentRev={currentRev} />
      ) : (
        <EditingLine view={view} currentRev={currentRev} />
      )}
      {(view.validUntil ?? view.reviewTime) !== undefined && <ValidityLine view={view} />}
      {extensions.ofd.has(view.ext) && !isInterim && <SealLine look={view.look} />}
      <AcknowledgementLine view={view} />
    </>
  );
}

interface LinkThreadsButtonProps {
  prove: (() => void) | undefined;
  on: boolean;
  toggle: () => void;
}

/** Shows what visitors of the link wrote, or asks for a name first. */
function LinkThreadsButton({ prove, on, toggle }: LinkThreadsButtonProps): ReactNode {
  const t = useText('preview.viewer');
  return <ToolButton label={t('comments')} icon={<CommentOutlined />} hotkey="c" on={on} onClick={prove ?? toggle} />;
}

interface FrameEndProps extends Pick<ViewerFrameProps, 'view' | 'marking' | 'end' | 'more'> {
  currentRev: string | undefined;
  screen: FullScreen;
  details: boolean;
  /** Absent without access to the details. */
  showDetails: (() => void) | undefined;
  /** Told when the document is downloaded. */
  take: () => void;
  /** The tools that comment on the document. */
  comment: ReactNode;
}

/** The tools of every document, at the right, with their shortcuts: the fewer, the less room there is, and the others in a menu. */
function FrameEnd(props: FrameEndProps): ReactNode {
  const { view, currentRev, screen, details, showDetails, marking, comment, end, more, take } = props;
  const t = useText('preview.viewer');
  const { download, isVisitor, partOf, mayDownload = (view.rights & right.download) !== 0 } = use(ReaderContext);
  const isNarrow = useMedia('narrow');
  const isPhone = useMedia('phone');
  const isOwn = !isVisitor && partOf === undefined;
  const fetch = (): void => void download({ id: view.id, currentRev }).then(take, () => undefined);
  useHotkeys({
    i: () => (showDetails ? showDetails() : false),
    f: () => screen.toggle?.(),
    'mod+s': () => mayDownload && fetch(),
  });
  const edit = <EditButtons view={view} currentRev={currentRev} />;
  const share = isOwn && <ShareButton view={view} />;
  const save = mayDownload && (
    <ToolButton label={t('download')} word={t('download')} icon={<DownloadOutlined />} hotkey="mod+s" primary={isVisitor} onClick={fetch} />
  );
  // what visitors came for
  const hasSave = !isPhone || isVisitor;
  return (
    <ViewerBarEnd>
      {!isPhone && edit}
      {marking && <MarkTool kind={marking} />}
      {comment}
      {!isPhone && share}
      {hasSave && save}
      {!isNarrow && end}
      {!isNarrow && <ScreenButton screen={screen} />}
      {showDetails && <ToolButton label={t('details')} icon={<InfoCircleOutlined />} hotkey="i" on={details} onClick={showDetails} />}
      <ToolMenu label={t('moreTools')}>
        {isPhone && edit}
        {isPhone && share}
        {!hasSave && save}
        {isNarrow && end}
        {more}
        {isOwn && <PdfButton view={view} currentRev={currentRev} />}
        {isOwn && <CommentedPdfButton view={view} currentRev={currentRev} />}
        {isNarrow && <ScreenButton screen={screen} />}
      </ToolMenu>
    </ViewerBarEnd>
  );
}

function subscribe(notify: () => void): () => void {
  document.addEventListener('fullscreenchange', notify);
  return () => document.removeEventListener('fullscreenchange', notify);
}

export interface FullScreen {
  full: boolean;
  /** Absent where the browser does not support it (phones). */
  toggle?: () => void;
}

/** Full screen for an element. */
export function useFullScreen(element: RefObject<HTMLElement | null>): FullScreen {
  const full = useSyncExternalStore(subscribe, () => document.fullscreenElement !== null);
  if (!document.fullscreenEnabled) return { full: false };
  const toggle = (): void => {
    // A refusal changes nothing, which the user sees.
    const change = document.fullscreenElement ? document.exitFullscreen() : element.current?.requestFullscreen();
    change?.catch(() => undefined);
  };
  return { full, toggle };
}

/** Toggles full screen, where the browser supports it. */
export function ScreenButton({ screen: { full, toggle } }: { screen: FullScreen }): ReactNode {
  const t = useText('preview.viewer');
  // a phone has no room for the button, and gains little by it
  const phone = useMedia('phone');
  if (!toggle || phone) return null;
  return (
    <ToolButton
      label={full ? t('leaveFullScreen') : t('fullScreen')}
      icon={full ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
      hotkey="f"
      onClick={toggle}
    />
  );
}
