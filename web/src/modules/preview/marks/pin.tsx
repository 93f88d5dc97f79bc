import type { CSSProperties, ReactNode } from 'react';
import { selectThread, useCommentPlaces } from '../../../platform/comment-places.ts';
import { useText } from '../../../platform/i18n.ts';
import type { NumberedThread } from '../placed-threads.ts';
import { type Box, type LayerPose, uprightOn } from './mark-boxes.ts';
import styles from './marks.module.css';

const percent = (part: number): string => `${part * 100}%`;
/** A box of a page as the place of an element over it. */
export const boxStyle = ({ x, y, width, height }: Box): CSSProperties => ({
  left: percent(x),
  top: percent(y),
  width: percent(width),
  height: percent(height),
});

/** The number of a thread, which selects it: upright and of one size, however the layer under it is turned and enlarged. */
export function Pin({ thread, pose }: { thread: NumberedThread; pose?: LayerPose | undefined }): ReactNode {
  const t = useText('preview.viewer');
  const isSelected = useCommentPlaces((places) => places.selected === thread.id);
  return (
    <button
      type="button"
      className={styles.pin}
      data-own-drag
      style={pose && { transform: `translate(-50%, -50%) ${uprightOn(pose)}` }}
      aria-label={t('commentN', { number: thread.number })}
      aria-pressed={isSelected}
      onClick={() => selectThread(thread.id)}
    >
      {thread.number}
    </button>
  );
}
