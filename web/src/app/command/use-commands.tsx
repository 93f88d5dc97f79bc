import type { Lang } from '@dossier/contract/shapes';
import { useGo } from '../../ground/go.ts';
import { useLook } from '../../ground/look.ts';
import { langNames, useLang, useText } from '../../ground/text.ts';
import { changeLang } from '../../rooms/session/change-lang.ts';
import { useCurrentUser } from '../../rooms/session/current-user.ts';
import { openAccount, openAvatar, openChangePassword, openPersonalSettings, openSpaces } from '../../rooms/session/open-settings.tsx';
import { rolesOf } from '../../rooms/session/roles.ts';
import { menuTree } from '../menu.ts';
import { allowedRoutes, type RouteNode } from '../route-tree.ts';
import { areasOf } from '../shell/areas.ts';
import { toggleFullScreen } from '../shell/full-screen-button.tsx';
import { chooseLook } from '../shell/choose-look.ts';
import { openLook } from '../shell/open-look.tsx';
import { openShortcuts } from '../shell/open-shortcuts.tsx';
import { useSidebar } from '../shell/sidebar-state.ts';
import { useLeave } from '../shell/use-leave.ts';
import type { Command } from './command.ts';

/** Every way and deed that is open to the person. */
export function useCommands(): Command[] {
  return [...useWays(), ...useDeeds()];
}

function useWays(): Command[] {
  const t = useText('app');
  const go = useGo();
  const user = useCurrentUser();
  const way = (path: string, label: string, detail?: string): Command => ({
    id: `go:${path}`,
    group: 'go',
    label,
    ...(detail && { detail }),
    run: () => go(path),
  });
  const areas = areasOf(user).map((area) => way(area.path, t(area.label)));
  const places = [
    way('/favorite/index', t('favorites')),
    way('/share/index', t('myShares')),
    way('/share/received', t('receivedShares')),
    way('/recycle/index', t('recycleBin')),
  ];
  const known = new Set(['/admin', '/site-admin']);
  const pages = allowedRoutes(menuTree, rolesOf(user))
    .filter((node) => known.has(node.path))
    .flatMap((node) => leavesOf(node, node.title?.() ?? ''))
    .map(({ path, label, detail }) => way(path, label, detail));
  return [...areas, ...places, ...pages];
}

function leavesOf(node: RouteNode<() => string>, detail: string): { path: string; label: string; detail: string }[] {
  if (node.hidden) return [];
  if (node.children.length === 0) return [{ path: node.path, label: node.title?.() ?? node.path, detail }];
  return node.children.flatMap((child) => leavesOf(child, detail));
}

function useDeeds(): Command[] {
  const t = useText('app');
  const lang = useLang();
  const mode = useLook((look) => look.mode);
  const hasSpaces = useCurrentUser().spaceCount > 1;
  const leave = useLeave();
  const toggleSidebar = useSidebar((sidebar) => sidebar.toggle);
  const deed = (id: string, [label, detail]: [string, string?], run: () => void): Command => ({
    id: `do:${id}`,
    group: 'do',
    label,
    ...(detail && { detail }),
    run,
  });
  const modes = { light: t('lookLight'), dark: t('lookDark'), auto: t('lookAuto') };
  return [
    deed('settings', [t('personalSettings')], openPersonalSettings),
    deed('look', [t('look')], openLook),
    ...Object.entries(modes)
      .filter(([one]) => one !== mode)
      .map(([one, label]) => deed(`mode-${one}`, [label, t('lookMode')], () => chooseLook({ mode: one as keyof typeof modes }))),
    ...Object.entries(langNames)
      .filter(([one]) => one !== lang)
      .map(([one, label]) => deed(`lang-${one}`, [label, t('language')], () => void changeLang(one as Lang).catch(() => undefined))),
    deed('account', [t('account')], openAccount),
    deed('avatar', [t('setAvatar')], openAvatar),
    deed('password', [t('changePassword')], openChangePassword),
    ...(hasSpaces ? [deed('space', [t('switchSpace')], openSpaces)] : []),
    deed('sidebar', [t('commandSidebar')], toggleSidebar),
    deed('full', [t('fullScreen')], () => toggleFullScreen(t('noFullScreen'))),
    deed('keys', [t('shortcuts')], openShortcuts),
    deed('out', [t('signOut')], () => void leave(false)),
  ];
}
