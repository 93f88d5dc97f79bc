import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useGo } from '../ground/go.ts';
import { usePageTitle } from '../ground/hooks/use-page-title.ts';
import { useText } from '../ground/text.ts';
import { Empty } from '../ground/ui/empty.tsx';

/** An address at which nothing stands. */
export function NotFoundPage(): ReactNode {
  const t = useText('app');
  const go = useGo();
  usePageTitle(t('notFoundTitle'));
  return (
    <main>
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
    </main>
  );
}
