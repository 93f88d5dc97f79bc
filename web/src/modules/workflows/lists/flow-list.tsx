import { AuditOutlined, EyeOutlined, PlusOutlined, UserSwitchOutlined } from '@ant-design/icons';
import {
  type Flow,
  type FlowKind,
  type FlowScope,
  type FlowStatus,
  flowKinds,
  flowStatuses,
} from '@dossier/contract/workflows/flow-shapes';
import { flows } from '@dossier/contract/workflows/flows';
import { Button, Select, type TableColumnsType } from 'antd';
import { type ReactNode, useState } from 'react';
import { joinedNames, useText } from '../../../platform/i18n.ts';
import { useNavigate } from '../../../platform/navigation.ts';
import { useCall } from '../../../platform/query.ts';
import { Avatar } from '../../../platform/ui/avatar.tsx';
import { RelativeTime } from '../../../platform/ui/formatted-values.tsx';
import { useMedia } from '../../../platform/ui/hooks.ts';
import { Row, Text } from '../../../platform/ui/layout.tsx';
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
import { DueTime, StatusTag, UrgencyTag } from '../detail/flow-view.tsx';
import styles from '../flows.module.css';
import { absencesPath, startPath } from '../paths.ts';

interface FlowsTableProps {
  found: PageResult<Flow>;
  page: PageRequest;
  setPage: (page: PageRequest) => void;
  scope: FlowScope;
  path: string;
  empty: EmptyList;
}

/** The address of a flow. */
const addressOf = (path: string, { id }: Flow): string => `${path}?flowId=${id}`;

/** Flows in pages, last changed first. */
function FlowsTable({ scope, path, ...props }: FlowsTableProps): ReactNode {
  const t = useText('workflows');
  const go = useNavigate();
  const columns = useColumns(scope, path);
  const menuOf: RowMenu<Flow> = (flow) => [
    { key: 'open', icon: <EyeOutlined />, label: t('open'), onClick: () => go(addressOf(path, flow)) },
  ];
  return (
    <PagedTable {...props} columns={columns} menuOf={menuOf} menuName={({ title }) => t('actionsOf', { name: title || t('untitled') })} />
  );
}

function FlowName({ flow, path }: { flow: Flow; path: string }): ReactNode {
  const t = useText('workflows');
  const phone = useMedia('phone');
  const facts = [flow.number, flow.templateName, ...(phone ? [flow.applicantName] : [])].filter((text) => text !== '');
  return (
    <NameCell more={facts.join(' · ')}>
      <AppLink to={addressOf(path, flow)} className={styles.title ?? ''} title={flow.title}>
        <Text as="div" truncate>
          {flow.title || t('untitled')}
        </Text>
      </AppLink>
      <UrgencyTag urgency={flow.urgency} />
      {phone && <StatusTag status={flow.status} />}
    </NameCell>
  );
}

function useColumns(scope: FlowScope, path: string): TableColumnsType<Flow> {
  const t = useText('workflows');
  const waitingNames = ({ waitingFor = [], waitingMore = 0 }: Flow): string => {
    const names = joinedNames(waitingFor);
    return waitingMore > 0 ? t('andMore', { names, count: waitingMore }) : names;
  };
  const isOwn = scope === 'mine' || scope === 'drafts';
  const all: (TableColumnsType<Flow>[number] & { shown?: boolean })[] = [
    { key: 'title', title: t('title'), render: (_, row) => <FlowName flow={row} path={path} /> },
    {
      key: 'applicant',
      title: t('applicant'),
      width: 200,
      shown: !isOwn,
      render: (_, row) => (
        <Row gap={2}>
          <Avatar name={row.applicantName} url={row.avatarUrl} size={28} />
          <NameCell more={row.departmentName}>{row.applicantName}</NameCell>
        </Row>
      ),
    },
    { key: 'status', title: t('status'), width: 120, shown: scope !== 'waiting', render: (_, row) => <StatusTag status={row.status} /> },
    {
      key: 'step',
      title: t('step'),
      width: 220,
      shown: scope !== 'finished' && scope !== 'drafts',
      render: (_, row) => (row.stepName === undefined ? '–' : <NameCell more={waitingNames(row)}>{row.stepName}</NameCell>),
    },
    {
      key: 'due',
      title: t('due'),
      width: 150,
      shown: scope === 'waiting' || scope === 'all',
      render: (_, row) => <DueTime iso={row.dueTime} over={isOver(row.dueTime)} />,
    },
    {
      key: 'time',
      title: t(scope === 'finished' ? 'finishTime' : scope === 'drafts' ? 'createTime' : 'submitTime'),
      width: 140,
      render: (_, row) => <RelativeTime iso={(scope === 'finished' ? row.finishTime : row.submitTime) ?? row.createTime} />,
    },
  ];
  return all.filter((column) => column.shown !== false);
}

/** Whether a time is past at the time of rendering. */
export const isOver = (iso: string | undefined): boolean => iso !== undefined && Date.parse(iso) < Date.now();

/** The states in a list; with just one there is no filter. */
const statesIn: Record<FlowScope, readonly FlowStatus[]> = {
  mine: flowStatuses.filter((status) => status !== 'draft'),
  drafts: ['draft', 'returned'],
  waiting: ['waiting'],
  handled: flowStatuses.filter((status) => status !== 'draft'),
  finished: ['passed', 'rejected', 'withdrawn'],
  all: flowStatuses.filter((status) => status !== 'draft'),
};

/** A list of flows, with search and filter. */
export function FlowList({ scope, path }: { scope: FlowScope; path: string }): ReactNode {
  const t = useText('workflows');
  const pagedSearch = usePagedSearch();
  const [flowKind, setKind] = useState<FlowKind>();
  const [status, setStatus] = useState<FlowStatus>();
  const input = { ...pagedSearch.input, scope, ...(flowKind && { flowKind }), ...(status && { status }) };
  const found = useCall(flows.list, input, { keep: true });
  const filtered = (): void => pagedSearch.setPage({ ...pagedSearch.page, pageNo: 1 });
  const states = statesIn[scope];
  const isFiltered = pagedSearch.keyword !== '' || flowKind !== undefined || status !== undefined;
  const none = { icon: <AuditOutlined />, title: t(`none_${scope}`), hint: t(`none_${scope}_hint`) };
  // where own flows would stand, the button stands instead of them
  const startsHere = !isFiltered && found.data?.totalNumber === 0 && (scope === 'mine' || scope === 'drafts');
  const kinds = flowKinds.map((value) => ({ value, label: t(`kind_${value}`) }));
  const stateOptions = states.map((value) => ({ value, label: t(`status_${value}`) }));
  return (
    <Page>
      <SearchBar
        label={t('findFlows')}
        search={pagedSearch}
        filters={
          <>
            <Filter label={t('kind')} value={flowKind} options={kinds} change={setKind} then={filtered} />
            <Filter label={t('status')} value={status} options={stateOptions} change={setStatus} then={filtered} />
            {scope === 'waiting' && <AbsencesButton />}
          </>
        }
        action={scope !== 'all' && !startsHere && <StartButton primary={scope !== 'waiting'} />}
      />
      <FlowsTable
        found={found}
        page={pagedSearch.page}
        setPage={pagedSearch.setPage}
        scope={scope}
        path={path}
        empty={isFiltered ? { title: t('nothingFound') } : { ...none, action: startsHere && <StartButton primary /> }}
      />
    </Page>
  );
}

function AbsencesButton(): ReactNode {
  const t = useText('workflows');
  const go = useNavigate();
  return (
    <Button icon={<UserSwitchOutlined />} onClick={() => go(absencesPath)}>
      {t('away')}
    </Button>
  );
}

function StartButton({ primary }: { primary: boolean }): ReactNode {
  const t = useText('workflows');
  const go = useNavigate();
  return (
    <Button type={primary ? 'primary' : 'default'} icon={<PlusOutlined />} onClick={() => go(startPath)}>
      {t('start')}
    </Button>
  );
}

interface FilterProps<T extends string> {
  label: string;
  value: T | undefined;
  options: { value: T; label: string }[];
  change: (value: T | undefined) => void;
  then: () => void;
}

function Filter<T extends string>({ label, value, options, change, then }: FilterProps<T>): ReactNode {
  if (options.length < 2) return null;
  return (
    <Select<T>
      allowClear
      aria-label={label}
      placeholder={label}
      {...(value !== undefined && { value })}
      options={options}
      onChange={(next: T | undefined) => {
        change(next);
        then();
      }}
    />
  );
}
