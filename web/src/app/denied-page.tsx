import { Button, Space } from 'antd';
import type { ReactNode } from 'react';
import { useGo } from '../ground/go.ts';
import { useText } from '../ground/text.ts';
import { Empty } from '../ground/ui/empty.tsx';
import { useRoles } from '../rooms/session/roles.ts';

/** The answer to somebody who opens a page that is not theirs. */
export function DeniedPage(): ReactNode {
  const t = useText('app');
  const go = useGo();
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
