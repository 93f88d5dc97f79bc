import { CloseOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { ToolButton } from '../../../platform/ui/tool-button.tsx';
import { useModal } from '../../../platform/ui/use-modal.ts';
import { useView } from '../reader.ts';
import { AudioPanel, type AudioTrack } from './audio-player.tsx';
import styles from './audio.module.css';

/** The audio player over the page; a click beside it closes it. */
export function AudioOverlay({ song, close }: { song: AudioTrack; close: () => void }): ReactNode {
  const t = useText('preview.viewer');
  const dialog = useModal(close);
  const { id, currentRev } = song;
  const view = useView({ id, currentRev });
  return (
    <dialog
      ref={dialog}
      className={styles.overlay}
      role="dialog"
      aria-modal="true"
      aria-label={song.name}
      onClick={(event) => event.target === event.currentTarget && close()}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <div className={styles.box}>
        <AudioPanel
          name={song.name}
          url={view.data?.streamUrl}
          look={view.data?.look}
          again={async () => (await view.refetch()).isSuccess}
          {...(view.error && { refusal: view.error.message })}
        />
        <span className={styles.close}>
          <ToolButton label={t('close')} hotkey="Esc" icon={<CloseOutlined />} onClick={close} />
        </span>
      </div>
    </dialog>
  );
}
