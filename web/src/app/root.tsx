import { Outlet, useLocation } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { usePageTitle } from '../ground/hooks/use-page-title.ts';
import { onWaitingNotice } from '../ground/notice.ts';
import { textOf, useLang } from '../ground/text.ts';
import { findPage } from './rooms.ts';

const Hosts = lazy(() => import('./hosts.tsx').then((m) => ({ default: m.Hosts })));

/** Around every page: its title, its scroll position, and the hosts of notices and dialogs. */
export function Root(): ReactNode {
  const path = useLocation({ select: (location) => location.pathname });
  const [noticed, setNoticed] = useState(false);
  useEffect(() => onWaitingNotice(() => setNoticed(true)), []);
  useEffect(() => {
    // Newer browsers answer a promise, which is no cleanup.
    scrollTo(0, 0);
  }, [path]);
  return (
    <>
      <Suspense fallback={null}>
        <PageTitle path={path} />
        <Outlet />
      </Suspense>
      <Suspense fallback={null}>{(noticed || !findPage(path)?.open) && <Hosts />}</Suspense>
    </>
  );
}

function PageTitle({ path }: { path: string }): ReactNode {
  const page = findPage(path);
  useLang();
  usePageTitle(page && textOf(page.room)(page.title));
  return null;
}
