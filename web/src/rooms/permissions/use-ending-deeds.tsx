import { CalendarOutlined, ClockCircleOutlined, StopOutlined } from '@ant-design/icons';
import { type EndingGrant, permissions } from '@dossier/contract/permissions';
import type { InputOf } from '@dossier/contract/route';
import type { MenuProps } from 'antd';
import { exactTime } from '../../ground/amounts.ts';
import { call } from '../../ground/call.ts';
import { notice } from '../../ground/notice.ts';
import { type TextOf, useText } from '../../ground/text.ts';
import { confirm } from '../../ground/ui/confirm.tsx';
import { askDeadline } from './ask-deadline.tsx';
import { refreshRights } from './grant-deeds.ts';

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
function told(t: TextOf<'permissions'>, deadlines: readonly (string | undefined)[]): string {
  const days = new Set(deadlines.map((deadline) => deadline && exactTime(deadline).slice(0, 10)));
  const [day] = days;
  const n = deadlines.length;
  if (days.size !== 1) return t('extended', { n });
  return day === undefined ? t('extendedForGood', { n }) : t('extendedTo', { n, day });
}

/** What can be done with rights that end: let them last longer, or end them; each can be taken back. */
export function useEndingDeeds(done: () => void): (grants: EndingGrant[]) => NonNullable<MenuProps['items']> {
  const t = useText('permissions');
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
    const question = { title: t('endNowAsk', { n: grants.length }), text: t('endNowText'), ok: t('endNow'), danger: true };
    if (!(await confirm(question))) return;
    const { before } = await call(permissions.end, { ids: about(grants) });
    await refreshRights();
    done();
    const again = async (): Promise<void> => {
      for (const { objId, ...grant } of before) await call(permissions.grant, { ...grant, objId: [objId] });
      await refreshRights();
    };
    const run = (): void => void again().catch(() => undefined);
    notice.undo(t('endedNow', { n: grants.length }), { label: t('undo'), about: about(grants), run });
  };
  return (grants) => {
    const doing = (work: Promise<void>): void => void work.catch(() => undefined);
    return [
      ...longer.map((days) => ({
        key: `by${days}`,
        icon: <ClockCircleOutlined />,
        label: t('extendBy', { n: days }),
        onClick: () => doing(extend(grants, (grant) => later(grant, days))),
      })),
      { key: 'until', icon: <CalendarOutlined />, label: t('extendUntil'), onClick: () => doing(untilDay(grants)) },
      { key: 'good', icon: <ClockCircleOutlined />, label: t('extendForGood'), onClick: () => doing(extend(grants, () => undefined)) },
      { type: 'divider' },
      { key: 'end', icon: <StopOutlined />, danger: true, label: t('endNow'), onClick: () => doing(end(grants)) },
    ];
  };
}
