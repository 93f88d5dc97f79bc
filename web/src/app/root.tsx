import { Outlet, useLocation } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useDialogs } from '../ground/dialogs.ts';
import { usePageTitle } from '../ground/hooks/use-page-title.ts';
import { whenIdle } from '../ground/idle.ts';
import { onWaitingNotice } from '../ground/notice.ts';
import { session } from '../ground/session.ts';
import { textOf, useLang } from '../ground/text.ts';
import { findPage } from './rooms.ts';

const ViewBar = lazy(() => import('../rooms/session/view-bar.tsx').then((m) => ({ default: m.ViewBar })));
const Hosts = lazy(() => import('./hosts.tsx').then((m) => ({ default: m.Hosts })));

/** Around every page: its title, its scroll position, and the hosts of notices and dialogs. */
export function Root(): ReactNode {
  const path = useLocation({ select: (location) => location.pathname });
  const [hosted, setHosted] = useState(false);
  const plain = findPage(path)?.plain === true;
  useEffect(() => onWaitingNotice(() => setHosted(true)), []);
  useEffect(() => useDialogs.subscribe(({ list }) => list.length > 0 && setHosted(true)), []);
  // The page comes first; what is said before the hosts stand waits for them.
  useEffect(() => (plain ? undefined : whenIdle(() => setHosted(true))), [plain]);
  useEffect(() => {
    // Newer browsers answer a promise, which is no cleanup.
    scrollTo(0, 0);
  }, [path]);
  return (
    <>
      <Suspense fallback={null}>{session.viewsAs() && <ViewBar />}</Suspense>
      <Suspense fallback={null}>
        <PageTitle path={path} />
        <Outlet />
      </Suspense>
      <Suspense fallback={null}>{hosted && <Hosts />}</Suspense>
    </>
  );
}

function PageTitle({ path }: { path: string }): ReactNode {
  const page = findPage(path);
  useLang();
  usePageTitle(page && textOf(page.room)(page.title));
  return null;
}
