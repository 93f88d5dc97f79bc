import { LockOutlined } from '@ant-design/icons';
import type { Item, ItemDetail } from '@dossier/contract/documents/library';
import { Button } from 'antd';
import { type ReactNode, use } from 'react';
import { useText } from '../../platform/i18n.ts';
import { type ItemContext, ItemExtensionsContext, offeredActions } from '../../platform/item-actions.ts';
import { useNavigate } from '../../platform/navigation.ts';
import { useMedia } from '../../platform/ui/hooks.ts';
import { Row, Text } from '../../platform/ui/layout.tsx';

/** What opens the dialog of an item's permissions; answers undefined for an item on which the user may grant none. */
export function useGrantAccess(): (item: Item) => (() => void) | undefined {
  const { actions } = use(ItemExtensionsContext);
  const go = useNavigate();
  const ctx: ItemContext = { place: 'list', go };
  return (item) => offeredActions(actions, item, ctx)('permissions.change')?.run;
}

/** A line in a cabinet whose owner alone has access to the whole of it, with a button that grants access; renders nothing for other folders. */
export function OwnerOnly({ item }: { item: Item & Pick<ItemDetail, 'ownerOnly'> }): ReactNode {
  const t = useText('documents.library');
  const words = useText('access');
  const phone = useMedia('phone');
  const grant = useGrantAccess()(item);
  if (item.ownerOnly !== true || grant === undefined) return null;
  return (
    <Row gap={2} wrap>
      <Text tone="muted" size="s">
        <LockOutlined /> {t('onlyYou')}
      </Text>
      <Button size={phone ? 'middle' : 'small'} onClick={grant}>
        {words('addGrant')}
      </Button>
    </Row>
  );
}
