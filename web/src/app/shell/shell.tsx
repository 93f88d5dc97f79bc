import { Outlet, useLocation } from '@tanstack/react-router';
import { Drawer } from 'antd';
import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { useMedia } from '../../ground/hooks/use-media.ts';
import { useSettled } from '../../ground/hooks/use-settled.ts';
import { useLook } from '../../ground/look.ts';
import { session } from '../../ground/session.ts';
import { useText } from '../../ground/text.ts';
import { UploadLayer } from '../../rooms/content/upload/upload-layer.tsx';
import { useLiveMessages } from '../../rooms/messages/live.ts';
import { useSpaceWatch } from '../../rooms/session/space.ts';
import { AdminIntro } from './admin-intro.tsx';
import { CrumbRow } from './crumb-row.tsx';
import { useHeaderAway } from './header-away.ts';
import { useMainScroll } from './main-scroll.ts';
import styles from './shell.module.css';
import { ShellKeys } from './shell-keys.tsx';
import { Sidebar } from './sidebar.tsx';
import { useSidebar } from './sidebar-state.ts';
import { TabBar } from './tab-bar.tsx';
import { TopBar } from './top-bar.tsx';

/** The frame around every page of a signed-in person. */
export function Shell(): ReactNode {
  const t = useText('app');
  const tabs = useLook((look) => look.tabs);
  const path = useLocation({ select: (location) => location.pathname });
  const main = useRef<HTMLElement>(null);
  const settled = useSettled();
  useSpaceWatch();
  useMainScroll(main);
  const away = useHeaderAway(path);
  return (
    <div className={styles.shell} data-away={away || undefined}>
      <a className={styles.skip} href="#main" onClick={() => main.current?.focus()}>
        {t('skipToContent')}
      </a>
      <TopBar />
      <div className={styles.body}>
        <Side />
        <div className={styles.middle}>
          {tabs && !session.viewsAs() && <TabBar />}
          <CrumbRow />
          <main className={styles.main} id="main" ref={main} tabIndex={-1}>
            <AdminIntro />
            <Suspense fallback={null}>
              <Outlet />
            </Suspense>
          </main>
        </div>
      </div>
      {!session.viewsAs() && <UploadLayer />}
      {!session.viewsAs() && <ShellKeys />}
      {settled && <Listening />}
    </div>
  );
}

/** Messages as they come, once the page stands. */
function Listening(): null {
  useLiveMessages();
  return null;
}

/** The sidebar beside the page, or over it in a narrow window, where every navigation closes it. */
function Side(): ReactNode {
  const t = useText('app');
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
