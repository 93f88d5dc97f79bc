import { DeleteOutlined, EditOutlined, NodeIndexOutlined, PlusOutlined, PoweroffOutlined } from '@ant-design/icons';
import type { FlowTemplate } from '@dossier/contract/workflows/flow-shapes';
import { flowTemplates, flows } from '@dossier/contract/workflows/flows';
import { Button, Segmented, type TableColumnsType, Tag } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { useNavigate, usePageQuery } from '../../../platform/navigation.ts';
import { notice } from '../../../platform/notices.ts';
import { enumParam, idParam } from '../../../platform/page-query.ts';
import { usePermissions } from '../../../platform/permissions.ts';
import { useCall, useCallMutation } from '../../../platform/query.ts';
import { confirm } from '../../../platform/ui/confirm.tsx';
import { RelativeTime } from '../../../platform/ui/formatted-values.tsx';
import { Page } from '../../../platform/ui/page-layout.tsx';
import { AppLink } from '../../../platform/ui/links.tsx';
import { NameCell } from '../../../platform/ui/list-cells.tsx';
import {
  type EmptyList,
  type PageRequest,
  type PageResult,
  PagedTable,
  type RowMenu,
  usePagedSearch,
} from '../../../platform/ui/paged-table.tsx';
import { SearchBar } from '../../../platform/ui/list-bars.tsx';
import { FlowPage } from '../detail/flow-pages.tsx';
import styles from '../flows.module.css';
import { FlowList } from '../lists/flow-list.tsx';
import { templatesPath } from '../paths.ts';
import { NewTemplate, TemplatePage } from './template-page.tsx';

interface TemplatesTableProps {
  found: PageResult<FlowTemplate>;
  page: PageRequest;
  setPage: (page: PageRequest) => void;
  empty: EmptyList;
}

/** Flow templates in pages, each with a menu. */
export function TemplatesTable(props: TemplatesTableProps): ReactNode {
  const t = useText('workflows');
  const columns = useColumns();
  const actionsOf = useTemplateActions();
  return <PagedTable {...props} columns={columns} menuOf={actionsOf} menuName={({ name }) => t('actionsOf', { name })} />;
}

function useTemplateActions(): RowMenu<FlowTemplate> {
  const t = useText('workflows');
  const go = useNavigate();
  const update = useCallMutation(flowTemplates.update, { refresh: [flowTemplates.list, flowTemplates.show, flows.choices] });
  const remove = useCallMutation(flowTemplates.delete, { refresh: [flowTemplates.list, flows.choices] });
  const enable = async ({ id, name, enabled }: FlowTemplate): Promise<void> => {
    await update.mutateAsync({ id, enabled: !enabled });
    notice.success(t(enabled ? 'wasOff' : 'wasOn', { name }));
  };
  const confirmDelete = async ({ id, name, running }: FlowTemplate): Promise<void> => {
    const text = running === 0 ? t('deleteText') : t('deleteRunning', { count: running });
    if (!(await confirm({ title: t('deleteAsk', { name }), text, ok: t('delete'), danger: true }))) return;
    await remove.mutateAsync({ id });
  };
  const ignoreRefusal = (work: Promise<void>): void => void work.catch(() => undefined);
  return (template) => [
    { key: 'edit', icon: <EditOutlined />, label: t('edit'), onClick: () => go(templatesPath, { id: template.id }) },
    {
      key: 'enable',
      icon: <PoweroffOutlined />,
      label: t(template.enabled ? 'switchOff' : 'switchOn'),
      onClick: () => ignoreRefusal(enable(template)),
    },
    { key: 'delete', icon: <DeleteOutlined />, label: t('delete'), danger: true, onClick: () => ignoreRefusal(confirmDelete(template)) },
  ];
}

function TemplateName({ template }: { template: FlowTemplate }): ReactNode {
  const t = useText('workflows');
  return (
    <NameCell
      off={!template.enabled}
      more={template.description}
      phoneMore={`${t(`kind_${template.flowKind}`)} · ${t('nSteps', { count: template.steps })}`}
    >
      <AppLink to={`${templatesPath}?id=${template.id}`}>{template.name}</AppLink>
      {!template.enabled && <Tag>{t('off')}</Tag>}
    </NameCell>
  );
}

function useColumns(): TableColumnsType<FlowTemplate> {
  const t = useText('workflows');
  return [
    { key: 'name', title: t('name'), render: (_, row) => <TemplateName template={row} /> },
    { key: 'kind', title: t('kind'), width: 150, render: (_, row) => t(`kind_${row.flowKind}`) },
    { key: 'steps', title: t('steps'), align: 'end', width: 90, render: (_, row) => row.steps },
    { key: 'running', title: t('running'), align: 'end', width: 100, render: (_, row) => row.running },
    { key: 'version', title: t('versionWord'), align: 'end', width: 90, render: (_, row) => row.version },
    {
      key: 'changed',
      title: t('changed'),
      width: 200,
      render: (_, row) => (
        <span>
          <RelativeTime iso={row.updateTime} /> · {row.updaterName}
        </span>
      ),
    },
  ];
}

const Query = { id: idParam, flowId: idParam, show: enumParam(['new', 'flows']) };

/** The flow templates, one of them, or a new one; or all flows of the organisation. */
export function TemplatesPage(): ReactNode {
  const { id, flowId, show } = usePageQuery(Query);
  if (flowId !== undefined) return <FlowPage key={flowId} id={flowId} back={`${templatesPath}?show=flows`} />;
  if (id !== undefined) return <TemplatePage key={id} id={id} />;
  if (show === 'new') return <NewTemplate />;
  return <Lists all={show === 'flows'} />;
}

function Lists({ all }: { all: boolean }): ReactNode {
  const t = useText('workflows');
  const may = usePermissions();
  const go = useNavigate();
  const choose = (next: 'templates' | 'flows'): void => {
    go(templatesPath, next === 'flows' ? { show: 'flows' } : undefined);
  };
  return (
    <>
      {may('flows.see') && (
        <Segmented
          className={styles.lists ?? ''}
          aria-label={t('templatesOrFlows')}
          value={all ? 'flows' : 'templates'}
          options={[
            { value: 'templates', label: t('templates') },
            { value: 'flows', label: t('allFlows') },
          ]}
          onChange={choose}
        />
      )}
      {all ? <FlowList scope="all" path={templatesPath} /> : <Templates />}
    </>
  );
}

function Templates(): ReactNode {
  const t = useText('workflows');
  const go = useNavigate();
  const pagedSearch = usePagedSearch();
  const found = useCall(flowTemplates.list, pagedSearch.input, { keep: true });
  const newButton = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => go(templatesPath, { show: 'new' })}>
      {t('newTemplate')}
    </Button>
  );
  const none = { icon: <NodeIndexOutlined />, title: t('noTemplates'), hint: t('noTemplatesHint'), action: newButton };
  const isEmpty = found.data?.totalNumber === 0 && pagedSearch.keyword === '' && !found.isPlaceholderData;
  return (
    <Page>
      <SearchBar label={t('findTemplates')} search={pagedSearch} action={!isEmpty && newButton} />
      <TemplatesTable
        found={found}
        page={pagedSearch.page}
        setPage={pagedSearch.setPage}
        empty={isEmpty ? none : { title: t('nothingFound') }}
      />
    </Page>
  );
}
