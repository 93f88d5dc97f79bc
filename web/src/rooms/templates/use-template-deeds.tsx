import { DeleteOutlined, EditOutlined, PartitionOutlined, PoweroffOutlined } from '@ant-design/icons';
import { type FolderTemplate, templates } from '@dossier/contract/templates';
import { useGo } from '../../ground/go.ts';
import { notice } from '../../ground/notice.ts';
import { useText } from '../../ground/text.ts';
import { confirm } from '../../ground/ui/confirm.tsx';
import { useSend } from '../../ground/use-call.ts';
import type { MenuOf } from '../people/paged-table.tsx';
import { templatePath } from './paths.ts';
import { openEditTemplate } from './template-dialogs.tsx';

/** What can be done with a folder template. */
export function useTemplateDeeds(): MenuOf<FolderTemplate> {
  const t = useText('templates');
  const go = useGo();
  const refresh = [templates.list, templates.tree, templates.choices];
  const update = useSend(templates.update, { refresh });
  const remove = useSend(templates.delete, { refresh: [templates.list, templates.choices] });
  const enable = async ({ id, name, enabled }: FolderTemplate): Promise<void> => {
    await update.mutateAsync({ id, enabled: !enabled });
    notice.success(t(enabled ? 'wasOff' : 'wasOn', { name }));
  };
  const ask = async ({ id, name }: FolderTemplate): Promise<void> => {
    if (!(await confirm({ title: t('deleteAsk', { name }), text: t('deleteText'), ok: t('delete'), danger: true }))) return;
    await remove.mutateAsync({ id });
  };
  const doing = (work: Promise<void>): void => void work.catch(() => undefined);
  return (template) => [
    { key: 'open', icon: <PartitionOutlined />, label: t('openTemplate'), onClick: () => go(templatePath, { id: template.id }) },
    { key: 'edit', icon: <EditOutlined />, label: t('editTemplate'), onClick: () => openEditTemplate(template) },
    {
      key: 'enable',
      icon: <PoweroffOutlined />,
      label: t(template.enabled ? 'switchOff' : 'switchOn'),
      onClick: () => doing(enable(template)),
    },
    { key: 'delete', icon: <DeleteOutlined />, label: t('delete'), danger: true, onClick: () => doing(ask(template)) },
  ];
}
