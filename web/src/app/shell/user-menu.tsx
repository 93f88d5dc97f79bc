import {
  AuditOutlined,
  CheckOutlined,
  ClockCircleOutlined,
  CloudDownloadOutlined,
  DownloadOutlined,
  EyeOutlined,
  FieldTimeOutlined,
  GlobalOutlined,
  KeyOutlined,
  LogoutOutlined,
  QuestionCircleOutlined,
  SettingOutlined,
  SwapOutlined,
  TeamOutlined,
  UserOutlined,
} from '@ant-design/icons';
import type { Lang } from '@dossier/contract/core/shapes';
import { site } from '@dossier/contract/core/site';
import type { CurrentUser } from '@dossier/contract/identity/sessions';
import { useLocation } from '@tanstack/react-router';
import { Button, Dropdown, type MenuProps } from 'antd';
import { type ReactNode, useState } from 'react';
import { openOwnAccess } from '../../modules/access/actions.tsx';
import { duePath } from '../../modules/documents/areas.ts';
import { openAvatar, openChangePassword, openSpaces } from '../../modules/identity/account-dialogs.tsx';
import { profilePath } from '../../modules/identity/settings-paths.ts';
import { changeLanguage, useCurrentUser } from '../../modules/identity/current-user.ts';
import { isOfflineOffered, offlinePath } from '../../modules/preview/kept-offline.ts';
import { useRoleName } from '../../modules/identity/role-names.ts';
import { switchRole } from '../../modules/identity/switch-space-role.ts';
import { languageNames, languageTags, useLanguage, useText } from '../../platform/i18n.ts';
import { helpPath } from '../../platform/help-path.ts';
import { useNavigate } from '../../platform/navigation.ts';
import { useCall } from '../../platform/query.ts';
import { Avatar } from '../../platform/ui/avatar.tsx';
import { useMedia } from '../../platform/ui/hooks.ts';
import { helpGroupOf } from '../help/articles.ts';
import { useSignOut } from './shell-actions.tsx';
import { PlainButton, Stack, Text } from '../../platform/ui/layout.tsx';
import styles from './top-bar.module.css';

/** Language entries of the user menu, on phones, where the bar has no room for them. */
function useLanguageMenuItems(): NonNullable<MenuProps['items']> {
  const t = useText('app.shell');
  const lang = useLanguage();
  if (!useMedia('phone')) return [];
  const children = Object.entries(languageNames).map(([key, label]) => ({
    key: `lang-${key}`,
    label,
    disabled: key === lang,
    onClick: () => void changeLanguage(key as Lang).catch(() => undefined),
  }));
  return [{ key: 'lang', icon: <GlobalOutlined />, label: t('language'), children }];
}

/** Entries of the user menu about rights: own access, expiring grants, due reviews, and documents that expire. */
function useRightsMenuItems(): NonNullable<MenuProps['items']> {
  const t = useText('access');
  const dates = useText('documents.validity');
  const go = useNavigate();
  const user = useCurrentUser();
  return [
    { key: 'reach', icon: <EyeOutlined />, label: t('ownReach'), onClick: () => openOwnAccess(user) },
    { key: 'ending', icon: <ClockCircleOutlined />, label: t('endingTitle'), onClick: () => go('/rights/ending') },
    { key: 'reviews', icon: <AuditOutlined />, label: t('reviewsTitle'), onClick: () => go('/rights/reviews') },
    { key: 'due', icon: <FieldTimeOutlined />, label: dates('due'), onClick: () => go(duePath) },
  ];
}

/** The choice of active role, for users with several. */
function useRoleMenuItems(): NonNullable<MenuProps['items']> {
  const t = useText('app.shell');
  const nameOf = useRoleName();
  const { ownRoles, roleId = '0' } = useCurrentUser();
  if (ownRoles.length < 2) return [];
  const all = [{ id: '0', name: t('allRoles') }, ...ownRoles.map(({ id, name }) => ({ id, name: nameOf(name) }))];
  const children = all.map(({ id, name }) => ({
    key: `role-${id}`,
    label: name,
    disabled: id === roleId,
    ...(id === roleId && { icon: <CheckOutlined /> }),
    onClick: () => void switchRole(id).catch(() => undefined),
  }));
  const current = all.find(({ id }) => id === roleId);
  return [{ key: 'role', icon: <TeamOutlined />, label: t('roleIs', { name: current?.name ?? '' }), children }];
}

const fetchClient = (): void => location.assign('/external/download/client');

/**
 * What users look for under their name: the settings, picture and password, their access, the place and role they work in, sign-out. What the
 * settings have besides has no entry here. Whether there is a client to download is asked for once the menu was shown.
 */
export function useUserMenuItems(wasShown: boolean): NonNullable<MenuProps['items']> {
  const t = useText('app.shell');
  const kept = useText('preview.offline');
  const go = useNavigate();
  const user = useCurrentUser();
  const leave = useSignOut();
  const langs = useLanguageMenuItems();
  const path = useLocation({ select: (location) => location.pathname });
  const roles = useRoleMenuItems();
  const rights = useRightsMenuItems();
  const hasClient = useCall(site.doors, {}, { enabled: wasShown, staleTime: 60_000 }).data?.clients.includes('desktop') ?? false;
  return [
    { key: 'settings', icon: <SettingOutlined />, label: t('personalSettings'), onClick: () => go(profilePath) },
    { key: 'avatar', icon: <UserOutlined />, label: t('setAvatar'), onClick: openAvatar },
    { key: 'password', icon: <KeyOutlined />, label: t('changePassword'), onClick: openChangePassword },
    ...langs,
    { type: 'divider' },
    ...rights,
    ...(isOfflineOffered()
      ? [{ key: 'offline', icon: <CloudDownloadOutlined />, label: kept('offline'), onClick: () => go(offlinePath) }]
      : []),
    { type: 'divider' },
    ...roles,
    ...(user.spaceCount > 1 ? [{ key: 'space', icon: <SwapOutlined />, label: t('switchSpace'), onClick: openSpaces }] : []),
    ...(hasClient ? [{ key: 'client', icon: <DownloadOutlined />, label: t('clientDownload'), onClick: fetchClient }] : []),
    { key: 'help', icon: <QuestionCircleOutlined />, label: t('help'), onClick: () => go(helpPath, { topic: helpGroupOf(path) }) },
    { type: 'divider' },
    { key: 'out', icon: <LogoutOutlined />, label: t('signOut'), onClick: () => void leave(false) },
  ];
}

/** The name of the user, and below it by which they sign in and where they are. */
export function UserName({ user }: { user: CurrentUser }): ReactNode {
  return (
    <Stack as="span" className={styles.who}>
      <Text as="strong" strong>
        {user.fullName}
      </Text>
      <span>{user.loginName === user.fullName ? user.spaceName : `${user.loginName} · ${user.spaceName}`}</span>
    </Stack>
  );
}

/** The user menu; on a phone its entries have a page of their own. */
export function UserMenu(): ReactNode {
  const t = useText('app.shell');
  const user = useCurrentUser();
  const [wasOpened, setAsked] = useState(false);
  const entries = useUserMenuItems(wasOpened);
  const items: MenuProps['items'] = [{ key: 'who', type: 'group', label: <UserName user={user} /> }, { type: 'divider' }, ...entries];
  return (
    <Dropdown trigger={['click']} placement="bottomRight" menu={{ items }} onOpenChange={(open) => open && setAsked(true)}>
      <PlainButton className={styles.person} aria-label={t('personMenu', { name: user.fullName })} aria-haspopup="menu">
        <Avatar name={user.fullName} url={user.avatarUrl} size={30} />
      </PlainButton>
    </Dropdown>
  );
}

/** The language menu; the current language is disabled. */
export function LanguageMenu(): ReactNode {
  const t = useText('app.shell');
  const lang = useLanguage();
  const items = Object.entries(languageNames).map(([key, name]) => ({
    key,
    label: <span lang={languageTags[key as Lang]}>{name}</span>,
    disabled: key === lang,
  }));
  return (
    <Dropdown trigger={['click']} menu={{ items, onClick: ({ key }) => void changeLanguage(key as Lang).catch(() => undefined) }}>
      <Button type="text" icon={<GlobalOutlined />} aria-label={t('language')} title={t('language')} />
    </Dropdown>
  );
}
