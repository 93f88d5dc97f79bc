import { CalendarOutlined, ClockCircleOutlined, StopOutlined } from '@ant-design/icons';
import { type EndingGrant, type EndingScope, endingDays, mostAtOnce, permissions } from '@dossier/contract/access/permissions';
import type { InputOf } from '@dossier/contract/core/route';
import { Button, type MenuProps, Modal, Segmented, Select, type TableColumnsType } from 'antd';
import { type ReactNode, useState } from 'react';
import { call } from '../../../platform/call.ts';
import { openDialog } from '../../../platform/dialogs.ts';
import { RelativeTime, formatExactTime } from '../../../platform/ui/formatted-values.tsx';
import { type TextOf, useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { useCall } from '../../../platform/query.ts';
import { confirm } from '../../../platform/ui/confirm.tsx';
import { chosenPageSize } from '../../../platform/ui/data-table/list-preferences.ts';
import { Hint } from '../../../platform/ui/hint.tsx';
import { useMedia } from '../../../platform/ui/hooks.ts';
import { Row, Text } from '../../../platform/ui/layout.tsx';
import { MenuDropdown } from '../../../platform/ui/menu-dropdown.tsx';
import { Page, Toolbar } from '../../../platform/ui/page-layout.tsx';
import { type PageRequest, type PageResult, PagedTable } from '../../../platform/ui/paged-table.tsx';
import { useCurrentUser } from '../../identity/current-user.ts';
import { usePrincipalName } from '../../identity/role-names.ts';
import { DeadlinePicker, EndsSoonTag, dayOf, levelWords } from '../grant-fields.tsx';
import styles from '../access.module.css';
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

/** Asks for the last day of a grant, included; undefined where the user cancels. */
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

/** The end of the day so many days after the present deadline. */
function later({ deadline }: EndingGrant, days: number): string {
  const day = new Date(Date.parse(deadline) + days * dayMs);
  day.setHours(23, 59, 59, 999);
  return day.toISOString();
}

/** Reports changed deadlines: the new one, if it is the same for all. */
function told(t: TextOf<'access'>, deadlines: readonly (string | undefined)[]): string {
  const days = new Set(deadlines.map((deadline) => deadline && dayOf(deadline)));
  const [day] = days;
  const n = deadlines.length;
  if (days.size !== 1) return t('extended', { count: n });
  return day === undefined ? t('extendedForGood', { count: n }) : t('extendedTo', { count: n, day });
}

/** Actions on expiring grants: extend or end them; each with undo. */
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
        ends.map((row) => row.deadline),
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
    const ignoreRefusal = (work: Promise<void>): void => void work.catch(() => undefined);
    return [
      ...longer.map((days) => ({
        key: `by${days}`,
        icon: <ClockCircleOutlined />,
        label: t('extendBy', { count: days }),
        onClick: () => ignoreRefusal(extend(grants, (grant) => later(grant, days))),
      })),
      { key: 'until', icon: <CalendarOutlined />, label: t('extendUntil'), onClick: () => ignoreRefusal(untilDay(grants)) },
      {
        key: 'good',
        icon: <ClockCircleOutlined />,
        label: t('extendForGood'),
        onClick: () => ignoreRefusal(extend(grants, () => undefined)),
      },
      { type: 'divider' },
      { key: 'end', icon: <StopOutlined />, danger: true, label: t('endNow'), onClick: () => ignoreRefusal(end(grants)) },
    ];
  };
}

interface EndingTableProps {
  found: PageResult<EndingGrant>;
  page: PageRequest;
  setPage: (page: PageRequest) => void;
  chosen: EndingGrant[];
  setChosen: (grants: EndingGrant[]) => void;
  actionsOf: (grants: EndingGrant[]) => NonNullable<MenuProps['items']>;
}

/** Expiring grants in pages, the next to expire first, selectable where the user manages them. */
export function EndingTable({ found, page, setPage, chosen, setChosen, actionsOf }: EndingTableProps): ReactNode {
  const t = useText('access');
  const nameOf = useNames();
  const managed = (found.data?.list ?? []).some((row) => row.manages);
  return (
    <PagedTable<EndingGrant, PageRequest>
      found={found}
      page={page}
      setPage={setPage}
      columns={useColumns()}
      empty={{ title: t('endingNone'), hint: t('endingNoneHint') }}
      menuOf={(row) => (row.manages ? actionsOf([row]) : [])}
      menuName={(row) => t('actionsOf', { name: nameOf(row) })}
      choice={
        managed
          ? {
              selectedRowKeys: chosen.map((row) => row.id),
              onChange: (_keys, rows) => setChosen(rows.slice(0, mostAtOnce)),
              getCheckboxProps: (row) => ({ disabled: !row.manages, 'aria-label': nameOf(row) }),
            }
          : undefined
      }
    />
  );
}

function useNames(): (row: EndingGrant) => string {
  const granteeName = usePrincipalName();
  return (row) => `${granteeName(row.granteeType, row.granteeName)} · ${row.objName}`;
}

function Until({ deadline }: { deadline: string }): ReactNode {
  const t = useText('access');
  const words = t('until', { time: dayOf(deadline) });
  return <EndsSoonTag deadline={deadline} otherwise={<span title={formatExactTime(deadline)}>{words}</span>} />;
}

function useColumns(): TableColumnsType<EndingGrant> {
  const t = useText('access');
  const phone = useMedia('phone');
  return [
    {
      key: 'place',
      title: t('place'),
      render: (_, row) => (
        <PlaceName
          place={row}
          more={
            phone && (
              <Row as="span" gap={2} wrap>
                <Who grant={row} /> {levelWords(t, row.level)} <Until deadline={row.deadline} />
              </Row>
            )
          }
        />
      ),
    },
    { key: 'who', title: t('grantee'), render: (_, row) => <Who grant={row} /> },
    { key: 'level', title: t('level'), render: (_, row) => levelWords(t, row.level) },
    { key: 'reach', title: t('reach'), render: (_, row) => t(`reach_${row.reach}`) },
    { key: 'until', title: t('deadline'), render: (_, row) => <Until deadline={row.deadline} /> },
    {
      key: 'by',
      title: t('givenBy'),
      render: (_, row) => (
        <>
          {row.givenBy}{' '}
          <Text size="s" tone="muted">
            <RelativeTime iso={row.givenAt} />
          </Text>
        </>
      ),
    },
  ];
}

function Who({ grant }: { grant: EndingGrant }): ReactNode {
  const granteeName = usePrincipalName();
  return (
    <Row as="span" gap={2}>
      <PrincipalIcon type={grant.granteeType} />
      <span>{granteeName(grant.granteeType, grant.granteeName)}</span>
    </Row>
  );
}

const scopeWords = { mine: 'endingMine', managed: 'endingManaged', all: 'endingAll' } as const;

interface EndingGrantsInput {
  scope: EndingScope;
  days: (typeof endingDays)[number];
  pageNo: number;
  pageSize: number;
}

/** Expiring grants: the caller's own, those on managed items, and with permission those of the whole organisation. */
export function EndingGrantsPage(): ReactNode {
  const t = useText('access');
  const [asked, setAsked] = useState<EndingGrantsInput>({ scope: 'mine', days: 30, pageNo: 1, pageSize: chosenPageSize() });
  const [chosen, setChosen] = useState<EndingGrant[]>([]);
  const found = useCall(permissions.ending, asked, { keep: true });
  const actionsOf = useEndingGrantActions(() => setChosen([]));
  const change = (changes: Partial<EndingGrantsInput>): void => {
    setChosen([]);
    setAsked({ ...asked, pageNo: 1, ...changes });
  };
  return (
    <Page>
      <Toolbar>
        <Filters asked={asked} change={change} />
        <span className={styles.space} />
        <Text size="s" tone="muted" role="status">
          {chosen.length > 0 ? t('nSelected', { count: chosen.length }) : found.data && t('endingCount', { count: found.data.totalNumber })}
        </Text>
        {chosen.length > 0 && (
          <MenuDropdown menu={{ items: actionsOf(chosen) }} disabled={chosen.length > mostAtOnce}>
            <Button type="primary">{t('change')}</Button>
          </MenuDropdown>
        )}
      </Toolbar>
      {(found.data?.hidden ?? 0) > 0 && <Hint>{t('endingHidden', { count: found.data?.hidden ?? 0 })}</Hint>}
      <EndingTable found={found} page={asked} setPage={change} chosen={chosen} setChosen={setChosen} actionsOf={actionsOf} />
    </Page>
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
          className={styles.field ?? ''}
          aria-label={t('endingTitle')}
          options={options}
          value={asked.scope}
          onChange={(scope) => change({ scope })}
        />
      ) : (
        <Segmented aria-label={t('endingTitle')} options={options} value={asked.scope} onChange={(scope) => change({ scope })} />
      )}
      <Select
        className={styles.field ?? ''}
        aria-label={t('within')}
        value={asked.days}
        onChange={(days) => change({ days })}
        options={endingDays.map((days) => ({ value: days, label: t('withinDays', { count: days }) }))}
      />
    </>
  );
}
