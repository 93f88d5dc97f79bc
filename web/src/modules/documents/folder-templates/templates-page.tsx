import { DeleteOutlined, EditOutlined, PartitionOutlined, PlusOutlined, PoweroffOutlined } from '@ant-design/icons';
import { type FolderTemplate, templates } from '@dossier/contract/documents/folder-templates';
import { Button, type TableColumnsType, Tag } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { useNavigate } from '../../../platform/navigation.ts';
import { notice } from '../../../platform/notices.ts';
import { useCall, useCallMutation } from '../../../platform/query.ts';
import { confirm } from '../../../platform/ui/confirm.tsx';
import { RelativeTime } from '../../../platform/ui/formatted-values.tsx';
import { useMedia } from '../../../platform/ui/hooks.ts';
import { AppLink } from '../../../platform/ui/links.tsx';
import people from '../../../platform/ui/list-page.module.css';
import { SearchBar } from '../../../platform/ui/list-page.tsx';
import { type PageRequest, type PageResult, PagedTable, type RowMenu, usePagedSearch } from '../../../platform/ui/paged-table.tsx';
import { templatePath } from './paths.ts';
import { openCreateTemplate, openEditTemplate } from './template-dialogs.tsx';
import styles from './templates.module.css';

/** The actions on a folder template. */
export function useTemplateActions(): RowMenu<FolderTemplate> {
  const t = useText('documents.folder-templates');
  const go = useNavigate();
  const refresh = [templates.list, templates.tree, templates.choices];
  const update = useCallMutation(templates.update, { refresh });
  const remove = useCallMutation(templates.delete, { refresh: [templates.list, templates.choices] });
  const enable = async ({ id, name, enabled }: FolderTemplate): Promise<void> => {
    await update.mutateAsync({ id, enabled: !enabled });
    notice.success(t(enabled ? 'wasOff' : 'wasOn', { name }));
  };
  const confirmDelete = async ({ id, name }: FolderTemplate): Promise<void> => {
    if (!(await confirm({ title: t('deleteAsk', { name }), text: t('deleteText'), ok: t('delete'), danger: true }))) return;
    await remove.mutateAsync({ id });
  };
  const ignoreRefusal = (work: Promise<void>): void => void work.catch(() => undefined);
  return (template) => [
    { key: 'open', icon: <PartitionOutlined />, label: t('openTemplate'), onClick: () => go(templatePath, { id: template.id }) },
    { key: 'edit', icon: <EditOutlined />, label: t('editTemplate'), onClick: () => openEditTemplate(template) },
    {
      key: 'enable',
      icon: <PoweroffOutlined />,
      label: t(template.enabled ? 'switchOff' : 'switchOn'),
      onClick: () => ignoreRefusal(enable(template)),
    },
    { key: 'delete', icon: <DeleteOutlined />, label: t('delete'), danger: true, onClick: () => ignoreRefusal(confirmDelete(template)) },
  ];
}

interface TemplatesTableProps {
  found: PageResult<FolderTemplate>;
  page: PageRequest;
  setPage: (page: PageRequest) => void;
  searched: boolean;
}

/** Folder templates in pages, each with a menu. */
export function TemplatesTable({ searched, ...props }: TemplatesTableProps): ReactNode {
  const t = useText('documents.folder-templates');
  const columns = useColumns();
  const actionsOf = useTemplateActions();
  return (
    <PagedTable
      {...props}
      columns={columns}
      empty={searched ? { title: t('nothingFound') } : { title: t('noTemplates'), hint: t('noTemplatesHint') }}
      menuOf={actionsOf}
      menuName={({ name }) => t('actionsOf', { name })}
    />
  );
}

function TemplateName({ template }: { template: FolderTemplate }): ReactNode {
  const t = useText('documents.folder-templates');
  const phone = useMedia('phone');
  return (
    <span className={people.person} data-off={!template.enabled || undefined}>
      <AppLink to={`${templatePath}?id=${template.id}`}>{template.name}</AppLink>
      {!template.enabled && <Tag>{t('off')}</Tag>}
      {phone && (
        <span className={people.more}>
          {t('nFolders', { count: template.folders })} · {t('nRights', { count: template.rights })}
        </span>
      )}
    </span>
  );
}

function useColumns(): TableColumnsType<FolderTemplate> {
  const t = useText('documents.folder-templates');
  return [
    { key: 'name', title: t('name'), render: (_, row) => <TemplateName template={row} /> },
    {
      key: 'description',
      title: t('description'),
      render: (_, row) => (
        <span className={styles.clipped} title={row.description}>
          {row.description}
        </span>
      ),
    },
    { key: 'folders', title: t('folders'), align: 'end', width: 100, render: (_, row) => row.folders },
    { key: 'rights', title: t('rights'), align: 'end', width: 100, render: (_, row) => row.rights },
    {
      key: 'changed',
      title: t('changed'),
      width: 220,
      render: (_, row) => (
        <span>
          <RelativeTime iso={row.updateTime} /> {row.updaterName}
        </span>
      ),
    },
  ];
}

/** The folder templates of the organisation. */
export function TemplatesPage(): ReactNode {
  const t = useText('documents.folder-templates');
  const pagedSearch = usePagedSearch();
  const go = useNavigate();
  const found = useCall(templates.list, pagedSearch.input, { keep: true });
  const create = (): void => openCreateTemplate((id) => go(templatePath, { id }));
  return (
    <div className={people.page}>
      <SearchBar label={t('findTemplates')} search={pagedSearch}>
        <Button type="primary" icon={<PlusOutlined />} onClick={create}>
          {t('newTemplate')}
        </Button>
      </SearchBar>
      <TemplatesTable found={found} page={pagedSearch.page} setPage={pagedSearch.setPage} searched={pagedSearch.keyword !== ''} />
    </div>
  );
}
