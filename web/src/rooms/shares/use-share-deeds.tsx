import { DeleteOutlined, EditOutlined, LinkOutlined, PoweroffOutlined, LineChartOutlined } from '@ant-design/icons';
import { library } from '@dossier/contract/library';
import type { Share } from '@dossier/contract/share-shapes';
import { shares } from '@dossier/contract/shares';
import { useGo } from '../../ground/go.ts';
import { notice } from '../../ground/notice.ts';
import { useText } from '../../ground/text.ts';
import { confirm } from '../../ground/ui/confirm.tsx';
import { useSend } from '../../ground/use-call.ts';
import type { MenuOf } from '../people/paged-table.tsx';
import { sharePath, sharesPath } from './paths.ts';
import { openEditShare, openLink } from './share-dialog.tsx';

const refresh = [shares.list, shares.show, library.items, library.documents];

/** What can be done with a share; on its own page everything but going there. */
export function useShareDeeds(onPage = false): MenuOf<Share> {
  const t = useText('shares');
  const go = useGo();
  const close = useSend(shares.close, { refresh });
  const reopen = useSend(shares.reopen, { refresh });
  const remove = useSend(shares.remove, { refresh: [shares.list, library.items, library.documents] });
  const shut = async ({ id, name }: Share): Promise<void> => {
    await close.mutateAsync({ id });
    notice.undo(t('wasClosed', { name }), {
      label: t('undo'),
      run: () => void reopen.mutateAsync({ id }).catch(() => undefined),
      about: [id],
    });
  };
  const open = async ({ id, name }: Share): Promise<void> => {
    await reopen.mutateAsync({ id });
    notice.success(t('wasOpened', { name }));
  };
  const ask = async ({ id, name }: Share): Promise<void> => {
    if (!(await confirm({ title: t('removeAsk', { name }), text: t('removeText'), ok: t('remove'), danger: true }))) return;
    await remove.mutateAsync({ id });
    if (onPage) go(sharesPath, {}, { replace: true });
  };
  const doing = (work: Promise<void>): void => void work.catch(() => undefined);
  return (share) => [
    ...(onPage ? [] : [{ key: 'follow', icon: <LineChartOutlined />, label: t('follow'), onClick: () => go(sharePath, { id: share.id }) }]),
    { key: 'link', icon: <LinkOutlined />, label: t('showLink'), onClick: () => openLink(share) },
    { key: 'edit', icon: <EditOutlined />, label: t('edit'), onClick: () => openEditShare(share) },
    share.status === 'closed'
      ? { key: 'open', icon: <PoweroffOutlined />, label: t('reopen'), onClick: () => doing(open(share)) }
      : { key: 'close', icon: <PoweroffOutlined />, label: t('close'), onClick: () => doing(shut(share)) },
    { key: 'remove', icon: <DeleteOutlined />, label: t('remove'), danger: true, onClick: () => doing(ask(share)) },
  ];
}
