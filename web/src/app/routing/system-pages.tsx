import { useRouter } from '@tanstack/react-router';
import { Button, Space } from 'antd';
import { type ReactNode, useEffect, useState } from 'react';
import { useRoles } from '../../modules/identity/current-user.ts';
import { safeRedirect } from '../../modules/identity/redirect-target.ts';
import { useText } from '../../platform/i18n.ts';
import { useNavigate } from '../../platform/navigation.ts';
import { queryClient } from '../../platform/query.ts';
import { Empty } from '../../platform/ui/empty.tsx';
import { usePageTitle } from '../../platform/ui/hooks.ts';

/** What stands in the frame where the address leads nowhere. */
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

/** An address at which nothing stands, for somebody who is not signed in. */
export function NotFoundPage(): ReactNode {
  return (
    <main>
      <NotFoundContent />
    </main>
  );
}

/** The answer to somebody who opens a page that is not theirs. */
export function DeniedPage(): ReactNode {
  const t = useText('app.shell');
  const go = useNavigate();
  // There is nobody above whom a site administrator could ask.
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

/** Leads back to the page whose path stands behind `/redirect`, which is thereby drawn anew and asks for everything again. */
export function RedirectPage(): null {
  const router = useRouter();
  const go = useNavigate();
  // The address changes while this page still stands.
  const [href] = useState(() => location.pathname + location.search);
  useEffect(() => {
    const stop = router.subscribe('onRendered', ({ toLocation }) => {
      if (toLocation.pathname.startsWith('/redirect/')) return;
      stop();
      // Lists ask a moment after the page stands.
      setTimeout(() => void queryClient.invalidateQueries({ type: 'active' }, { cancelRefetch: false }), 150);
    });
    go(safeRedirect(href.slice('/redirect'.length), location.origin), undefined, { replace: true });
  }, [router, go, href]);
  return null;
}
