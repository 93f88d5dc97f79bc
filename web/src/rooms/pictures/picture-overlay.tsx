import { CloseOutlined } from '@ant-design/icons';
import { right } from '@dossier/contract/rights';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { useDelayed } from '../../ground/hooks/use-delayed.ts';
import { describeKey } from '../../ground/hooks/use-hotkeys.ts';
import { useText } from '../../ground/text.ts';
import { Waiting } from '../../ground/ui/waiting.tsx';
import { downloadDocument } from '../content/download-document.ts';
import { ToolButton } from '../../ground/ui/tool-button.tsx';
import { type FullScreen, useFullScreen } from '../viewer/use-full-screen.ts';
import type { PictureOpening } from './opening.ts';
import styles from './picture.module.css';
import { PictureBar } from './picture-bar.tsx';
import { PictureFailure } from './picture-failure.tsx';
import { PictureStage } from './picture-stage.tsx';
import { poseKeys } from './picture-tools.tsx';
import { useBackCloses } from '../viewer/use-back-closes.ts';
import { useModal } from '../viewer/use-modal.ts';
import { type Pictures, usePictures } from './use-pictures.ts';
import { usePicturePrinting } from './use-picture-printing.ts';
import { type PoseControl, usePose } from './use-pose.ts';
import { useSlideShow } from './use-slide-show.ts';

/** One picture over the page, with the ones before and after it. */
export function PictureOverlay({ opening, close }: { opening: PictureOpening; close: () => void }): ReactNode {
  const t = useText('viewer');
  const dialog = useModal(close);
  useBackCloses(close);
  const room = useRef<HTMLDivElement>(null);
  const pictures = usePictures(opening);
  const control = usePose();
  const screen = useFullScreen(room);
  const show = useSlideShow(pictures);
  const [refusal, setRefusal] = useState<string>();
  const { current, loading, failure } = pictures;
  const late = useDelayed(loading);
  const rights = current.rights ?? 0;
  const currentRev = current.id === opening.id ? opening.currentRev : undefined;
  const { start: print, paper } = usePicturePrinting({ view: { id: current.id, rights }, currentRev });
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
        <PictureStage
          control={control}
          url={reason ? undefined : current.streamUrl}
          name={current.name}
          onShown={pictures.shown}
          onFailed={pictures.failed}
        >
          {late && <Waiting className={styles.loading} label={t('loading')} large />}
          {reason && <PictureFailure name={current.name} ext={current.ext} reason={reason} />}
        </PictureStage>
        <PictureBar
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
function keysOf({ step }: Pictures, control: PoseControl, screen: FullScreen): (event: KeyboardEvent) => void {
  const keys: Record<string, () => void> = {
    ArrowLeft: () => step(-1),
    ArrowRight: () => step(1),
    ...poseKeys(control),
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
