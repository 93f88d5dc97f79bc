import { FolderOpenOutlined, PartitionOutlined, PoweroffOutlined } from '@ant-design/icons';
import { type FolderTemplate, templates } from '@dossier/contract/documents/folder-templates';
import { type TableColumnsType, Tag } from 'antd';
import type { ReactNode } from 'react';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.ts';
import { useNavigate } from '../../../platform/navigation.ts';
import { notice } from '../../../platform/notices.ts';
import { useCall, useCallMutation } from '../../../platform/query.ts';
import { CrudPage } from '../../../platform/ui/crud-page.tsx';
import { RelativeTime } from '../../../platform/ui/formatted-values.tsx';
import { AppLink } from '../../../platform/ui/links.tsx';
import { ClippedText, NameCell } from '../../../platform/ui/list-cells.tsx';
import { type RowMenu, usePagedSearch } from '../../../platform/ui/paged-table.tsx';
import { templatePath } from '../areas.ts';
import { openCreateTemplate, openEditTemplate } from './template-dialogs.tsx';

/** The folder templates of the organisation. */
export function TemplatesPage(): ReactNode {
  const t = useText('documents.folder-templates');
  const go = useNavigate();
  const search = usePagedSearch();
  const found = useCall(templates.list, search.input, { keep: true });
  const update = useCallMutation(templates.update, { refresh: [templates.list, templates.tree, templates.choices] });
  const setEnabled = async ({ id, name }: FolderTemplate, enabled: boolean): Promise<void> => {
    await update.mutateAsync({ id, enabled });
    notice.success(t(enabled ? 'wasOn' : 'wasOff', { name }));
  };
  const open = (id: string): void => go(templatePath, { id });
  const actionsOf: RowMenu<FolderTemplate> = (template) => [
    { key: 'open', icon: <PartitionOutlined />, label: t('openTemplate'), onClick: () => open(template.id) },
    {
      key: 'enable',
      icon: <PoweroffOutlined />,
      label: t(template.enabled ? 'switchOff' : 'switchOn'),
      onClick: () => void setEnabled(template, !template.enabled).catch(() => undefined),
    },
  ];
  return (
    <CrudPage<FolderTemplate>
      label={t('findTemplates')}
      search={search}
      found={found}
      columns={useColumns()}
      empty={{ icon: <FolderOpenOutlined />, title: t('noTemplates'), hint: t('noTemplatesHint') }}
      refresh={[templates.list, templates.choices]}
      create={t('newTemplate')}
      edit={t('editTemplate')}
      form={(template) => (template ? openEditTemplate(template) : openCreateTemplate(open))}
      actions={actionsOf}
      remove={{
        ask: ({ name }) => ({ title: t('deleteAsk', { name }), text: t('deleteText') }),
        run: ({ id }) => call(templates.delete, { id }),
      }}
    />
  );
}

function TemplateName({ template }: { template: FolderTemplate }): ReactNode {
  const t = useText('documents.folder-templates');
  const { id, name, enabled, folders, rights } = template;
  return (
    <NameCell off={!enabled} phoneMore={`${t('nFolders', { count: folders })} · ${t('nRights', { count: rights })}`}>
      <AppLink to={`${templatePath}?id=${id}`}>{name}</AppLink>
      {!enabled && <Tag>{t('off')}</Tag>}
    </NameCell>
  );
}

function useColumns(): TableColumnsType<FolderTemplate> {
  const t = useText('documents.folder-templates');
  return [
    { key: 'name', title: t('name'), render: (_, row) => <TemplateName template={row} /> },
    {
      key: 'description',
      title: t('description'),
      render: (_, row) => <ClippedText text={row.description} />,
    },
    { key: 'folders', title: t('folders'), align: 'end', width: 100, render: (_, row) => row.folders },
    { key: 'rights', title: t('rights'), align: 'end', width: 100, render: (_, row) => row.rights },
    {
      key: 'changed',
      title: t('changed'),
      width: 220,
      render: (_, row) => (
        <span>
          <RelativeTime iso={row.updateTime} /> · {row.updaterName}
        </span>
      ),
    },
  ];
}
