import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useGo } from '../ground/go.ts';
import { usePageTitle } from '../ground/hooks/use-page-title.ts';
import { useText } from '../ground/text.ts';
import { Empty } from '../ground/ui/empty.tsx';

/** What stands in the frame where the address leads nowhere. */
export function NothingHere(): ReactNode {
  const t = useText('app');
  const go = useGo();
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
      <NothingHere />
    </main>
  );
}
