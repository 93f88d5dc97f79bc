import { useRouter } from '@tanstack/react-router';
import { Button, Space } from 'antd';
import { type ReactNode, useEffect, useState } from 'react';
import { useRoles } from '../../modules/identity/current-user.ts';
import { safeRedirect } from '../../modules/identity/sign-in.ts';
import { useText } from '../../platform/i18n.ts';
import { useNavigate } from '../../platform/navigation.ts';
import { queryClient } from '../../platform/query.ts';
import { Empty } from '../../platform/ui/empty.tsx';
import { usePageTitle } from '../../platform/ui/hooks.ts';

/** The content of the shell for an unknown path. */
export function NotFoundContent(): ReactNode {
  const t = useText('app.shell');
  const go = useNavigate();
  usePageTitle(t('notFoundTitle'));
  return (
    <Empty
      heading
      title={t('notFoundTitle')}
      hint={t('notFoundHint')}
      action={
        <Button type="primary" onClick={() => go('/')}>
          {t('toStart')}
        </Button>
      }
    />
  );
}

/** An unknown path, for a user who is not signed in. */
export function NotFoundPage(): ReactNode {
  return (
    <main>
      <NotFoundContent />
    </main>
  );
}

/** Shown to a user who may not open the page. */
export function DeniedPage(): ReactNode {
  const t = useText('app.shell');
  const go = useNavigate();
  // A site administrator has no one to ask for access.
  const isAbove = useRoles(['site']);
  return (
    <Empty
      heading
      title={t('deniedTitle')}
      {...(!isAbove && { hint: t('deniedHint') })}
      action={
        <Space wrap>
          <Button type="primary" onClick={() => go('/home')}>
            {t('toHome')}
          </Button>
          <Button onClick={() => go('/knowledge/index')}>{t('toDocuments')}</Button>
        </Space>
      }
    />
  );
}

/** Navigates back to the path behind `/redirect`, which renders that page anew and repeats its queries. */
export function RedirectPage(): null {
  const router = useRouter();
  const go = useNavigate();
  // The address changes while this page is still mounted.
  const [href] = useState(() => location.pathname + location.search);
  useEffect(() => {
    const stop = router.subscribe('onRendered', ({ toLocation }) => {
      if (toLocation.pathname.startsWith('/redirect/')) return;
      stop();
      // Lists send their queries a moment after the page is mounted.
      setTimeout(() => void queryClient.invalidateQueries({ type: 'active' }, { cancelRefetch: false }), 150);
    });
    go(safeRedirect(href.slice('/redirect'.length), location.origin), undefined, { replace: true });
  }, [router, go, href]);
  return null;
}
