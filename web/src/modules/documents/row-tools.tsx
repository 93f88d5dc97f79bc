import { EllipsisOutlined } from '@ant-design/icons';
import type { Item } from '@dossier/contract/documents/library';
import { type ReactNode, use, useCallback, useEffect, useRef, useState } from 'react';
import { useText } from '../../platform/i18n.ts';
import { type ItemContext, ItemExtensionsContext, type ReadyAction, offeredActions, useItemActions } from '../../platform/item-actions.ts';
import type { SwipeAction } from '../../platform/ui/data-table/use-row-swipe.ts';
import { PlainButton } from '../../platform/ui/layout.tsx';
import styles from './action-bar.module.css';
import { ActionsMenu } from './action-buttons.tsx';

const swipeOf = (action: ReadyAction | undefined): SwipeAction | undefined =>
  action && { label: action.short ?? action.label, icon: action.icon, run: action.run, ...(action.danger && { danger: true }) };

/**
 * What a card offers on a phone: the menu of its actions, and two of them by a swipe. To the left it deletes, to the right it shares, or marks as a
 * favorite what may not be shared.
 */
export function useRowTools(ctx: ItemContext) {
  const { actions } = use(ItemExtensionsContext);
  const latest = useRef(ctx);
  useEffect(() => {
    latest.current = ctx;
  }, [ctx]);
  const rowMenu = useCallback((item: Item): ReactNode => <RowMenu item={item} contextOf={() => latest.current} />, []);
  const swipes = useCallback(
    (item: Item) => {
      const find = offeredActions(actions, item, { ...latest.current, swiped: true });
      return {
        left: swipeOf(find('library.delete')),
        right: swipeOf(find('shares.share') ?? find('labels.star') ?? find('labels.unstar')),
      };
    },
    [actions],
  );
  return { rowMenu, swipes };
}

interface RowMenuProps {
  item: Item;
  contextOf: () => ItemContext;
}

/** The button of a card. Its actions are not looked for before it is pressed. Keys open the same menu by that of the list. */
function RowMenu({ item, contextOf }: RowMenuProps): ReactNode {
  const t = useText('documents.library');
  const [wasOpened, setWasOpened] = useState(false);
  if (wasOpened) return <OpenedRowMenu item={item} contextOf={contextOf} />;
  return (
    <PlainButton
      className={styles.rowMenu}
      tabIndex={-1}
      aria-label={t('actionsOf', { name: item.name })}
      aria-haspopup="menu"
      onClick={() => setWasOpened(true)}
    >
      <EllipsisOutlined />
    </PlainButton>
  );
}

function OpenedRowMenu({ item, contextOf }: RowMenuProps): ReactNode {
  const t = useText('documents.library');
  const [isOpen, setOpen] = useState(true);
  const button = useRef<HTMLButtonElement>(null);
  const actions = useItemActions([item], contextOf());
  useEffect(() => button.current?.focus({ preventScroll: true }), []);
  return (
    <ActionsMenu
      actions={actions}
      trigger={['click']}
      placement="bottomRight"
      align={{ overflow: { adjustX: true, adjustY: true, shiftY: true } }}
      open={isOpen}
      onOpenChange={setOpen}
    >
      <PlainButton
        ref={button}
        className={styles.rowMenu}
        tabIndex={-1}
        aria-label={t('actionsOf', { name: item.name })}
        aria-haspopup="menu"
        aria-expanded={isOpen}
      >
        <EllipsisOutlined />
      </PlainButton>
    </ActionsMenu>
  );
}
