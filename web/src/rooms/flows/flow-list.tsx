import { PlusOutlined, UserSwitchOutlined } from '@ant-design/icons';
import { type FlowKind, flowKinds, type FlowScope, type FlowStatus, flowStatuses } from '@dossier/contract/flow-shapes';
import { flows } from '@dossier/contract/flows';
import { Button, Select } from 'antd';
import { type ReactNode, useState } from 'react';
import { useGo } from '../../ground/go.ts';
import { useText } from '../../ground/text.ts';
import { useCall } from '../../ground/use-call.ts';
import { FindBar } from '../people/find-bar.tsx';
import people from '../people/people.module.css';
import { useAsked } from '../people/use-asked.ts';
import { FlowsTable } from './flows-table.tsx';
import { awayPath, startPath } from './paths.ts';
import styles from './flows.module.css';

/** The states that a list can hold; where it holds one alone, nothing is chosen. */
const statesIn: Record<FlowScope, readonly FlowStatus[]> = {
  mine: flowStatuses.filter((status) => status !== 'draft'),
  drafts: ['draft', 'returned'],
  waiting: ['waiting'],
  handled: flowStatuses.filter((status) => status !== 'draft'),
  finished: ['passed', 'rejected', 'withdrawn'],
  all: flowStatuses.filter((status) => status !== 'draft'),
};

/** Flows of one kind of list, searched and filtered. */
export function FlowList({ scope, path }: { scope: FlowScope; path: string }): ReactNode {
  const t = useText('flows');
  const asked = useAsked();
  const [flowKind, setKind] = useState<FlowKind>();
  const [status, setStatus] = useState<FlowStatus>();
  const input = { ...asked.input, scope, ...(flowKind && { flowKind }), ...(status && { status }) };
  const found = useCall(flows.list, input, { keep: true });
  const filtered = (): void => asked.setPage({ ...asked.page, pageNo: 1 });
  const states = statesIn[scope];
  const isFiltered = asked.keyword !== '' || flowKind !== undefined || status !== undefined;
  const kinds = flowKinds.map((value) => ({ value, label: t(`kind_${value}`) }));
  const stateOptions = states.map((value) => ({ value, label: t(`status_${value}`) }));
  return (
    <div className={people.page}>
      <FindBar label={t('findFlows')} asked={asked}>
        <Filter label={t('kind')} value={flowKind} options={kinds} change={setKind} then={filtered} />
        <Filter label={t('status')} value={status} options={stateOptions} change={setStatus} then={filtered} />
        <Ways scope={scope} />
      </FindBar>
      <FlowsTable
        found={found}
        page={asked.page}
        setPage={asked.setPage}
        scope={scope}
        path={path}
        empty={isFiltered ? { title: t('nothingFound') } : { title: t(`none_${scope}`), hint: t(`none_${scope}_hint`) }}
      />
    </div>
  );
}

/** Where one goes from a list. */
function Ways({ scope }: { scope: FlowScope }): ReactNode {
  const t = useText('flows');
  const go = useGo();
  if (scope === 'all') return null;
  return (
    <>
      {scope === 'waiting' && (
        <Button className={people.choice ?? ''} icon={<UserSwitchOutlined />} onClick={() => go(awayPath)}>
          {t('away')}
        </Button>
      )}
      <Button
        className={people.add ?? ''}
        type={scope === 'waiting' ? 'default' : 'primary'}
        icon={<PlusOutlined />}
        onClick={() => go(startPath)}
      >
        {t('start')}
      </Button>
    </>
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
      className={`${styles.filter} ${people.choice}`}
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
