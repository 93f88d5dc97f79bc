import {
  BugOutlined,
  MenuFoldOutlined,
  MenuOutlined,
  MenuUnfoldOutlined,
  SearchOutlined,
  SwapOutlined,
  ThunderboltOutlined,
} from '@ant-design/icons';
import { useLocation } from '@tanstack/react-router';
import { Badge, Button } from 'antd';
import { type ReactNode, lazy } from 'react';
import { openSpaces } from '../../modules/identity/account-dialogs.tsx';
import { useCurrentUser } from '../../modules/identity/current-user.ts';
import { MessageBell } from '../../modules/notifications/message-bell.tsx';
import { useAppearance, useBrand } from '../../platform/appearance.ts';
import { openDialog } from '../../platform/dialogs.ts';
import { useErrorLog } from '../../platform/error-log.ts';
import { useAfterFirstPaint } from '../../platform/first-paint.ts';
import { useText } from '../../platform/i18n.ts';
import { useNavigate } from '../../platform/navigation.ts';
import { session } from '../../platform/sessions.ts';
import { useMedia } from '../../platform/ui/hooks.ts';
import { showKey } from '../../platform/ui/hotkeys.ts';
import { Row, Text } from '../../platform/ui/layout.tsx';
import { AppLink } from '../../platform/ui/links.tsx';
import { AreaLinks } from './area-links.tsx';
import { useSidebar } from './layout-state.ts';
import { searchPath } from './menu.ts';
import { SearchBox } from './search-box.tsx';
import { FullScreenButton } from './shell-actions.tsx';
import { openCommands } from './shell-keys.tsx';
import styles from './top-bar.module.css';
import { LanguageMenu, UserMenu } from './user-menu.tsx';

const ErrorDialog = lazy(() => import('./shell-dialogs.tsx').then((m) => ({ default: m.ErrorDialog })));

/** The number of errors; shown in the top bar only after one. */
function ErrorButton(): ReactNode {
  const t = useText('app.shell');
  const count = useErrorLog((log) => log.list.length);
  if (count === 0) return null;
  const label = t('errorLogCount', { count });
  return (
    <Badge count={count} size="small" offset={[-6, 6]}>
      <Button
        type="text"
        icon={<BugOutlined />}
        aria-label={label}
        title={label}
        onClick={() => openDialog((close) => <ErrorDialog close={close} />)}
      />
    </Badge>
  );
}

/** The current space, for users of several organisations; links to the others. */
function SpaceButton(): ReactNode {
  const t = useText('app.shell');
  const { spaceName, spaceCount } = useCurrentUser();
  if (spaceCount < 2) return null;
  return (
    <Button
      type="text"
      className={styles.space ?? ''}
      icon={<SwapOutlined />}
      aria-label={t('spaceHere', { name: spaceName })}
      title={t('spaceHere', { name: spaceName })}
      onClick={openSpaces}
    >
      {spaceName}
    </Button>
  );
}

/** The top bar: areas on the left, search in the middle, messages, language and the user menu on the right. */
export function TopBar(): ReactNode {
  const t = useText('app.shell');
  const narrow = useMedia('narrow');
  const settled = useAfterFirstPaint();
  const brand = useBrand();
  const logo = useAppearance((appearance) => appearance.sidebarLogo);
  const path = useLocation({ select: (location) => location.pathname });
  return (
    <Row as="header" gap={4} className={styles.bar}>
      <Row gap={1} className={styles.start}>
        {settled ? <SidebarButton /> : <span className={styles.sign} />}
        {logo && (
          <AppLink to="/home" className={styles.brand} aria-label={t('toHome')}>
            <img src={brand.logoUrl ?? '/mark.svg'} alt="" height={24} />
            <Text truncate>{brand.title ?? t('product')}</Text>
          </AppLink>
        )}
        {!narrow && <AreaLinks path={path} />}
      </Row>
      {settled && <Tools path={path} />}
    </Row>
  );
}

/** Everything but navigation: rendered after the page. */
function Tools({ path }: { path: string }): ReactNode {
  const t = useText('app.shell');
  const go = useNavigate();
  const narrow = useMedia('narrow');
  const phone = useMedia('phone');
  return (
    <>
      {phone ? <Row as="span" grow /> : <SearchBox path={path} />}
      <Row gap={1} justify="end" className={styles.end}>
        {phone && session.viewsAs() && (
          <Button type="text" icon={<SearchOutlined />} aria-label={t('search')} onClick={() => go(searchPath(path))} />
        )}
        {!phone && <SpaceButton />}
        <ErrorButton />
        {!narrow && !session.viewsAs() && <CommandButton />}
        {!narrow && <FullScreenButton />}
        {!session.viewsAs() && <Personal />}
      </Row>
    </>
  );
}

/** The user's own entries; absent in a view-as session. */
function Personal(): ReactNode {
  const phone = useMedia('phone');
  return (
    <>
      <MessageBell />
      {!phone && <LanguageMenu />}
      {!phone && <UserMenu />}
    </>
  );
}

function CommandButton(): ReactNode {
  const t = useText('app.shell');
  return (
    <Button
      type="text"
      icon={<ThunderboltOutlined />}
      aria-label={t('commands')}
      title={`${t('commands')} (${showKey('mod+k')})`}
      onClick={openCommands}
    />
  );
}

function SidebarButton(): ReactNode {
  const t = useText('app.shell');
  const narrow = useMedia('narrow');
  const { open, toggle, toggleOver } = useSidebar();
  const icon = narrow ? <MenuOutlined /> : open ? <MenuFoldOutlined /> : <MenuUnfoldOutlined />;
  const label = narrow ? t('openSidebar') : open ? t('hideSidebar') : t('showSidebar');
  return <Button type="text" icon={icon} aria-label={label} title={label} onClick={narrow ? toggleOver : toggle} />;
}
