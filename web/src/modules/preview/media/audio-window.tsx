import { CloseOutlined, CommentOutlined } from '@ant-design/icons';
import type { KeyboardEvent, ReactNode } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { describeKey } from '../../../platform/ui/hotkeys.ts';
import { Card, Stack, classNames } from '../../../platform/ui/layout.tsx';
import { OverlayDialog } from '../../../platform/ui/overlay-dialog.tsx';
import { ToolButton } from '../../../platform/ui/tool-button.tsx';
import { useView } from '../reader.ts';
import type { WindowProps } from '../view-request.ts';
import { useCommentsInWindow } from '../viewer/viewer-comments.ts';
import { OverlayShareButton } from '../viewer/share-buttons.tsx';
import { ViewerFrame } from '../viewer/viewer-frame.tsx';
import { AudioPanel, type AudioTrack } from './audio-player.tsx';
import styles from './media.module.css';

/** The audio player in a window of its own. */
export function AudioWindow({ view, query: { currentRev }, again }: WindowProps): ReactNode {
  return (
    <ViewerFrame view={view} currentRev={currentRev}>
      <Stack grow sunken align="center" justify="center">
        <Card pad={0} className={styles.box}>
          <AudioPanel name={view.name} url={view.streamUrl} look={view.look} again={again} isCommentable />
        </Card>
      </Stack>
    </ViewerFrame>
  );
}

/** The audio player over the page; a click beside it closes it. */
export function AudioOverlay({ song, close }: { song: AudioTrack; close: () => void }): ReactNode {
  const t = useText('preview.viewer');
  const { id, currentRev } = song;
  const view = useView({ id, currentRev });
  const openComments = useCommentsInWindow({ ...view.data, id, currentRev });
  const keys = (event: KeyboardEvent): void => {
    event.stopPropagation();
    if (describeKey(event) === 'c') openComments?.();
  };
  return (
    <OverlayDialog label={song.name} close={close} onKeyDown={keys}>
      <Card pad={0} anchor className={classNames(styles.box, styles.overlay)}>
        <AudioPanel
          name={song.name}
          url={view.data?.streamUrl}
          look={view.data?.look}
          again={async () => (await view.refetch()).isSuccess}
          {...(view.error && { refusal: view.error.message })}
        />
        <span className={styles.close}>
          {song.isAttached !== true && <OverlayShareButton view={view.data} close={close} />}
          {openComments && <ToolButton label={t('comments')} hotkey="c" icon={<CommentOutlined />} onClick={openComments} />}
          <ToolButton label={t('close')} hotkey="Esc" icon={<CloseOutlined />} onClick={close} />
        </span>
      </Card>
    </OverlayDialog>
  );
}
