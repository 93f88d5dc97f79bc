import { CalendarOutlined, ClockCircleOutlined, StopOutlined } from '@ant-design/icons';
import { type EndingGrant, type EndingScope, endingDays, mostAtOnce, permissions } from '@dossier/contract/access/permissions';
import type { InputOf } from '@dossier/contract/core/route';
import { Button, Dropdown, type MenuProps, Modal, Segmented, Select, type TableColumnsType } from 'antd';
import { type ReactNode, useState } from 'react';
import { call } from '../../../platform/call.ts';
import { openDialog } from '../../../platform/dialogs.ts';
import { formatExactTime } from '../../../platform/format.ts';
import { type TextOf, useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { useCall } from '../../../platform/query.ts';
import { confirm } from '../../../platform/ui/confirm.tsx';
import { RelativeTime } from '../../../platform/ui/formatted-values.tsx';
import { useMedia } from '../../../platform/ui/hooks.ts';
import { type PageRequest, type PageResult, PagedTable } from '../../../platform/ui/paged-table.tsx';
import { useCurrentUser } from '../../identity/current-user.ts';
import { usePrincipalName } from '../../identity/role-names.ts';
import { DeadlinePicker, EndsSoonTag, levelWords } from '../grant-fields.tsx';
import styles from '../pages.module.css';
import { PrincipalIcon } from '../principal-select.tsx';
import { refreshRights } from './grant-actions.ts';
import { PlaceName } from './place-name.tsx';

function DeadlineDialog({ answer, close }: { answer: (deadline: string | undefined) => void; close: () => void }): ReactNode {
  const t = useText('access');
  const [open, setOpen] = useState(true);
  const [deadline, setDeadline] = useState<string>();
  const leave = (chosen: string | undefined): void => {
    answer(chosen);
    setOpen(false);
  };
  return (
    <Modal
      open={open}
      title={t('newDeadline')}
      width={360}
      okText={t('save')}
      cancelText={t('cancel')}
      okButtonProps={{ disabled: deadline === undefined }}
      onOk={() => leave(deadline)}
      onCancel={() => leave(undefined)}
      afterClose={close}
    >
      <DeadlinePicker value={deadline} onChange={setDeadline} />
    </Modal>
  );
}

/** Asks for the last day of a right; the day counts to its end. Nothing where the person thinks better of it. */
export function askDeadline(): Promise<string | undefined> {
  return new Promise((answer) => openDialog((close) => <DeadlineDialog answer={answer} close={close} />));
}

const dayMs = 24 * 3600_000;
const longer = [30, 90, 365];

type Deadlines = InputOf<typeof permissions.extend>['grants'];

async function setDeadlines(grants: Deadlines): Promise<Deadlines> {
  const { before } = await call(permissions.extend, { grants });
  await refreshRights();
  return before;
}

/** The end of the day on which a right would end after so many days more. */
function later({ deadline }: EndingGrant, days: number): string {
  const day = new Date(Date.parse(deadline) + days * dayMs);
  day.setHours(23, 59, 59, 999);
  return day.toISOString();
}

/** What became of the last days of rights: the new one by its name, unless there are several. */
function told(t: TextOf<'access'>, deadlines: readonly (string | undefined)[]): string {
  const days = new Set(deadlines.map((deadline) => deadline && formatExactTime(deadline).slice(0, 10)));
  const [day] = days;
  const n = deadlines.length;
  if (days.size !== 1) return t('extended', { count: n });
  return day === undefined ? t('extendedForGood', { count: n }) : t('extendedTo', { count: n, day });
}

/** What can be done with rights that end: let them last longer, or end them; each can be taken back. */
export function useEndingGrantActions(done: () => void): (grants: EndingGrant[]) => NonNullable<MenuProps['items']> {
  const t = useText('access');
  const about = (grants: EndingGrant[]): string[] => grants.map((grant) => grant.id);
  const extend = async (grants: EndingGrant[], deadlineOf: (grant: EndingGrant) => string | undefined): Promise<void> => {
    const ends = grants.map((grant) => ({ grant, deadline: deadlineOf(grant) }));
    const before = await setDeadlines(ends.map(({ grant, deadline }) => ({ id: grant.id, ...(deadline !== undefined && { deadline }) })));
    done();
    const run = (): void => void setDeadlines(before).catch(() => undefined);
    notice.undo(
      told(
        t,
        ends.map((one) => one.deadline),
      ),
      { label: t('undo'), about: about(grants), run },
    );
  };
  const untilDay = async (grants: EndingGrant[]): Promise<void> => {
    const deadline = await askDeadline();
    if (deadline !== undefined) await extend(grants, () => deadline);
  };
  const end = async (grants: EndingGrant[]): Promise<void> => {
    const question = { title: t('endNowAsk', { count: grants.length }), text: t('endNowText'), ok: t('endNow'), danger: true };
    if (!(await confirm(question))) return;
    const { before } = await call(permissions.end, { ids: about(grants) });
    await refreshRights();
    done();
    const again = async (): Promise<void> => {
      for (const { objId, ...grant } of before) await call(permissions.grant, { ...grant, objId: [objId] });
      await refreshRights();
    };
    const run = (): void => void again().catch(() => undefined);
    notice.undo(t('endedNow', { count: grants.length }), { label: t('undo'), about: about(grants), run });
  };
  return (grants) => {
    const doing = (work: Promise<void>): void => void work.catch(() => undefined);
    return [
      ...longer.map((days) => ({
        key: `by${days}`,
        icon: <ClockCircleOutlined />,
        label: t('extendBy', { count: days }),
        onClick: () => doing(extend(grants, (grant) => later(grant, days))),
      })),
      { key: 'until', icon: <CalendarOutlined />, label: t('extendUntil'), onClick: () => doing(untilDay(grants)) },
      { key: 'good', icon: <ClockCircleOutlined />, label: t('extendForGood'), onClick: () => doing(extend(grants, () => undefined)) },
      { type: 'divider' },
      { key: 'end', icon: <StopOutlined />, danger: true, label: t('endNow'), onClick: () => doing(end(grants)) },
    ];
  };
}

interface EndingTableProps {
  found: PageResult<EndingGrant>;
  page: PageRequest;
  setPage: (page: PageRequest) => void;
  chosen: EndingGrant[];
  setChosen: (grants: EndingGrant[]) => void;
  deeds: (grants: EndingGrant[]) => NonNullable<MenuProps['items']>;
}

/** Rights that end in pages, the next one first, to be chosen and changed where one manages them. */
export function EndingTable({ found, page, setPage, chosen, setChosen, deeds }: EndingTableProps): ReactNode {
  const t = useText('access');
  const nameOf = useNames();
  const managed = (found.data?.list ?? []).some((one) => one.manages);
  return (
    <PagedTable<EndingGrant, PageRequest>
      found={found}
      page={page}
      setPage={setPage}
      columns={useColumns()}
      empty={{ title: t('endingNone'), hint: t('endingNoneHint') }}
      menuOf={(one) => (one.manages ? deeds([one]) : [])}
      menuName={(one) => t('actionsOf', { name: nameOf(one) })}
      choice={
        managed
          ? {
              selectedRowKeys: chosen.map((one) => one.id),
              onChange: (_keys, rows) => setChosen(rows.slice(0, mostAtOnce)),
              getCheckboxProps: (one) => ({ disabled: !one.manages, 'aria-label': nameOf(one) }),
            }
          : undefined
      }
    />
  );
}

function useNames(): (one: EndingGrant) => string {
  const granteeName = usePrincipalName();
  return (one) => `${granteeName(one.granteeType, one.granteeName)} · ${one.objName}`;
}

function Until({ deadline }: { deadline: string }): ReactNode {
  const t = useText('access');
  const words = t('until', { time: formatExactTime(deadline).slice(0, 10) });
  return <EndsSoonTag deadline={deadline} otherwise={<span title={formatExactTime(deadline)}>{words}</span>} />;
}

function useColumns(): TableColumnsType<EndingGrant> {
  const t = useText('access');
  const phone = useMedia('phone');
  return [
    {
      key: 'place',
      title: t('place'),
      render: (_, one) => (
        <>
          <PlaceName place={one} />
          {phone && (
            <span className={styles.more}>
              <Who grant={one} /> {levelWords(t, one.level)} <Until deadline={one.deadline} />
            </span>
          )}
        </>
      ),
    },
    { key: 'who', title: t('grantee'), render: (_, one) => <Who grant={one} /> },
    { key: 'level', title: t('level'), render: (_, one) => levelWords(t, one.level) },
    { key: 'reach', title: t('reach'), render: (_, one) => t(`reach_${one.reach}`) },
    { key: 'until', title: t('deadline'), render: (_, one) => <Until deadline={one.deadline} /> },
    {
      key: 'by',
      title: t('givenBy'),
      render: (_, one) => (
        <>
          {one.givenBy}{' '}
          <span className={styles.quiet}>
            <RelativeTime iso={one.givenAt} />
          </span>
        </>
      ),
    },
  ];
}

function Who({ grant }: { grant: EndingGrant }): ReactNode {
  const granteeName = usePrincipalName();
  return (
    <span className={styles.who}>
      <PrincipalIcon type={grant.granteeType} />
      <span>{granteeName(grant.granteeType, grant.granteeName)}</span>
    </span>
  );
}

const scopeWords = { mine: 'endingMine', managed: 'endingManaged', all: 'endingAll' } as const;

interface EndingGrantsInput {
  scope: EndingScope;
  days: (typeof endingDays)[number];
  pageNo: number;
  pageSize: number;
}

/** Rights that end before long: what I was given, what I manage, and for who may know, all of the organisation. */
export function EndingGrantsPage(): ReactNode {
  const t = useText('access');
  const [asked, setAsked] = useState<EndingGrantsInput>({ scope: 'mine', days: 30, pageNo: 1, pageSize: 30 });
  const [chosen, setChosen] = useState<EndingGrant[]>([]);
  const found = useCall(permissions.ending, asked, { keep: true });
  const deeds = useEndingGrantActions(() => setChosen([]));
  const change = (changes: Partial<EndingGrantsInput>): void => {
    setChosen([]);
    setAsked({ ...asked, pageNo: 1, ...changes });
  };
  return (
    <div className={styles.page}>
      <div className={styles.bar}>
        <Filters asked={asked} change={change} />
        <span className={styles.gap} />
        <span className={styles.quiet} role="status">
          {chosen.length > 0 ? t('nSelected', { count: chosen.length }) : found.data && t('endingCount', { count: found.data.totalNumber })}
        </span>
        {chosen.length > 0 && (
          <Dropdown trigger={['click']} menu={{ items: deeds(chosen) }} disabled={chosen.length > mostAtOnce}>
            <Button type="primary">{t('change')}</Button>
          </Dropdown>
        )}
      </div>
      {(found.data?.hidden ?? 0) > 0 && <p className={styles.note}>{t('endingHidden', { count: found.data?.hidden ?? 0 })}</p>}
      <EndingTable found={found} page={asked} setPage={change} chosen={chosen} setChosen={setChosen} deeds={deeds} />
    </div>
  );
}

function Filters({ asked, change }: { asked: EndingGrantsInput; change: (changes: Partial<EndingGrantsInput>) => void }): ReactNode {
  const t = useText('access');
  const seesAll = useCurrentUser().deeds.includes('rights.see');
  const phone = useMedia('phone');
  const scopes: EndingScope[] = seesAll ? ['mine', 'managed', 'all'] : ['mine', 'managed'];
  const options = scopes.map((value) => ({ value, label: t(scopeWords[value]) }));
  return (
    <>
      {phone ? (
        <Select
          className={styles.days ?? ''}
          aria-label={t('endingTitle')}
          options={options}
          value={asked.scope}
          onChange={(scope) => change({ scope })}
        />
      ) : (
        <Segmented aria-label={t('endingTitle')} options={options} value={asked.scope} onChange={(scope) => change({ scope })} />
      )}
      <Select
        className={styles.days ?? ''}
        aria-label={t('within')}
        value={asked.days}
        onChange={(days) => change({ days })}
        options={endingDays.map((days) => ({ value: days, label: t('withinDays', { count: days }) }))}
      />
    </>
  );
}
