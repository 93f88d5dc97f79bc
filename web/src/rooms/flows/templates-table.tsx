import { DeleteOutlined, EditOutlined, PoweroffOutlined } from '@ant-design/icons';
import type { FlowTemplate } from '@dossier/contract/flow-shapes';
import { flows } from '@dossier/contract/flows';
import { flowTemplates } from '@dossier/contract/flow-templates';
import { type TableColumnsType, Tag } from 'antd';
import type { ReactNode } from 'react';
import { useGo } from '../../ground/go.ts';
import { useMedia } from '../../ground/hooks/use-media.ts';
import { notice } from '../../ground/notice.ts';
import { useText } from '../../ground/text.ts';
import { confirm } from '../../ground/ui/confirm.tsx';
import { GoLink } from '../../ground/ui/go-link.tsx';
import { Time } from '../../ground/ui/time.tsx';
import { useSend } from '../../ground/use-call.ts';
import { type Found, type MenuOf, PagedTable, type PageOf } from '../people/paged-table.tsx';
import people from '../people/people.module.css';
import { templatesPath } from './paths.ts';

interface TemplatesTableProps {
  found: Found<FlowTemplate>;
  page: PageOf;
  setPage: (page: PageOf) => void;
  searched: boolean;
}

/** Templates of flows in pages, with a menu on each. */
export function TemplatesTable({ searched, ...props }: TemplatesTableProps): ReactNode {
  const t = useText('flows');
  const columns = useColumns();
  const deeds = useDeeds();
  return (
    <PagedTable
      {...props}
      columns={columns}
      empty={searched ? { title: t('nothingFound') } : { title: t('noTemplates'), hint: t('noTemplatesHint') }}
      menuOf={deeds}
      menuName={({ name }) => t('actionsOf', { name })}
    />
  );
}

function useDeeds(): MenuOf<FlowTemplate> {
  const t = useText('flows');
  const go = useGo();
  const update = useSend(flowTemplates.update, { refresh: [flowTemplates.list, flowTemplates.show, flows.choices] });
  const remove = useSend(flowTemplates.delete, { refresh: [flowTemplates.list, flows.choices] });
  const enable = async ({ id, name, enabled }: FlowTemplate): Promise<void> => {
    await update.mutateAsync({ id, enabled: !enabled });
    notice.success(t(enabled ? 'wasOff' : 'wasOn', { name }));
  };
  const ask = async ({ id, name, running }: FlowTemplate): Promise<void> => {
    const text = running === 0 ? t('deleteText') : t('deleteRunning', { n: running });
    if (!(await confirm({ title: t('deleteAsk', { name }), text, ok: t('delete'), danger: true }))) return;
    await remove.mutateAsync({ id });
  };
  const doing = (work: Promise<void>): void => void work.catch(() => undefined);
  return (template) => [
    { key: 'edit', icon: <EditOutlined />, label: t('edit'), onClick: () => go(templatesPath, { id: template.id }) },
    {
      key: 'enable',
      icon: <PoweroffOutlined />,
      label: t(template.enabled ? 'switchOff' : 'switchOn'),
      onClick: () => doing(enable(template)),
    },
    { key: 'delete', icon: <DeleteOutlined />, label: t('delete'), danger: true, onClick: () => doing(ask(template)) },
  ];
}

function TemplateName({ template }: { template: FlowTemplate }): ReactNode {
  const t = useText('flows');
  const phone = useMedia('phone');
  return (
    <span className={people.person} data-off={!template.enabled || undefined}>
      <GoLink to={`${templatesPath}?id=${template.id}`}>{template.name}</GoLink>
      {!template.enabled && <Tag>{t('off')}</Tag>}
      <span className={people.more}>
        {phone ? `${t(`kind_${template.flowKind}`)} · ${t('nSteps', { n: template.steps })}` : template.description}
      </span>
    </span>
  );
}

function useColumns(): TableColumnsType<FlowTemplate> {
  const t = useText('flows');
  return [
    { key: 'name', title: t('name'), render: (_, one) => <TemplateName template={one} /> },
    { key: 'kind', title: t('kind'), width: 150, render: (_, one) => t(`kind_${one.flowKind}`) },
    { key: 'steps', title: t('steps'), align: 'end', width: 90, render: (_, one) => one.steps },
    { key: 'running', title: t('running'), align: 'end', width: 100, render: (_, one) => one.running },
    { key: 'version', title: t('versionWord'), align: 'end', width: 90, render: (_, one) => one.version },
    {
      key: 'changed',
      title: t('changed'),
      width: 200,
      render: (_, one) => (
        <span>
          <Time iso={one.updateTime} /> {one.updaterName}
        </span>
      ),
    },
  ];
}
