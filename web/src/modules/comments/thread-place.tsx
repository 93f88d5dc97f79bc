import { CheckCircleFilled, EnvironmentOutlined } from '@ant-design/icons';
import type { CommentThread } from '@dossier/contract/comments/comments';
import type { Item } from '@dossier/contract/documents/library';
import type { ReactNode } from 'react';
import { canShow, isPlaceIn, useCommentPlaces } from '../../platform/comment-places.ts';
import { type TextOf, useText } from '../../platform/i18n.ts';
import { Row, Stack, Text } from '../../platform/ui/layout.tsx';
import { LinkButton } from '../../platform/ui/native-controls.tsx';
import styles from './comments.module.css';
import { placeText } from './place-words.ts';

interface ThreadPlaceProps {
  item: Pick<Item, 'id' | 'ext'> & { revision?: string | undefined };
  thread: Pick<CommentThread, 'id' | 'place' | 'revisionId' | 'resolved' | 'resolvedBy'> & {
    /** Undefined where versions have no names for the reader. */
    revisionLabel?: string;
  };
}

/** With the number of its mark. */
const withNumber = (number: number | undefined, text: string): string => (number === undefined ? text : `${number} · ${text}`);

function versionText(t: TextOf<'comments'>, label: string | undefined): string {
  if (label === undefined) return t('onOtherVersion');
  return label === '' ? t('onDeletedVersion') : t('onVersion', { label });
}

/** Where a thread lies and on which version it was written, and who settled it. */
export function ThreadPlace({ item, thread }: ThreadPlaceProps): ReactNode {
  const t = useText('comments');
  const viewed = useCommentPlaces((places) => places.viewed);
  const sheets = useCommentPlaces((places) => places.sheets);
  const number = useCommentPlaces((places) => places.numbers?.get(thread.id));
  const { place, revisionId, revisionLabel } = thread;
  const isViewed = viewed?.id === item.id;
  const isOlder = revisionId !== (isViewed ? viewed.revisionId : item.revision);
  const isGone = isViewed && place !== undefined && !isPlaceIn({ place, revisionId }, { viewed, sheets });
  if (place === undefined && !isOlder && !thread.resolved) return null;
  const show = (): void => {
    if (place) useCommentPlaces.setState({ selected: thread.id, shown: { threadId: thread.id, place, revisionId } });
  };
  return (
    <Stack gap={1}>
      <Row gap={2} wrap>
        {place !== undefined && (
          <Row as="span" gap={1}>
            <EnvironmentOutlined aria-hidden="true" />
            {isViewed && !isGone && canShow(viewed, place) ? (
              <LinkButton onClick={show}>{withNumber(number, placeText(t, place, item))}</LinkButton>
            ) : (
              <Text size="s" tone="muted">
                {placeText(t, place, item)}
              </Text>
            )}
          </Row>
        )}
        {isOlder && (
          <Text size="s" tone="muted">
            {versionText(t, revisionLabel)}
          </Text>
        )}
        {isGone && (
          <Text size="s" tone="warn">
            {t('placeGone')}
          </Text>
        )}
        {thread.resolved && (
          <Text size="s" tone="done">
            <CheckCircleFilled aria-hidden="true" />{' '}
            {thread.resolvedBy === undefined ? t('resolved') : t('resolvedBy', { name: thread.resolvedBy })}
          </Text>
        )}
      </Row>
      {place?.kind === 'words' && (
        <Text as="p" size="s" tone="muted" lines={2} className={styles.quote}>
          {place.quote}
        </Text>
      )}
    </Stack>
  );
}
