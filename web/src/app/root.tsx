import { Outlet, useLocation } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { usePageTitle } from '../ground/hooks/use-page-title.ts';
import { textOf, useTexts } from '../ground/text.ts';
import { findPage } from './rooms.ts';

const NoticeHost = lazy(() => import('../ground/ui/notice-host.tsx').then((m) => ({ default: m.NoticeHost })));
const DialogHost = lazy(() => import('../ground/ui/dialog-host.tsx').then((m) => ({ default: m.DialogHost })));

/** Around every page: its title, its scroll position, and the hosts of notices and dialogs. */
export function Root(): ReactNode {
  return (
    <>
      <Suspense fallback={null}>
        <PageTitle />
        <Outlet />
      </Suspense>
      <Suspense fallback={null}>
        <NoticeHost />
        <DialogHost />
      </Suspense>
    </>
  );
}

function PageTitle(): ReactNode {
  const path = useLocation({ select: (location) => location.pathname });
  const page = findPage(path);
  useTexts(page ? [page.room] : []);
  usePageTitle(page && textOf(page.room)(page.title));
  useEffect(() => scrollTo(0, 0), [path]);
  return null;
}
