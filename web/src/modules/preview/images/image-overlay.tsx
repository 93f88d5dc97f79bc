import {
  CaretRightOutlined,
  CloseOutlined,
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
import { Spinner } from '../../../platform/ui/spinner.tsx';
import { ToolButton } from '../../../platform/ui/tool-button.tsx';
import { useModal } from '../../../platform/ui/use-modal.ts';
import { downloadDocument } from '../../documents/download-document.ts';
import type { View } from '../view-request.ts';
import { type FullScreen, ScreenButton, useFullScreen } from '../viewer/full-screen.tsx';
import { type ImageOpening, type SequenceSource, neighbourIn } from './image-sequence.ts';
import { ImageStage, ImageTools, type ImageTransformControl, transformKeys, useImagePrinting, useImageTransform } from './image-stage.tsx';
import styles from './image.module.css';

let opened = 0;

/** What lies over the page is a step of the browser's history: the way back closes it, and leaves the page below where it is. */
export function useBackCloses(close: () => void): void {
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
      // closed by other means: its step goes with it
      if (isOver()) history.back();
    };
  }, [history]);
}

type Picture = Pick<View, 'id' | 'name' | 'ext'> & Partial<View>;

export interface ImageSequence {
  /** The picture on the stage, as far as it is known. */
  current: Picture;
  loading: boolean;
  /** The server's words, or `true` where the browser could not draw it. */
  failure?: string | true;
  canStep: Record<'back' | 'on', boolean>;
  step: (way: -1 | 1) => void;
  shown: () => void;
  failed: () => void;
}

/** The pictures one goes through: by a list of ids, or by asking the server for the neighbour; nothing moves while one is loading. */
export function useImageSequence(opening: ImageOpening): ImageSequence {
  const { through } = opening;
  const [ends, setEnds] = useState({ back: false, on: false });
  const { current, loading, failure, busy, take, go, rest } = useOneImage(opening);
  useEffect(() => {
    const { id, currentRev } = opening;
    void take(() => call(preview.view, { id, currentRev }, { quiet: true }));
  }, [opening, take]);
  const step = (way: -1 | 1): void => {
    if (busy.current || !through) return;
    if ('ids' in through) {
      const id = neighbourIn(through.ids, current.id, way);
      if (id) go(() => call(preview.view, { id }, { quiet: true }));
      return;
    }
    go(async () => {
      const { found, ...view } = await call(
        way < 0 ? preview.viewPrevious : preview.viewNext,
        { id: current.id, ...through },
        { quiet: true },
      );
      setEnds((before) => (way < 0 ? { back: !found, on: before.on && !found } : { back: before.back && !found, on: !found }));
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

function canGo(through: SequenceSource | undefined, id: string, way: -1 | 1): boolean {
  return through !== undefined && (!('ids' in through) || neighbourIn(through.ids, id, way) !== undefined);
}

interface OneImage extends Pick<ImageSequence, 'current' | 'loading'> {
  failure: string | true | undefined;
  busy: RefObject<boolean>;
  /** Shows what the server answers. */
  take: (ask: () => Promise<Picture | undefined>) => Promise<void>;
  /** The same, saying at once that something is loading. */
  go: (ask: () => Promise<Picture | undefined>) => void;
  /** The picture stands, or failed. */
  rest: (reason?: string | true) => void;
}

/** One picture at a time, from asking the server until the browser has drawn it. */
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
    async (ask) => {
      try {
        const found = await ask();
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
  const go = (ask: () => Promise<Picture | undefined>): void => {
    busy.current = true;
    setLoading(true);
    void take(ask);
  };
  return { current, loading, failure, busy, take, go, rest };
}

const slideTime = 3000;

/** Goes on by itself, three seconds after each picture stands, until there is none left. */
export function useSlideShow({ loading, canStep, step }: ImageSequence): { playing: boolean; toggle: () => void } {
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

/** What stands in the place of a picture that cannot be shown: its kind, its name and why. */
export function ImageFailure({ name, ext, reason }: { name: string; ext: string; reason: string }): ReactNode {
  return (
    <div className={styles.failure} role="alert">
      <FileIcon objType={objType.document} ext={ext} size={72} />
      <p>{name}</p>
      <p>{reason}</p>
    </div>
  );
}

interface PictureBarProps {
  pictures: ImageSequence;
  control: ImageTransformControl;
  screen: FullScreen;
  /** Absent where there is only this picture. */
  show?: { playing: boolean; toggle: () => void };
  /** Absent where it may not be downloaded, or printed. */
  download?: () => void;
  print?: () => void;
}

/** The tools under a picture that lies over the page. */
export function ImageBar({ pictures, control, screen, show, download, print }: PictureBarProps): ReactNode {
  const t = useText('preview.viewer');
  const { canStep, step, failure, loading } = pictures;
  return (
    <div className={styles.bar} role="toolbar" aria-label={t('tools')}>
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
      <ScreenButton screen={screen} />
      {print && <ToolButton label={t('print')} icon={<PrinterOutlined />} disabled={loading} onClick={print} />}
      {download && <ToolButton label={t('download')} icon={<DownloadOutlined />} onClick={download} />}
    </div>
  );
}

/** One picture over the page, with the ones before and after it. */
export function ImageOverlay({ opening, close }: { opening: ImageOpening; close: () => void }): ReactNode {
  const t = useText('preview.viewer');
  const dialog = useModal(close);
  useBackCloses(close);
  const room = useRef<HTMLDivElement>(null);
  const pictures = useImageSequence(opening);
  const control = useImageTransform();
  const screen = useFullScreen(room);
  const show = useSlideShow(pictures);
  const [refusal, setRefusal] = useState<string>();
  const { current, loading, failure } = pictures;
  const late = useDelayed(loading);
  const rights = current.rights ?? 0;
  const currentRev = current.id === opening.id ? opening.currentRev : undefined;
  const { start: print, paper } = useImagePrinting({ view: { id: current.id, rights }, currentRev });
  const onKeyDown = keysOf(pictures, control, screen);
  const download = (): void => {
    void downloadDocument({ id: current.id, currentRev }, setRefusal);
  };
  const reason = refusal ?? (failure === true ? t('pictureFailed') : failure);
  return (
    <dialog ref={dialog} className={styles.overlay} role="dialog" aria-modal="true" aria-label={current.name} onKeyDown={onKeyDown}>
      {paper}
      <div className={styles.room} ref={room}>
        <header className={styles.head}>
          <h2 aria-live="polite">{current.name}</h2>
          <ToolButton label={t('close')} hotkey="Esc" icon={<CloseOutlined />} onClick={close} />
        </header>
        <ImageStage
          control={control}
          url={reason ? undefined : current.streamUrl}
          name={current.name}
          onShown={pictures.shown}
          onFailed={pictures.failed}
        >
          {late && <Spinner className={styles.loading} label={t('loading')} large />}
          {reason && <ImageFailure name={current.name} ext={current.ext} reason={reason} />}
        </ImageStage>
        <ImageBar
          pictures={pictures}
          control={control}
          screen={screen}
          {...(opening.through && { show })}
          {...((rights & right.download) !== 0 && { download })}
          {...(print && !reason && { print })}
        />
      </div>
    </dialog>
  );
}

/** Keys of the overlay; the page behind hears none of them. */
function keysOf({ step }: ImageSequence, control: ImageTransformControl, screen: FullScreen): (event: KeyboardEvent) => void {
  const keys: Record<string, () => void> = {
    ArrowLeft: () => step(-1),
    ArrowRight: () => step(1),
    ...transformKeys(control),
    f: () => screen.toggle?.(),
  };
  return (event) => {
    event.stopPropagation();
    const run = keys[describeKey(event)];
    if (!run) return;
    event.preventDefault();
    run();
  };
}
