import { DeleteOutlined, EditOutlined, PoweroffOutlined } from '@ant-design/icons';
import { type DocumentTemplate, documentTemplates } from '@dossier/contract/classification/document-templates';
import { objType } from '@dossier/contract/core/rights';
import { type TableColumnsType, Tag } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { useCall, useCallMutation } from '../../../platform/query.ts';
import { confirm } from '../../../platform/ui/confirm.tsx';
import { FileIcon } from '../../../platform/ui/file-icon.tsx';
import { FileSize, RelativeTime } from '../../../platform/ui/formatted-values.tsx';
import { useMedia } from '../../../platform/ui/hooks.ts';
import people from '../../../platform/ui/list-page.module.css';
import { NamedListPage } from '../../../platform/ui/list-page.tsx';
import { type RowMenu, usePagedSearch } from '../../../platform/ui/paged-table.tsx';
import { openTemplateForm } from './document-template-form.tsx';

/** The templates for new documents. */
export function DocumentTemplatesPage(): ReactNode {
  const t = useText('classification.cards');
  const pagedSearch = usePagedSearch();
  const found = useCall(documentTemplates.list, pagedSearch.input, { keep: true });
  return (
    <NamedListPage
      label={t('findTemplates')}
      search={pagedSearch}
      found={found}
      columns={useColumns()}
      empty={{ title: t('noTemplates'), hint: t('noTemplatesHint') }}
      menuOf={useTemplateActions()}
    />
  );
}

function useTemplateActions(): RowMenu<DocumentTemplate> {
  const t = useText('classification.cards');
  const terms = { refresh: [documentTemplates.list, documentTemplates.choices] };
  const update = useCallMutation(documentTemplates.update, terms);
  const remove = useCallMutation(documentTemplates.delete, terms);
  const turn = async ({ id, name, enabled }: DocumentTemplate): Promise<void> => {
    await update.mutateAsync({ id, enabled: !enabled });
    notice.success(t(enabled ? 'wasOff' : 'wasOn', { name }));
  };
  const confirmDelete = async ({ id, name }: DocumentTemplate): Promise<void> => {
    const question = { title: t('deleteAsk', { name }), text: t('deleteTemplateText'), ok: t('delete'), danger: true };
    if (await confirm(question)) await remove.mutateAsync({ id });
  };
  return (row) => [
    { key: 'edit', icon: <EditOutlined />, label: t('edit'), onClick: () => openTemplateForm(row) },
    {
      key: 'turn',
      icon: <PoweroffOutlined />,
      label: t(row.enabled ? 'switchOff' : 'switchOn'),
      onClick: () => void turn(row).catch(() => undefined),
    },
    {
      key: 'delete',
      icon: <DeleteOutlined />,
      label: t('delete'),
      danger: true,
      onClick: () => void confirmDelete(row).catch(() => undefined),
    },
  ];
}

function useColumns(): TableColumnsType<DocumentTemplate> {
  const t = useText('classification.cards');
  const phone = useMedia('phone');
  const audience = (row: DocumentTemplate): string => row.departmentName ?? t('everybody');
  return [
    {
      key: 'name',
      title: t('name'),
      render: (_, row) => (
        <span className={people.person} data-off={!row.enabled || undefined}>
          <FileIcon objType={objType.document} ext={row.ext} />
          <span title={row.description}>{row.name}</span>
          {!row.enabled && <Tag>{t('off')}</Tag>}
          {phone && (
            <span className={people.more}>
              {audience(row)} · {t('nUses', { count: row.uses })}
            </span>
          )}
        </span>
      ),
    },
    { key: 'ext', title: t('kind'), width: 90, render: (_, row) => row.ext.toUpperCase() },
    { key: 'size', title: t('size'), align: 'end', width: 100, render: (_, row) => <FileSize bytes={row.size} /> },
    { key: 'whom', title: t('forWhom'), render: (_, row) => audience(row) },
    { key: 'uses', title: t('uses'), align: 'end', width: 100, render: (_, row) => row.uses },
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
