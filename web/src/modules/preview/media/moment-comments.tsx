import { FieldTimeOutlined } from '@ant-design/icons';
import type { CSSProperties, ReactNode } from 'react';
import { commentAt, useCommentPlaces } from '../../../platform/comment-places.ts';
import { useText } from '../../../platform/i18n.ts';
import { clockText } from '../../../platform/place-texts.ts';
import { Row } from '../../../platform/ui/layout.tsx';
import { ToolButton } from '../../../platform/ui/tool-button.tsx';
import { Pin } from '../marks/pin.tsx';
import { useAskedPlace } from '../shown-place.ts';
import { useMayComment, useNumberedThreads } from '../placed-threads.ts';
import styles from './media.module.css';

/** Begins a comment on the moment that is played. */
export function CommentOnMoment({ now }: { now: () => number }): ReactNode {
  const t = useText('preview.viewer');
  if (!useMayComment()) return null;
  // to the tenth of a second, which is what a listener can tell
  const begin = (): void => commentAt({ kind: 'moment', seconds: Math.round(now() * 10) / 10 });
  return <ToolButton label={t('commentOnMoment')} word={t('comment')} icon={<FieldTimeOutlined />} onClick={begin} />;
}

/** Goes to the moment of a thread that the panel asks for. */
export const useShownMoment = (isReady: boolean, seek: (seconds: number) => void): void =>
  useAskedPlace(['moment'], isReady, ({ seconds }) => seek(seconds));

interface MomentBarProps {
  /** In seconds; not finite while it is unknown. */
  length: number;
  seek: (seconds: number) => void;
}

/** The threads on a recording along its length, and the moment that a comment is begun on. Choosing one also goes there. */
export function MomentBar({ length, seek }: MomentBarProps): ReactNode {
  const t = useText('preview.viewer');
  const threads = useNumberedThreads();
  const chosen = useCommentPlaces((places) => places.chosen);
  const moments = threads.flatMap(({ place, ...thread }) => (place.kind === 'moment' ? [{ place, thread: { ...thread, place } }] : []));
  const isChosen = chosen?.kind === 'moment';
  if (!(length > 0) || !Number.isFinite(length) || (moments.length === 0 && !isChosen)) return null;
  // one beyond the end was chosen on a recording whose length the browser told otherwise
  const at = (seconds: number): CSSProperties => ({ insetInlineStart: `${Math.min(1, seconds / length) * 100}%` });
  return (
    <Row rigid className={styles.moments} role="group" aria-label={t('moments')}>
      <span className={styles.line} />
      {moments.map(({ place, thread }) => (
        <span
          key={thread.id}
          className={styles.moment}
          style={at(place.seconds)}
          title={clockText(place.seconds)}
          onClick={() => seek(place.seconds)}
          role="presentation"
        >
          <Pin thread={thread} />
        </span>
      ))}
      {isChosen && <span className={styles.chosen} style={at(chosen.seconds)} />}
    </Row>
  );
}
