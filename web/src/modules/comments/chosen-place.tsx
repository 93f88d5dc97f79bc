import { CloseOutlined } from '@ant-design/icons';
import type { Item } from '@dossier/contract/documents/library';
import { Tag } from 'antd';
import type { ReactNode } from 'react';
import { useCommentPlaces } from '../../platform/comment-places.ts';
import { useText } from '../../platform/i18n.ts';
import { placeText } from './place-words.ts';

/** The place in the viewed document where the next comment will lie, if one was chosen. */
export function ChosenPlace({ item }: { item: Pick<Item, 'id' | 'ext'> }): ReactNode {
  const t = useText('comments');
  const place = useCommentPlaces(({ viewed, chosen }) => (viewed?.id === item.id ? chosen : undefined));
  if (place === undefined) return null;
  return (
    <div>
      <Tag
        closable={{ 'aria-label': t('forgetPlace'), closeIcon: <CloseOutlined /> }}
        onClose={() => useCommentPlaces.setState({ chosen: undefined })}
      >
        {placeText(t, place, item)}
      </Tag>
    </div>
  );
}
