import { BgColorsOutlined, EditOutlined, LinkOutlined, PoweroffOutlined, UserOutlined } from '@ant-design/icons';
import type { Organisation } from '@dossier/contract/organisations';
import { people } from '@dossier/contract/people';
import type { MenuProps } from 'antd';
import { notice } from '../../ground/notice.ts';
import { useText } from '../../ground/text.ts';
import { confirm } from '../../ground/ui/confirm.tsx';
import { useSend } from '../../ground/use-call.ts';
import { openAdministrators } from './administrators-dialog.tsx';
import { openBrand } from './brand-dialog.tsx';
import { openRelations } from './relations-dialog.tsx';
import { openEditOrganisation } from './edit-organisation.tsx';

/** What the site's administrators do with an organisation: name, description and last day; off and on. The first one stays on. */
export function useOrganisationDeeds(): (organisation: Organisation) => NonNullable<MenuProps['items']> {
  const t = useText('people');
  const site = useText('site');
  const update = useSend(people.updateOrganisation, { refresh: [people.organisations] });
  const enable = async ({ id, name }: Organisation, enabled: boolean): Promise<void> => {
    const question = { title: t('disableAsk', { name }), text: t('disableOrganisationText'), ok: t('disable'), danger: true };
    if (!enabled && !(await confirm(question))) return;
    await update.mutateAsync({ id, enabled });
    notice.success(t(enabled ? 'wasEnabled' : 'wasDisabled', { name }));
  };
  return (organisation) => {
    const edit = {
      key: 'edit',
      icon: <EditOutlined />,
      label: t('editOrganisation'),
      onClick: () => openEditOrganisation(organisation),
    };
    const look = { key: 'look', icon: <BgColorsOutlined />, label: site('brand'), onClick: () => openBrand(organisation) };
    const related = { key: 'related', icon: <LinkOutlined />, label: site('relations'), onClick: () => openRelations(organisation) };
    if (organisation.first) return [edit, look, related];
    return [
      edit,
      { key: 'heads', icon: <UserOutlined />, label: site('administrators'), onClick: () => openAdministrators(organisation) },
      look,
      related,
      {
        key: 'enable',
        icon: <PoweroffOutlined />,
        label: t(organisation.enabled ? 'disable' : 'enable'),
        danger: organisation.enabled,
        onClick: () => void enable(organisation, !organisation.enabled).catch(() => undefined),
      },
    ];
  };
}
