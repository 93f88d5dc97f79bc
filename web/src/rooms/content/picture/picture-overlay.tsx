import {
  CaretRightOutlined,
  CloseOutlined,
  DownloadOutlined,
  FullscreenExitOutlined,
  FullscreenOutlined,
  LeftOutlined,
  PauseOutlined,
  RightOutlined,
} from '@ant-design/icons';
import { right } from '@dossier/contract/rights';
import { Spin } from 'antd';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useDelayed } from '../../../ground/hooks/use-delayed.ts';
import { describeKey } from '../../../ground/hooks/use-hotkeys.ts';
import { useText } from '../../../ground/text.ts';
import { downloadDocument } from '../download/download-items.ts';
import { ToolButton } from '../viewer/tool-button.tsx';
import { useFullScreen } from '../viewer/use-full-screen.ts';
import { usePrintGuard } from '../viewer/use-print-guard.ts';
import type { PictureOpening } from './open-picture.tsx';
import styles from './picture.module.css';
import { PictureFailure } from './picture-failure.tsx';
import { PictureStage } from './picture-stage.tsx';
import { PictureTools, zoomStep } from './picture-tools.tsx';
import { useModal } from './use-modal.ts';
import { usePictures } from './use-pictures.ts';
import { usePose } from './use-pose.ts';

const slideTime = 3000;

/** One picture over the page, with the ones before and after it. */
export function PictureOverlay({ opening, close }: { opening: PictureOpening; close: () => void }): ReactNode {
  const t = useText('content');
  const dialog = useModal(close);
  const room = useRef<HTMLDivElement>(null);
  const pictures = usePictures(opening);
  const control = usePose();
  const screen = useFullScreen(room);
  const [playing, setPlaying] = useState(false);
  const { current, loading, failure, canStep, step } = pictures;
  const late = useDelayed(loading);
  const goOn = useRef(step);
  goOn.current = step;
  usePrintGuard(((current.rights ?? 0) & right.print) !== 0);
  useEffect(() => {
    if (!playing || loading) return;
    if (!canStep.on) {
      setPlaying(false);
      return;
    }
    const timer = setTimeout(() => goOn.current(1), slideTime);
    return () => clearTimeout(timer);
  }, [playing, loading, canStep.on]);
  const keys: Record<string, () => void> = {
    ArrowLeft: () => step(-1),
    ArrowRight: () => step(1),
    '+': () => control.zoom(zoomStep),
    '=': () => control.zoom(zoomStep),
    '-': () => control.zoom(1 / zoomStep),
    '0': control.fit,
    r: () => control.turn(1),
    f: () => screen.toggle?.(),
  };
  const blank = failure !== undefined;
  return (
    <dialog
      ref={dialog}
      className={styles.overlay}
      role="dialog"
      aria-modal="true"
      aria-label={current.name}
      onKeyDown={(event) => {
        const run = keys[describeKey(event)];
        event.stopPropagation();
        if (!run) return;
        event.preventDefault();
        run();
      }}
    >
      <div className={styles.room} ref={room}>
        <PictureStage
          control={control}
          url={blank ? undefined : current.streamUrl}
          name={current.name}
          onShown={pictures.shown}
          onFailed={pictures.failed}
        >
          {late && <Spin className={styles.loading ?? ''} size="large" aria-label={t('loading')} />}
          {blank && <PictureFailure name={current.name} ext={current.ext} reason={failure === true ? t('pictureFailed') : failure} />}
        </PictureStage>
        <header className={styles.head}>
          <h2 aria-live="polite">{current.name}</h2>
          <ToolButton label={t('close')} hotkey="Esc" icon={<CloseOutlined />} onClick={close} />
        </header>
        <div className={styles.bar} role="toolbar" aria-label={t('tools')}>
          <ToolButton label={t('previous')} hotkey="←" icon={<LeftOutlined />} disabled={!canStep.back} onClick={() => step(-1)} />
          <ToolButton label={t('next')} hotkey="→" icon={<RightOutlined />} disabled={!canStep.on} onClick={() => step(1)} />
          <PictureTools control={control} disabled={blank || loading} />
          {opening.through && (
            <ToolButton
              label={playing ? t('pause') : t('slideShow')}
              icon={playing ? <PauseOutlined /> : <CaretRightOutlined />}
              on={playing}
              disabled={!canStep.on && !playing}
              onClick={() => setPlaying(!playing)}
            />
          )}
          {screen.toggle && (
            <ToolButton
              label={screen.full ? t('leaveFullScreen') : t('fullScreen')}
              hotkey="f"
              icon={screen.full ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
              onClick={screen.toggle}
            />
          )}
          {((current.rights ?? 0) & right.download) !== 0 && (
            <ToolButton
              label={t('download')}
              icon={<DownloadOutlined />}
              onClick={() =>
                void downloadDocument({
                  id: current.id,
                  ...(current.id === opening.id && opening.currentRev && { currentRev: opening.currentRev }),
                })
              }
            />
          )}
        </div>
      </div>
    </dialog>
  );
}
