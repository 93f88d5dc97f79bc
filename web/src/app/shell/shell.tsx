import { Outlet, useLocation } from '@tanstack/react-router';
import { Drawer } from 'antd';
import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { UploadLayer } from '../../modules/documents/upload-layer.tsx';
import { useSpaceWatch } from '../../modules/identity/switch-space.ts';
import { useLiveMessages } from '../../modules/notifications/messages.ts';
import { useAppearance } from '../../platform/appearance.ts';
import { useAfterFirstPaint } from '../../platform/first-paint.ts';
import { useText } from '../../platform/i18n.ts';
import { session } from '../../platform/sessions.ts';
import { useMedia } from '../../platform/ui/hooks.ts';
import { Row, Stack } from '../../platform/ui/layout.tsx';
import { useSidebar } from './layout-state.ts';
import { AdminIntro, BreadcrumbRow } from './page-header.tsx';
import { useHeaderHidden, useMainScroll } from './scrolling.ts';
import { ShellKeys } from './shell-keys.tsx';
import styles from './shell.module.css';
import { Sidebar } from './sidebar.tsx';
import { TabBar } from './tab-bar.tsx';
import { TopBar } from './top-bar.tsx';

/** The frame around every page of a signed-in user. */
export function Shell(): ReactNode {
  const t = useText('app.shell');
  const tabs = useAppearance((appearance) => appearance.tabs);
  const path = useLocation({ select: (location) => location.pathname });
  const main = useRef<HTMLElement>(null);
  const settled = useAfterFirstPaint();
  useSpaceWatch();
  useMainScroll(main);
  const away = useHeaderHidden(path);
  return (
    <Stack className={styles.shell} data-away={away || undefined}>
      <a className={styles.skip} href="#main" onClick={() => main.current?.focus()}>
        {t('skipToContent')}
      </a>
      <TopBar />
      <Row grow align="stretch">
        <SidebarFrame />
        <Stack grow>
          {tabs && !session.viewsAs() && <TabBar />}
          <BreadcrumbRow />
          <Stack as="main" grow scroll className={styles.main} id="main" ref={main} tabIndex={-1}>
            <AdminIntro />
            <Suspense fallback={null}>
              <Outlet />
            </Suspense>
          </Stack>
        </Stack>
      </Row>
      {!session.viewsAs() && <UploadLayer />}
      {!session.viewsAs() && <ShellKeys />}
      {settled && <LiveMessages />}
    </Stack>
  );
}

/** Receives live messages, once the page is mounted. */
function LiveMessages(): null {
  useLiveMessages();
  return null;
}

/** The sidebar beside the page, or over it in a narrow window, where every navigation closes it. */
function SidebarFrame(): ReactNode {
  const t = useText('app.shell');
  const narrow = useMedia('narrow');
  const { open, over, withoutAnimation, closeOver } = useSidebar();
  const href = useLocation({ select: (location) => location.href });
  useEffect(() => closeOver(true), [href, closeOver]);
  if (!narrow) return open && <Sidebar />;
  return (
    <Drawer
      open={over}
      onClose={() => closeOver(false)}
      placement="left"
      size={264}
      title={t('product')}
      styles={{ body: { padding: 0 } }}
      {...(withoutAnimation && { rootClassName: styles.still ?? '' })}
    >
      <Sidebar />
    </Drawer>
  );
}
