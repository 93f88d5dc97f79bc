import { LogoutOutlined, PoweroffOutlined, StopOutlined } from '@ant-design/icons';
import { online, type OnlineSession } from '@dossier/contract/online';
import { people } from '@dossier/contract/people';
import type { MenuProps } from 'antd';
import type { ReactNode } from 'react';
import { notice } from '../../ground/notice.ts';
import { useText } from '../../ground/text.ts';
import { confirm } from '../../ground/ui/confirm.tsx';
import { useSend } from '../../ground/use-call.ts';
import { useMay } from '../../ground/office.ts';

/** What an administrator does with a session: end it, end all of its person, disable the account; a guest's account is another's. */
export function useSessionDeeds(): (session: OnlineSession) => NonNullable<MenuProps['items']> {
  const t = useText('people');
  const may = useMay();
  const refresh = [online.onlineSessions];
  const told = { refresh, onDone: ({ ended }: { ended: number }) => notice.success(t('sessionsEnded', { n: ended })) };
  const one = useSend(online.endOnline, { refresh });
  const all = useSend(online.endOnlineOf, told);
  const update = useSend(people.updateUser, { refresh: [...refresh, people.users] });
  const endOne = async ({ id, current, fullName }: OnlineSession): Promise<void> => {
    const asked = current
      ? { title: t('endOwnAsk'), text: t('endOwnText') }
      : { title: t('endOneAsk', { name: fullName }), text: t('endOneText') };
    if (!(await confirm({ ...asked, ok: t('endSession'), danger: true }))) return;
    await one.mutateAsync({ id });
    notice.success(t('sessionEnded', { name: fullName }));
  };
  const endAll = async ({ userId, fullName }: OnlineSession): Promise<void> => {
    const question = { title: t('endAllAsk', { name: fullName }), text: t('endAllText'), ok: t('endAllSessions'), danger: true };
    if (await confirm(question)) await all.mutateAsync({ userId });
  };
  const block = async ({ userId, fullName }: OnlineSession): Promise<void> => {
    const question = { title: t('disableAsk', { name: fullName }), text: t('disableText'), ok: t('disable'), danger: true };
    if (!(await confirm(question))) return;
    await update.mutateAsync({ id: userId, enabled: false });
    notice.success(t('wasDisabled', { name: fullName }));
  };
  return (session) => {
    const item = (key: string, entry: { icon: ReactNode; label: string; deed: (of: OnlineSession) => Promise<void> }) => ({
      key,
      icon: entry.icon,
      label: entry.label,
      danger: key === 'block',
      onClick: () => void entry.deed(session).catch(() => undefined),
    });
    const endings = [
      item('end', { icon: <LogoutOutlined />, label: t('endSession'), deed: endOne }),
      item('all', { icon: <PoweroffOutlined />, label: t('endAllSessions'), deed: endAll }),
    ];
    const items = may('sessions.end') ? endings : [];
    const blockable = may('people.edit') && session.guestOf === undefined && !session.current;
    return blockable ? [...items, item('block', { icon: <StopOutlined />, label: t('blockPerson'), deed: block })] : items;
  };
}
