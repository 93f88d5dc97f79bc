import { CopyOutlined, PoweroffOutlined } from '@ant-design/icons';
import { type DocumentTemplate, documentTemplates } from '@dossier/contract/classification/document-templates';
import { objType } from '@dossier/contract/core/rights';
import { type TableColumnsType, Tag } from 'antd';
import type { ReactNode } from 'react';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { useCall, useCallMutation } from '../../../platform/query.ts';
import { CrudPage } from '../../../platform/ui/crud-page.tsx';
import { FileIcon } from '../../../platform/ui/file-icon.tsx';
import { FileSize, RelativeTime } from '../../../platform/ui/formatted-values.tsx';
import { NameCell } from '../../../platform/ui/list-cells.tsx';
import { type RowMenu, usePagedSearch } from '../../../platform/ui/paged-table.tsx';
import { openTemplateForm } from './document-template-dialogs.tsx';

/** The templates for new documents. */
export function DocumentTemplatesPage(): ReactNode {
  const t = useText('classification.cards');
  const search = usePagedSearch();
  const found = useCall(documentTemplates.list, search.input, { keep: true });
  const refresh = [documentTemplates.list, documentTemplates.choices];
  const update = useCallMutation(documentTemplates.update, { refresh });
  const setEnabled = async ({ id, name }: DocumentTemplate, enabled: boolean): Promise<void> => {
    await update.mutateAsync({ id, enabled });
    notice.success(t(enabled ? 'wasOn' : 'wasOff', { name }));
  };
  const enabling: RowMenu<DocumentTemplate> = (row) => [
    {
      key: 'enable',
      icon: <PoweroffOutlined />,
      label: t(row.enabled ? 'switchOff' : 'switchOn'),
      onClick: () => void setEnabled(row, !row.enabled).catch(() => undefined),
    },
  ];
  return (
    <CrudPage<DocumentTemplate>
      label={t('findTemplates')}
      search={search}
      found={found}
      columns={useColumns()}
      empty={{ icon: <CopyOutlined />, title: t('noTemplates'), hint: t('noTemplatesHint') }}
      refresh={refresh}
      form={(row) => row && openTemplateForm(row)}
      actions={enabling}
      remove={{
        ask: ({ name }) => ({ title: t('deleteAsk', { name }), text: t('deleteTemplateText') }),
        run: ({ id }) => call(documentTemplates.delete, { id }),
      }}
    />
  );
}

function useColumns(): TableColumnsType<DocumentTemplate> {
  const t = useText('classification.cards');
  const audience = (row: DocumentTemplate): string => row.departmentName ?? t('everybody');
  return [
    {
      key: 'name',
      title: t('name'),
      render: (_, row) => (
        <NameCell off={!row.enabled} phoneMore={`${audience(row)} · ${t('nUses', { count: row.uses })}`}>
          <FileIcon objType={objType.document} ext={row.ext} />
          <span title={row.description}>{row.name}</span>
          {!row.enabled && <Tag>{t('off')}</Tag>}
        </NameCell>
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
          <RelativeTime iso={row.updateTime} /> · {row.updaterName}
        </span>
      ),
    },
  ];
}
