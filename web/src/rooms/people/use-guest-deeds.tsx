import { UserDeleteOutlined } from '@ant-design/icons';
import { type Person, people } from '@dossier/contract/people';
import type { MenuProps } from 'antd';
import { notice } from '../../ground/notice.ts';
import { useText } from '../../ground/text.ts';
import { confirm } from '../../ground/ui/confirm.tsx';
import { useSend } from '../../ground/use-call.ts';
import { useMay } from '../../ground/office.ts';

/** What an administrator does with a guest: show them out. Their account belongs to another organisation. */
export function useGuestDeeds(): (person: Person) => NonNullable<MenuProps['items']> {
  const t = useText('people');
  const may = useMay();
  const end = useSend(people.endGuest, { refresh: [people.users, people.departments, people.groupMembers, people.roleMembers] });
  const endGuest = async (person: Person): Promise<void> => {
    const question = { title: t('endGuestAsk', { name: person.fullName }), text: t('endGuestText'), ok: t('endGuest'), danger: true };
    if (!(await confirm(question))) return;
    await end.mutateAsync({ id: person.id });
    notice.success(t('guestEnded', { name: person.fullName }));
  };
  if (!may('people.guests')) return () => [];
  return (person) => [
    {
      key: 'end',
      icon: <UserDeleteOutlined />,
      label: t('endGuest'),
      danger: true,
      onClick: () => void endGuest(person).catch(() => undefined),
    },
  ];
}
