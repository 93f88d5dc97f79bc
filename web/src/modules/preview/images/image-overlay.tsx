import {
  CaretRightOutlined,
  CloseOutlined,
  CommentOutlined,
  DownloadOutlined,
  LeftOutlined,
  PauseOutlined,
  PrinterOutlined,
  RightOutlined,
} from '@ant-design/icons';
import { objType, right } from '@dossier/contract/core/rights';
import { preview } from '@dossier/contract/preview/preview';
import { useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { CallError, call, isReachable } from '../../../platform/call.ts';
import { platformText, useText } from '../../../platform/i18n.ts';
import { FileIcon } from '../../../platform/ui/file-icon.tsx';
import { useDelayed } from '../../../platform/ui/hooks.ts';
import { describeKey } from '../../../platform/ui/hotkeys.ts';
import { Heading, Row, Stack, Text } from '../../../platform/ui/layout.tsx';
import { OverlayDialog } from '../../../platform/ui/overlay-dialog.tsx';
import { Spinner } from '../../../platform/ui/spinner.tsx';
import { ToolButton } from '../../../platform/ui/tool-button.tsx';
import { downloadDocument } from '../../documents/download-document.ts';
import { MarkLayer } from '../marks/comment-marks.tsx';
import type { View } from '../view-request.ts';
import { useCommentsInWindow } from '../viewer/viewer-comments.ts';
import { OverlayShareButton } from '../viewer/share-buttons.tsx';
import { type FullScreen, ScreenButton, useFullScreen } from '../viewer/viewer-frame.tsx';
import { DarkStage, PaneHead } from '../viewer-parts.tsx';
import { useNumberedThreads } from '../placed-threads.ts';
import { type ImageOpening, type SequenceSource, neighbourIn } from './image-sequence.ts';
import { ImageStage, ImageTools, type ImageTransformControl, transformKeys, useImagePrinting, useImageTransform } from './image-stage.tsx';
import styles from './image.module.css';

let opened = 0;

/** An overlay is an entry of the browser's history: the back button closes it, and leaves the page below unchanged. */
function useBackCloses(close: () => void): void {
  const { history } = useRouter();
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    const over = ++opened;
    const isOver = (): boolean => (window.history.state as { over?: number } | null)?.over === over;
    history.push(location.href.slice(location.origin.length), { over });
    const listen = (): void => {
      if (!isOver()) latest.current();
    };
    addEventListener('popstate', listen);
    return () => {
      removeEventListener('popstate', listen);
      // closed by other means: its history entry is removed, too
      if (isOver()) history.back();
    };
  }, [history]);
}

type Picture = Pick<View, 'id' | 'name' | 'ext'> & Partial<View>;

interface ImageSequence {
  /** The current image, as far as known. */
  current: Picture;
  loading: boolean;
  /** The server's message, or `true` where the browser could not decode it. */
  failure?: string | true;
  canStep: Record<'back' | 'on', boolean>;
  step: (direction: -1 | 1) => void;
  shown: () => void;
  failed: () => void;
}

/** The sequence of images: a list of ids, or the neighbour according to the server; stepping is blocked during a load. */
function useImageSequence(opening: ImageOpening): ImageSequence {
  const { through } = opening;
  const [ends, setEnds] = useState({ back: false, on: false });
  const { current, loading, failure, busy, take, go, rest } = useOneImage(opening);
  useEffect(() => {
    const { id, currentRev } = opening;
    void take(() => call(preview.view, { id, currentRev }, { quiet: true }));
  }, [opening, take]);
  const step = (direction: -1 | 1): void => {
    if (busy.current || !through) return;
    if ('ids' in through) {
      const id = neighbourIn(through.ids, current.id, direction);
      if (id) go(() => call(preview.viewHomePage, { id }, { quiet: true }));
      return;
    }
    go(async () => {
      const { found, ...view } = await call(
        direction < 0 ? preview.viewPrevious : preview.viewNext,
        { id: current.id, ...through },
        { quiet: true },
      );
      setEnds((before) => (direction < 0 ? { back: !found, on: before.on && !found } : { back: before.back && !found, on: !found }));
      return found && view.id ? (view as View) : undefined;
    });
  };
  return {
    current,
    loading,
    ...(failure !== undefined && { failure }),
    canStep: { back: canGo(through, current.id, -1) && !ends.back, on: canGo(through, current.id, 1) && !ends.on },
    step,
    shown: () => rest(),
    failed: () => void isReachable(current.streamUrl ?? '').then((reached) => rest(reached || platformText('noConnection'))),
  };
}

function canGo(through: SequenceSource | undefined, id: string, direction: -1 | 1): boolean {
  return through !== undefined && (!('ids' in through) || neighbourIn(through.ids, id, direction) !== undefined);
}

interface OneImage extends Pick<ImageSequence, 'current' | 'loading'> {
  failure: string | true | undefined;
  busy: RefObject<boolean>;
  /** Shows the image in the answer. */
  take: (fetchPicture: () => Promise<Picture | undefined>) => Promise<void>;
  /** Like `take`, but shows the loading state at once. */
  go: (fetchPicture: () => Promise<Picture | undefined>) => void;
  /** The image was shown, or failed. */
  rest: (reason?: string | true) => void;
}

/** One image at a time, from the request until the browser has drawn it. */
function useOneImage(opening: ImageOpening): OneImage {
  const [current, setCurrent] = useState<Picture>(opening);
  const [loading, setLoading] = useState(true);
  const [failure, setFailure] = useState<string | true>();
  const busy = useRef(true);
  const rest = useCallback((reason?: string | true): void => {
    busy.current = false;
    setLoading(false);
    if (reason !== undefined) setFailure(reason);
  }, []);
  const take = useCallback<OneImage['take']>(
    async (fetchPicture) => {
      try {
        const found = await fetchPicture();
        if (!found) return rest();
        setFailure(undefined);
        setCurrent(found);
        if (!found.streamUrl || found.rendition === 'none') rest(true);
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        rest(error.message);
      }
    },
    [rest],
  );
  const go = (fetchPicture: () => Promise<Picture | undefined>): void => {
    busy.current = true;
    setLoading(true);
    void take(fetchPicture);
  };
  return { current, loading, failure, busy, take, go, rest };
}

const slideTime = 3000;

/** Slide show: steps three seconds after each image was shown, up to the last. */
function useSlideShow({ loading, canStep, step }: ImageSequence): { playing: boolean; toggle: () => void } {
  const [wanted, setWanted] = useState(false);
  const playing = wanted && canStep.on;
  const goOn = useRef(step);
  useEffect(() => {
    goOn.current = step;
  });
  useEffect(() => {
    if (!playing || loading) return;
    const timer = setTimeout(() => goOn.current(1), slideTime);
    return () => clearTimeout(timer);
  }, [playing, loading]);
  return { playing, toggle: () => setWanted(!playing) };
}

/** Replaces an image that cannot be shown: its type, its name and the reason. */
function ImageFailure({ name, ext, reason }: { name: string; ext: string; reason: string }): ReactNode {
  return (
    <Stack gap={2} pad={6} align="center" justify="center" cover className={styles.failure} role="alert">
      <FileIcon objType={objType.document} ext={ext} size={72} />
      <Text as="p">{name}</Text>
      <Text as="p">{reason}</Text>
    </Stack>
  );
}

interface PictureBarProps {
  pictures: ImageSequence;
  control: ImageTransformControl;
  screen: FullScreen;
  openComments: (() => void) | undefined;
  share: ReactNode;
  /** Absent where there is only this image. */
  show?: { playing: boolean; toggle: () => void };
  /** Absent without the right to download or print. */
  download?: () => void;
  print?: () => void;
}

/** The toolbar of the image overlay. */
function ImageBar({ pictures: images, control, screen, openComments, share, show, download, print }: PictureBarProps): ReactNode {
  const t = useText('preview.viewer');
  const { canStep, step, failure, loading } = images;
  return (
    <Row wrap justify="center" className={styles.bar} role="toolbar" aria-label={t('tools')}>
      <ToolButton label={t('previous')} hotkey="←" icon={<LeftOutlined />} disabled={!canStep.back} onClick={() => step(-1)} />
      <ToolButton label={t('next')} hotkey="→" icon={<RightOutlined />} disabled={!canStep.on} onClick={() => step(1)} />
      <ImageTools control={control} disabled={failure !== undefined || loading} />
      {show && (
        <ToolButton
          label={show.playing ? t('pause') : t('slideShow')}
          icon={show.playing ? <PauseOutlined /> : <CaretRightOutlined />}
          on={show.playing}
          disabled={!canStep.on}
          onClick={show.toggle}
        />
      )}
      {share}
      {openComments && <ToolButton label={t('comments')} hotkey="c" icon={<CommentOutlined />} onClick={openComments} />}
      <ScreenButton screen={screen} />
      {print && <ToolButton label={t('print')} icon={<PrinterOutlined />} disabled={loading} onClick={print} />}
      {download && <ToolButton label={t('download')} icon={<DownloadOutlined />} onClick={download} />}
    </Row>
  );
}

/** An image over the page, with the previous and next ones. */
export function ImageOverlay({ opening, close }: { opening: ImageOpening; close: () => void }): ReactNode {
  const t = useText('preview.viewer');
  useBackCloses(close);
  const container = useRef<HTMLElement>(null);
  const images = useImageSequence(opening);
  const control = useImageTransform();
  const screen = useFullScreen(container);
  const show = useSlideShow(images);
  const [refusal, setRefusal] = useState<string>();
  const { current, loading, failure } = images;
  const late = useDelayed(loading);
  const rights = current.rights ?? 0;
  const currentRev = current.id === opening.id ? opening.currentRev : undefined;
  const { start: print, paper } = useImagePrinting({ view: { id: current.id, rights }, currentRev });
  const openComments = useCommentsInWindow({ ...current, currentRev });
  const threads = useNumberedThreads();
  const onKeyDown = keysOf(images, control, { f: () => screen.toggle?.(), c: () => openComments?.() });
  const download = (): void => void downloadDocument({ id: current.id, currentRev }, setRefusal);
  const reason = refusal ?? (failure === true ? t('pictureFailed') : failure);
  return (
    <OverlayDialog label={current.name} close={close} onKeyDown={onKeyDown}>
      {paper}
      <DarkStage className={styles.room} ref={container}>
        <PaneHead
          title={
            <Heading level={2} size="m" truncate aria-live="polite">
              {current.name}
            </Heading>
          }
        >
          <ToolButton label={t('close')} hotkey="Esc" icon={<CloseOutlined />} onClick={close} />
        </PaneHead>
        <ImageStage
          control={control}
          url={reason ? undefined : current.streamUrl}
          name={current.name}
          marks={<MarkLayer page={1} threads={threads} pose={control.pose} />}
          onShown={images.shown}
          onFailed={images.failed}
        >
          {late && (
            <Stack align="center" justify="center" cover className={styles.loading}>
              <Spinner label={t('loading')} large />
            </Stack>
          )}
          {reason && <ImageFailure name={current.name} ext={current.ext} reason={reason} />}
        </ImageStage>
        <ImageBar
          pictures={images}
          {...{ control, screen, openComments }}
          share={opening.isAttached !== true && <OverlayShareButton view={current} close={close} />}
          {...(opening.through && { show })}
          {...((rights & right.download) !== 0 && { download })}
          {...(print && !reason && { print })}
        />
      </DarkStage>
    </OverlayDialog>
  );
}

/** Shortcuts of the overlay; not passed to the page behind. */
function keysOf({ step }: ImageSequence, control: ImageTransformControl, more: Record<string, () => void>): (event: KeyboardEvent) => void {
  const keys: Record<string, () => void> = {
    ArrowLeft: () => step(-1),
    ArrowRight: () => step(1),
    ...transformKeys(control),
    ...more,
  };
  return (event) => {
    event.stopPropagation();
    const run = keys[describeKey(event)];
    if (!run) return;
    event.preventDefault();
    run();
  };
}
