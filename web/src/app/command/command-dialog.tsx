import type { Lang } from '@dossier/contract/core/shapes';
import { Input, Modal } from 'antd';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { openAvatar, openChangePassword, openSpaces } from '../../modules/identity/account-dialogs.tsx';
import { changeLanguage, useCurrentUser } from '../../modules/identity/current-user.ts';
import { profilePath, settingsPath } from '../../modules/identity/settings-paths.ts';
import { useAppearance } from '../../platform/appearance.ts';
import { languageNames, useLanguage, useText } from '../../platform/i18n.ts';
import { useSelectionActions } from '../../platform/item-actions.ts';
import { useNavigate } from '../../platform/navigation.ts';
import { describeKey } from '../../platform/ui/hotkeys.ts';
import { saveAppearance, useSidebar } from '../shell/layout-state.ts';
import { adminMenu, areasOf, documentPlacesOf } from '../shell/menu.ts';
import { openShortcuts, toggleFullScreen, useSignOut } from '../shell/shell-actions.tsx';
import { VisuallyHidden } from '../../platform/ui/layout.tsx';
import { Answers, optionId } from './answers.tsx';
import styles from './command.module.css';
import { type Command, matchingCommands } from './command.ts';
import { useSearchCommands } from './search-commands.tsx';

/** All navigation targets and actions available to the user. */
export function useCommands(): Command[] {
  return [...useNavigationCommands(), ...useSelectionCommands(), ...useActionCommands()];
}

/** What can be done with the selected items. */
function useSelectionCommands(): Command[] {
  const { about, actions } = useSelectionActions();
  return actions
    .filter(({ blocked }) => blocked === undefined)
    .map(({ id, label, icon, run }): Command => ({ id: `item:${id}`, group: 'item', label, detail: about, icon, run }));
}

function useNavigationCommands(): Command[] {
  const t = useText('app.shell');
  const go = useNavigate();
  const user = useCurrentUser();
  const navigation = (path: string, label: string, detail?: string): Command => ({
    id: `go:${path}`,
    group: 'go',
    label,
    ...(detail && { detail }),
    run: () => go(path),
  });
  const areas = [...areasOf(user).filter((area) => area.key !== 'documents'), ...documentPlacesOf(user)].map((area) =>
    navigation(area.path, t(area.label)),
  );
  const places = [
    navigation('/favorite/index', t('favorites')),
    navigation('/share/index', t('myShares')),
    navigation('/share/received', t('receivedShares')),
    navigation('/recycle/index', t('recycleBin')),
  ];
  const pages = adminMenu(user).flatMap((group) =>
    group.children.map((page) => navigation(page.path, page.title?.() ?? page.path, t('areaAdmin'))),
  );
  // an area can lead to the first of its pages
  return [...new Map([...pages, ...areas, ...places].map((command) => [command.id, command])).values()];
}

function useActionCommands(): Command[] {
  const t = useText('app.shell');
  const go = useNavigate();
  const lang = useLanguage();
  const mode = useAppearance((appearance) => appearance.mode);
  const hasSpaces = useCurrentUser().spaceCount > 1;
  const leave = useSignOut();
  const toggleSidebar = useSidebar((sidebar) => sidebar.toggle);
  const actionCommand = (id: string, [label, detail]: [string, string?], run: () => void): Command => ({
    id: `do:${id}`,
    group: 'do',
    label,
    ...(detail && { detail }),
    run,
  });
  const modes = { light: t('lookLight'), dark: t('lookDark'), auto: t('lookAuto') };
  return [
    actionCommand('settings', [t('personalSettings')], () => go(profilePath)),
    actionCommand('look', [t('look')], () => go(settingsPath, { section: 'appearance' })),
    ...Object.entries(modes)
      .filter(([candidate]) => candidate !== mode)
      .map(([candidate, label]) =>
        actionCommand(`mode-${candidate}`, [label, t('lookMode')], () => saveAppearance({ mode: candidate as keyof typeof modes })),
      ),
    ...Object.entries(languageNames)
      .filter(([candidate]) => candidate !== lang)
      .map(([candidate, label]) =>
        actionCommand(`lang-${candidate}`, [label, t('language')], () => void changeLanguage(candidate as Lang).catch(() => undefined)),
      ),
    actionCommand('avatar', [t('setAvatar')], openAvatar),
    actionCommand('password', [t('changePassword')], openChangePassword),
    ...(hasSpaces ? [actionCommand('space', [t('switchSpace')], openSpaces)] : []),
    actionCommand('sidebar', [t('commandSidebar')], toggleSidebar),
    actionCommand('full', [t('fullScreen')], () => toggleFullScreen(t('noFullScreen'))),
    actionCommand('keys', [t('shortcuts')], openShortcuts),
    actionCommand('out', [t('signOut')], () => void leave(false)),
  ];
}

/** The command palette: one field for navigation, search and actions, and the matching commands below it. */
export function CommandDialog({ close }: { close: () => void }): ReactNode {
  const t = useText('app.shell');
  const [open, setOpen] = useState(true);
  const chosen = useRef<Command>(undefined);
  // Run after the dialog has closed, as the opened page or dialog takes the focus.
  const after = (): void => {
    close();
    chosen.current?.run();
  };
  const choose = (command: Command): void => {
    chosen.current = command;
    setOpen(false);
  };
  return (
    <Modal
      open={open}
      title={<VisuallyHidden>{t('commands')}</VisuallyHidden>}
      className={styles.dialog ?? ''}
      width={600}
      footer={null}
      closable={false}
      style={{ top: 80 }}
      onCancel={() => setOpen(false)}
      afterClose={after}
    >
      <Finder choose={choose} leave={() => setOpen(false)} />
    </Modal>
  );
}

const listId = 'commands';

function Finder({ choose, leave }: { choose: (command: Command) => void; leave: () => void }): ReactNode {
  const t = useText('app.shell');
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const list = [...matchingCommands(useCommands(), typed), ...useSearchCommands(typed, typed.trim() !== '')];
  const current = list[Math.min(at, list.length - 1)];
  const press = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (event.nativeEvent.isComposing) return;
    if (step !== 0) setAt((list.length + Math.min(at, list.length - 1) + step) % Math.max(1, list.length));
    else if (event.key === 'Enter' && current) choose(current);
    else if (describeKey(event) === 'mod+k') leave();
    else return;
    event.preventDefault();
  };
  return (
    <>
      <Input
        className={styles.field ?? ''}
        size="large"
        variant="borderless"
        autoFocus
        role="combobox"
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={current && optionId(listId, current)}
        aria-label={t('commands')}
        placeholder={t('commandsHint')}
        value={typed}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        onKeyDown={press}
        onChange={(event) => {
          setTyped(event.target.value);
          setAt(0);
        }}
      />
      <Answers id={listId} label={t('commands')} list={list} current={current} choose={choose} />
    </>
  );
}
