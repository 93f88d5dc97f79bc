import { EditOutlined, KeyOutlined, LinkOutlined, PoweroffOutlined, SafetyCertificateOutlined } from '@ant-design/icons';
import { type Person, people } from '@dossier/contract/people';
import type { MenuProps } from 'antd';
import { notice } from '../../ground/notice.ts';
import { usePersonActions } from '../../ground/person-action.ts';
import { useText } from '../../ground/text.ts';
import { confirm } from '../../ground/ui/confirm.tsx';
import { useSend } from '../../ground/use-call.ts';
import { useMay } from '../../ground/office.ts';
import { openEditPerson } from './edit-person.tsx';
import { openResetPassword } from './reset-password.tsx';
import { openTies } from './ties-dialog.tsx';
import { useGuestDeeds } from './use-guest-deeds.tsx';

/** What an administrator does with an account: name and address, a new password, the second step, off and on, as the office allows; a guest's is another's. */
export function usePersonDeeds(): (person: Person) => NonNullable<MenuProps['items']> {
  const t = useText('people');
  const may = useMay();
  const update = useSend(people.updateUser, { refresh: [people.users, people.groupMembers, people.roleMembers] });
  const enable = async (person: Person, enabled: boolean): Promise<void> => {
    const question = { title: t('disableAsk', { name: person.fullName }), text: t('disableText'), ok: t('disable'), danger: true };
    if (!enabled && !(await confirm(question))) return;
    await update.mutateAsync({ id: person.id, enabled });
    notice.success(t(enabled ? 'wasEnabled' : 'wasDisabled', { name: person.fullName }));
  };
  const reset = useSend(people.resetSecondStep);
  const resetStep = async (person: Person): Promise<void> => {
    const question = { title: t('resetStepAsk', { name: person.fullName }), text: t('resetStepText'), ok: t('resetStep') };
    if (!(await confirm(question))) return;
    await reset.mutateAsync({ id: person.id });
    notice.success(t('stepWasReset', { name: person.fullName }));
  };
  const ofGuest = useGuestDeeds();
  const later = usePersonActions();
  const offered = (person: Person): (NonNullable<MenuProps['items']>[number] | false)[] => [
    may('people.edit') && { key: 'edit', icon: <EditOutlined />, label: t('editPerson'), onClick: () => openEditPerson(person) },
    may('people.secrets') && { key: 'reset', icon: <KeyOutlined />, label: t('resetPassword'), onClick: () => openResetPassword(person) },
    may('people.secrets') && {
      key: 'step',
      icon: <SafetyCertificateOutlined />,
      label: t('resetStep'),
      onClick: () => void resetStep(person).catch(() => undefined),
    },
    may('people.secrets') && { key: 'ties', icon: <LinkOutlined />, label: t('ties'), onClick: () => openTies(person) },
    may('people.edit') && {
      key: 'enable',
      icon: <PoweroffOutlined />,
      label: t(person.enabled ? 'disable' : 'enable'),
      danger: person.enabled,
      onClick: () => void enable(person, !person.enabled).catch(() => undefined),
    },
  ];
  const ofOwn = (person: Person): NonNullable<MenuProps['items']> => offered(person).filter((item) => item !== false);
  return (person) => {
    const added = later(person);
    const own = person.guestOf === undefined ? ofOwn(person) : ofGuest(person);
    return [...added.filter(({ danger }) => !danger), ...own, ...added.filter(({ danger }) => danger)];
  };
}
