import type { Item } from '@dossier/contract/documents/library';
import { useLocation } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { textOf } from '../../../platform/i18n.ts';
import { type ItemContext, useItemActions } from '../../../platform/item-actions.ts';
import { useNavigate } from '../../../platform/navigation.ts';
import { notice } from '../../../platform/notices.ts';
import { useCall } from '../../../platform/query.ts';
import { openNameDialog } from '../../../platform/ui/form-dialog.tsx';
import { ActionsMenu } from '../action-buttons.tsx';
import { detailRoute, placePath } from '../areas.ts';
import { showDetails } from '../folder-context.ts';
import { useRenaming } from '../renaming.ts';

interface TreeMenuProps {
  id: string;
  objType: number;
  /** The user's rights in the folder around it; absent around a cabinet. */
  parentRights: number | undefined;
  /** Where it opens, in pixels of the window. */
  at: { x: number; y: number };
  close: () => void;
}

/** The menu of a cabinet or folder in the tree: the actions of its row in a list. */
export function TreeMenu({ id, objType, ...rest }: TreeMenuProps): ReactNode {
  const detail = useCall(detailRoute(objType), { id });
  return detail.data !== undefined && <LoadedMenu item={detail.data} {...rest} />;
}

function LoadedMenu({ item, parentRights, at, close }: Omit<TreeMenuProps, 'id' | 'objType'> & { item: Item }): ReactNode {
  const go = useNavigate();
  const shownId = useLocation({ select: ({ search }) => (search as { id?: string | number }).id });
  const ctx = useMemo<ItemContext>(
    () => ({
      place: 'list',
      ...(item.parentId !== undefined && { parentId: item.parentId }),
      moduleType: item.moduleType,
      ...(parentRights !== undefined && { parentRights }),
      ...(item.publishing === true && { fedByFlows: true }),
      ...(shownId !== undefined && { shownId: String(shownId) }),
      go,
      startRename: () => askName(item),
      showDetails: (tab = 'facts') => {
        go(placePath(item.moduleType, item.id));
        showDetails(tab);
      },
    }),
    [item, parentRights, shownId, go],
  );
  const actions = useItemActions([item], ctx);
  return (
    <ActionsMenu actions={actions} trigger={['click']} open autoFocus onOpenChange={(open) => !open && close()}>
      {/* a menu is not placed at what has no size */}
      <span style={{ position: 'fixed', left: at.x, top: at.y, width: 1, height: 1 }} />
    </ActionsMenu>
  );
}

/** Renames an item that has no row to be renamed in. */
function askName(item: Item): void {
  const t = textOf('documents.library');
  openNameDialog({
    title: t('renameTitle', { name: item.name }),
    ok: t('rename'),
    name: item.name,
    maxLength: 255,
    save: async (name) => {
      const refused = await useRenaming.getState().finish(item, name, false);
      if (refused !== undefined) notice.error(refused);
      return refused === undefined;
    },
  });
}
