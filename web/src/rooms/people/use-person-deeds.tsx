import { KeyOutlined, PoweroffOutlined } from '@ant-design/icons';
import { type Person, people } from '@dossier/contract/people';
import type { MenuProps } from 'antd';
import { notice } from '../../ground/notice.ts';
import { useText } from '../../ground/text.ts';
import { confirm } from '../../ground/ui/confirm.tsx';
import { useSend } from '../../ground/use-call.ts';
import { openResetPassword } from './reset-password.tsx';

/** What an administrator does with an account: a new password, off and on. */
export function usePersonDeeds(): (person: Person) => NonNullable<MenuProps['items']> {
  const t = useText('people');
  const update = useSend(people.updateUser, { refresh: [people.users, people.groupMembers, people.roleMembers] });
  const enable = async (person: Person, enabled: boolean): Promise<void> => {
    const question = { title: t('disableAsk', { name: person.fullName }), text: t('disableText'), ok: t('disable'), danger: true };
    if (!enabled && !(await confirm(question))) return;
    await update.mutateAsync({ id: person.id, enabled });
    notice.success(t(enabled ? 'wasEnabled' : 'wasDisabled', { name: person.fullName }));
  };
  return (person) => [
    { key: 'reset', icon: <KeyOutlined />, label: t('resetPassword'), onClick: () => openResetPassword(person) },
    {
      key: 'enable',
      icon: <PoweroffOutlined />,
      label: t(person.enabled ? 'disable' : 'enable'),
      danger: person.enabled,
      onClick: () => void enable(person, !person.enabled).catch(() => undefined),
    },
  ];
}
