import { CloseOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useText } from '../../../ground/text.ts';
import { useModal } from '../../viewer/use-modal.ts';
import { ToolButton } from '../../../ground/ui/tool-button.tsx';
import { useView } from '../../viewer/use-view.ts';
import styles from './audio.module.css';
import { AudioPanel } from './audio-panel.tsx';
import type { Song } from './song.ts';

/** The player over the page; a click beside it closes it. */
export function AudioOverlay({ song, close }: { song: Song; close: () => void }): ReactNode {
  const t = useText('viewer');
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
