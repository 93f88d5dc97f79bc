import { MenuFoldOutlined, MenuOutlined, MenuUnfoldOutlined, SearchOutlined, ThunderboltOutlined } from '@ant-design/icons';
import { useLocation } from '@tanstack/react-router';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useBrand } from '../../ground/brand.ts';
import { useGo } from '../../ground/go.ts';
import { showKey } from '../../ground/hooks/use-hotkeys.ts';
import { useMedia } from '../../ground/hooks/use-media.ts';
import { useSettled } from '../../ground/hooks/use-settled.ts';
import { useLook } from '../../ground/look.ts';
import { session } from '../../ground/session.ts';
import { useText } from '../../ground/text.ts';
import { GoLink } from '../../ground/ui/go-link.tsx';
import { MessageBell } from '../../rooms/messages/message-bell.tsx';
import { AreaLinks } from './area-links.tsx';
import { searchPath } from './areas.ts';
import { ErrorButton } from './error-button.tsx';
import { FullScreenButton } from './full-screen-button.tsx';
import { LangMenu } from './lang-menu.tsx';
import { PersonMenu } from './person-menu.tsx';
import { SpaceButton } from './space-button.tsx';
import { SearchBox } from './search-box.tsx';
import { openCommands } from './shell-keys.tsx';
import { useSidebar } from './sidebar-state.ts';
import styles from './top-bar.module.css';

/** Areas on the left, search in the middle, messages, language and the person on the right. */
export function TopBar(): ReactNode {
  const t = useText('app');
  const narrow = useMedia('narrow');
  const settled = useSettled();
  const brand = useBrand();
  const logo = useLook((look) => look.sidebarLogo);
  const path = useLocation({ select: (location) => location.pathname });
  return (
    <header className={styles.bar}>
      <div className={styles.start}>
        {settled ? <SidebarButton /> : <span className={styles.sign} />}
        {logo && (
          <GoLink to="/home" className={styles.brand} aria-label={t('toHome')}>
            <img src={brand.logoUrl ?? '/mark.svg'} alt="" height={24} />
            <span>{brand.title ?? t('product')}</span>
          </GoLink>
        )}
        {!narrow && <AreaLinks path={path} />}
      </div>
      {settled && <Tools path={path} />}
    </header>
  );
}

/** Everything but the way around: it comes when the page has been shown. */
function Tools({ path }: { path: string }): ReactNode {
  const t = useText('app');
  const go = useGo();
  const narrow = useMedia('narrow');
  const phone = useMedia('phone');
  return (
    <>
      {phone ? <span className={styles.gap} /> : <SearchBox path={path} />}
      <div className={styles.end}>
        {phone && <Button type="text" icon={<SearchOutlined />} aria-label={t('search')} onClick={() => go(searchPath(path))} />}
        {!phone && <SpaceButton />}
        <ErrorButton />
        {!narrow && !session.viewsAs() && <CommandButton />}
        {!narrow && <FullScreenButton />}
        {!session.viewsAs() && <Personal />}
      </div>
    </>
  );
}

/** What is the person's own: nothing of it is there for who looks as them. */
function Personal(): ReactNode {
  const phone = useMedia('phone');
  return (
    <>
      <MessageBell />
      {!phone && <LangMenu />}
      <PersonMenu />
    </>
  );
}

function CommandButton(): ReactNode {
  const t = useText('app');
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
  const t = useText('app');
  const narrow = useMedia('narrow');
  const { open, toggle, toggleOver } = useSidebar();
  const icon = narrow ? <MenuOutlined /> : open ? <MenuFoldOutlined /> : <MenuUnfoldOutlined />;
  const label = narrow ? t('openSidebar') : open ? t('hideSidebar') : t('showSidebar');
  return <Button type="text" icon={icon} aria-label={label} title={label} onClick={narrow ? toggleOver : toggle} />;
}
