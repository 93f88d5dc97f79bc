import { EyeOutlined } from '@ant-design/icons';
import type { Flow, FlowScope } from '@dossier/contract/flow-shapes';
import type { TableColumnsType } from 'antd';
import type { ReactNode } from 'react';
import { useMedia } from '../../ground/hooks/use-media.ts';
import { useText } from '../../ground/text.ts';
import { GoLink } from '../../ground/ui/go-link.tsx';
import { Time } from '../../ground/ui/time.tsx';
import { type Found, type MenuOf, PagedTable, type PageOf } from '../people/paged-table.tsx';
import people from '../people/people.module.css';
import { useGo } from '../../ground/go.ts';
import { DueTime } from './due-time.tsx';
import styles from './flows.module.css';
import { StatusTag, UrgencyTag } from './status-tag.tsx';

interface FlowsTableProps {
  found: Found<Flow>;
  page: PageOf;
  setPage: (page: PageOf) => void;
  scope: FlowScope;
  path: string;
  empty: { title: string; hint?: string };
}

/** Where a flow is looked at. */
const addressOf = (path: string, { id }: Flow): string => `${path}?flowId=${id}`;

/** Flows in pages, what changed last first. */
export function FlowsTable({ scope, path, ...props }: FlowsTableProps): ReactNode {
  const t = useText('flows');
  const go = useGo();
  const columns = useColumns(scope, path);
  const menuOf: MenuOf<Flow> = (flow) => [
    { key: 'open', icon: <EyeOutlined />, label: t('open'), onClick: () => go(addressOf(path, flow)) },
  ];
  return (
    <PagedTable {...props} columns={columns} menuOf={menuOf} menuName={({ title }) => t('actionsOf', { name: title || t('untitled') })} />
  );
}

function FlowName({ flow, path }: { flow: Flow; path: string }): ReactNode {
  const t = useText('flows');
  const phone = useMedia('phone');
  return (
    <span className={people.person}>
      <GoLink to={addressOf(path, flow)} className={styles.title ?? ''} title={flow.title}>
        {flow.title || t('untitled')}
      </GoLink>
      <UrgencyTag urgency={flow.urgency} />
      {phone && <StatusTag status={flow.status} />}
      <span className={people.more}>
        {[flow.number, flow.templateName, ...(phone ? [flow.applicantName] : [])].filter((text) => text !== '').join(' · ')}
      </span>
    </span>
  );
}

function useColumns(scope: FlowScope, path: string): TableColumnsType<Flow> {
  const t = useText('flows');
  const isOwn = scope === 'mine' || scope === 'drafts';
  const all: (TableColumnsType<Flow>[number] & { shown?: boolean })[] = [
    { key: 'title', title: t('title'), render: (_, one) => <FlowName flow={one} path={path} /> },
    {
      key: 'applicant',
      title: t('applicant'),
      width: 200,
      shown: !isOwn,
      render: (_, one) => (
        <span className={people.person}>
          {one.applicantName}
          {one.departmentName !== '' && <span className={people.more}>{one.departmentName}</span>}
        </span>
      ),
    },
    { key: 'status', title: t('status'), width: 120, shown: scope !== 'waiting', render: (_, one) => <StatusTag status={one.status} /> },
    {
      key: 'step',
      title: t('step'),
      width: 180,
      shown: scope !== 'finished' && scope !== 'drafts',
      render: (_, one) => (one.stepName === undefined ? '–' : t('stepOf', { name: one.stepName, n: one.step + 1, of: one.steps })),
    },
    {
      key: 'due',
      title: t('due'),
      width: 150,
      shown: scope === 'waiting' || scope === 'all',
      render: (_, one) => <DueTime iso={one.dueTime} over={isOver(one.dueTime)} />,
    },
    {
      key: 'time',
      title: t(scope === 'finished' ? 'finishTime' : scope === 'drafts' ? 'createTime' : 'submitTime'),
      width: 140,
      render: (_, one) => <Time iso={(scope === 'finished' ? one.finishTime : one.submitTime) ?? one.createTime} />,
    },
  ];
  return all.filter((column) => column.shown !== false);
}

/** Whether a time has passed, as of when the page was drawn. */
export const isOver = (iso: string | undefined): boolean => iso !== undefined && Date.parse(iso) < Date.now();
