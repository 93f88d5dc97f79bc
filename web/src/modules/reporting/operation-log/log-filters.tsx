import { SearchOutlined } from '@ant-design/icons';
import type { InputOf } from '@dossier/contract/core/route';
import { type ActionGroup, action, actionGroups } from '@dossier/contract/reporting/actions';
import type { operationLog } from '@dossier/contract/reporting/operation-log';
import { Button, DatePicker, Input, Tag, TreeSelect } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { type ComponentProps, type ReactNode, useEffect, useMemo, useState } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { usePageQuery } from '../../../platform/navigation.ts';
import { boundedTextParam, idParam } from '../../../platform/page-query.ts';
import { ClearIcon } from '../../../platform/ui/clear-icon.tsx';
import { chosenPageSize } from '../../../platform/ui/data-table/list-preferences.ts';
import { FilterBar } from '../../../platform/ui/list-bars.tsx';
import type { PageRequest } from '../../../platform/ui/paged-table.tsx';

/** The filter form of the log, with calendar days. */
export interface LogFilter {
  /** Names of actions and of whole groups. */
  actions: string[];
  /** Set by a click on an entry; otherwise the user is filtered by part of a name. */
  person?: { id: string; name: string } | undefined;
  userName: string;
  objName: string;
  address: string;
  from?: string | undefined;
  to?: string | undefined;
}

/** The filter as it is asked of the server. */
export type LogQuery = Omit<InputOf<typeof operationLog.log>, 'pageNo' | 'pageSize' | 'beforeId'>;

const noFilter: LogFilter = { actions: [], userName: '', objName: '', address: '' };
const isGroup = (name: string): name is ActionGroup => Object.hasOwn(actionGroups, name);
const isAction = (name: string): name is keyof typeof action => Object.hasOwn(action, name);

/** The codes of actions and groups. */
const codesOf = (names: readonly string[]): number[] =>
  names.flatMap((name) => (isGroup(name) ? [...actionGroups[name]] : [name])).flatMap((name) => (isAction(name) ? [action[name]] : []));

/** The query input; a day is included to its end. */
function logQueryOf({ actions, person, userName, objName, address, from, to }: LogFilter): LogQuery {
  return {
    ...(actions.length > 0 && { actions: codesOf(actions) }),
    ...(person ? { userId: person.id } : userName.trim() !== '' && { userName: userName.trim() }),
    ...(objName.trim() !== '' && { objName: objName.trim() }),
    ...(address.trim() !== '' && { address: address.trim() }),
    ...(from !== undefined && { from: dayjs(from).startOf('day').toISOString() }),
    ...(to !== undefined && { to: dayjs(to).add(1, 'day').startOf('day').toISOString() }),
  };
}

const pauseMs = 300;

/** The debounced value: not every keystroke sends a query. */
function useDebounced<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

const Query = { userId: idParam, userName: boundedTextParam(100) };

/** The filter and the page of the log; a new filter starts at the first page. The address can begin with one user. */
export function useLogFilter() {
  const { userId, userName = '' } = usePageQuery(Query);
  const [question, setQuestion] = useState<LogFilter>(() => ({
    ...noFilter,
    ...(userId !== undefined && { person: { id: userId, name: userName } }),
  }));
  const [page, setPage] = useState<PageRequest>({ pageNo: 1, pageSize: chosenPageSize() });
  const change = (changes: Partial<LogFilter>): void => {
    setQuestion((now) => ({ ...now, ...changes }));
    setPage((now) => ({ ...now, pageNo: 1 }));
  };
  const settled = useDebounced(question);
  const asked = useMemo(() => logQueryOf(settled), [settled]);
  return {
    question,
    change,
    clear: () => change({ ...noFilter, person: undefined, from: undefined, to: undefined }),
    page,
    setPage,
    asked,
  };
}

const day = 'YYYY-MM-DD';

interface FiltersProps {
  question: LogFilter;
  change: (changes: Partial<LogFilter>) => void;
  /** Absent without a filter. */
  clear: (() => void) | undefined;
}

/** The filter fields of the log. */
export function LogFilters({ question, change, clear }: FiltersProps): ReactNode {
  const t = useText('reporting.log');
  const { person } = question;
  return (
    <FilterBar label={t('filters')}>
      <Days question={question} change={change} />
      <Actions value={question.actions} set={(actions) => change({ actions })} />
      {person ? (
        <Tag closable color="blue" onClose={() => change({ person: undefined })}>
          {t('byPerson', { name: person.name })}
        </Tag>
      ) : (
        <Part label={t('findPerson')} value={question.userName} set={(userName) => change({ userName })} />
      )}
      <Part label={t('findObject')} value={question.objName} set={(objName) => change({ objName })} />
      <Part label={t('findAddress')} value={question.address} set={(address) => change({ address })} most={100} />
      {clear && (
        <Button type="link" size="small" onClick={clear}>
          {t('clearFilters')}
        </Button>
      )}
    </FilterBar>
  );
}

interface PartProps {
  label: string;
  value: string;
  set: (value: string) => void;
  most?: number;
}

function Part({ label, value, set, most = 200 }: PartProps): ReactNode {
  return (
    <Input
      allowClear={{ clearIcon: <ClearIcon /> }}
      prefix={<SearchOutlined />}
      placeholder={label}
      aria-label={label}
      maxLength={most}
      value={value}
      onChange={(event) => set(event.target.value)}
    />
  );
}

function Actions({ value, set }: { value: string[]; set: (actions: string[]) => void }): ReactNode {
  const t = useText('reporting.log');
  const treeData = (Object.keys(actionGroups) as ActionGroup[]).map((group) => ({
    value: group,
    title: t(`group_${group}`),
    children: actionGroups[group].map((name) => ({ value: name, title: t(name) })),
  }));
  return (
    <TreeSelect<string[]>
      treeCheckable
      showCheckedStrategy={TreeSelect.SHOW_PARENT}
      allowClear={{ clearIcon: <ClearIcon /> }}
      showSearch={{ treeNodeFilterProp: 'title' }}
      maxTagCount="responsive"
      popupMatchSelectWidth={300}
      aria-label={t('whatWasDone')}
      placeholder={t('whatWasDone')}
      value={value}
      onChange={set}
      treeData={treeData}
    />
  );
}

/** antd gives both inputs the name of the pair; each needs its own. */
function DayInput(props: ComponentProps<'input'>): ReactNode {
  return <input {...props} aria-label={[props['aria-label'], props.placeholder].join(' ')} />;
}

function Days({ question, change }: Pick<FiltersProps, 'question' | 'change'>): ReactNode {
  const t = useText('reporting.log');
  const now = dayjs();
  const presets: { label: string; value: [Dayjs, Dayjs] }[] = [
    { label: t('today'), value: [now, now] },
    { label: t('lastDays', { count: 7 }), value: [now.subtract(6, 'day'), now] },
    { label: t('lastDays', { count: 30 }), value: [now.subtract(29, 'day'), now] },
    { label: t('lastDays', { count: 365 }), value: [now.subtract(364, 'day'), now] },
  ];
  const shown = (text: string | undefined): Dayjs | null => (text === undefined ? null : dayjs(text));
  return (
    <DatePicker.RangePicker
      allowEmpty={[true, true]}
      placeholder={[t('from'), t('to')]}
      aria-label={t('between')}
      components={{ input: DayInput }}
      presets={presets}
      value={[shown(question.from), shown(question.to)]}
      onChange={(days) => change({ from: days?.[0]?.format(day), to: days?.[1]?.format(day) })}
    />
  );
}
