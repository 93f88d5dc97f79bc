import {
  BgColorsOutlined,
  DownloadOutlined,
  IdcardOutlined,
  KeyOutlined,
  LinkOutlined,
  LogoutOutlined,
  PoweroffOutlined,
  SafetyCertificateOutlined,
  SettingOutlined,
  SwapOutlined,
  UserOutlined,
} from '@ant-design/icons';
import { doors } from '@dossier/contract/doors';
import { site } from '@dossier/contract/site';
import { Dropdown, type MenuProps } from 'antd';
import { type ReactNode, useState } from 'react';
import { useText } from '../../ground/text.ts';
import { Avatar } from '../../ground/ui/avatar.tsx';
import { useCall } from '../../ground/use-call.ts';
import { openSecurity } from '../../rooms/account/open-security.tsx';
import type { AskProof } from '../../rooms/doors/ask-proof.ts';
import { openLinkedAccounts } from '../../rooms/doors/open-linked-accounts.tsx';
import { useCurrentUser } from '../../rooms/session/current-user.ts';
import { openAccount, openAvatar, openChangePassword, openPersonalSettings, openSpaces } from '../../rooms/session/open-settings.tsx';
import { openLook } from './open-look.tsx';
import styles from './top-bar.module.css';
import { useLangMenu } from './use-lang-menu.tsx';
import { useLeave } from './use-leave.ts';
import { useRightsMenu } from './use-rights-menu.tsx';
import { useRoleMenu } from './use-role-menu.tsx';

const fetchClient = (): void => location.assign('/external/download/client');
const askProof: AskProof = async (asked) => (await import('../../rooms/account/ask-proof.ts')).askProof(asked);

/** The person: password, settings, look, and the way out. */
export function PersonMenu(): ReactNode {
  const t = useText('app');
  const words = useText('account');
  const user = useCurrentUser();
  const leave = useLeave();
  const langs = useLangMenu();
  const roles = useRoleMenu();
  const rights = useRightsMenu();
  const [asked, setAsked] = useState(false);
  const hasApps = (useCall(doors.bindings, {}, { enabled: asked, staleTime: 60_000 }).data?.list.length ?? 0) > 0;
  const hasClient = useCall(site.doors, {}, { enabled: asked, staleTime: 60_000 }).data?.clients.includes('desktop') ?? false;
  const items: MenuProps['items'] = [
    {
      key: 'who',
      type: 'group',
      label: (
        <span className={styles.who}>
          <strong>{user.fullName}</strong>
          <span>{user.loginName === user.fullName ? user.spaceName : `${user.loginName} · ${user.spaceName}`}</span>
        </span>
      ),
    },
    { type: 'divider' },
    { key: 'account', icon: <IdcardOutlined />, label: t('account'), onClick: openAccount },
    { key: 'avatar', icon: <UserOutlined />, label: t('setAvatar'), onClick: openAvatar },
    { key: 'settings', icon: <SettingOutlined />, label: t('personalSettings'), onClick: openPersonalSettings },
    { key: 'look', icon: <BgColorsOutlined />, label: t('look'), onClick: openLook },
    ...langs,
    { key: 'password', icon: <KeyOutlined />, label: t('changePassword'), onClick: openChangePassword },
    { key: 'security', icon: <SafetyCertificateOutlined />, label: words('security'), onClick: openSecurity },
    ...rights,
    ...(hasClient ? [{ key: 'client', icon: <DownloadOutlined />, label: t('clientDownload'), onClick: fetchClient }] : []),
    ...(hasApps
      ? [{ key: 'linked', icon: <LinkOutlined />, label: t('linkedAccounts'), onClick: () => openLinkedAccounts(askProof) }]
      : []),
    ...roles,
    ...(user.spaceCount > 1 ? [{ key: 'space', icon: <SwapOutlined />, label: t('switchSpace'), onClick: openSpaces }] : []),
    { type: 'divider' },
    { key: 'everywhere', icon: <PoweroffOutlined />, label: t('signOutEverywhere'), onClick: () => void leave(true) },
    { key: 'out', icon: <LogoutOutlined />, label: t('signOut'), onClick: () => void leave(false) },
  ];
  return (
    <Dropdown trigger={['click']} placement="bottomRight" menu={{ items }} onOpenChange={(open) => open && setAsked(true)}>
      <button type="button" className={styles.person} aria-label={t('personMenu', { name: user.fullName })} aria-haspopup="menu">
        <Avatar name={user.fullName} url={user.avatarUrl} size={30} />
      </button>
    </Dropdown>
  );
}
