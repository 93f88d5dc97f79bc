import { Button, Space } from 'antd';
import type { ReactNode } from 'react';
import { useGo } from '../ground/go.ts';
import { useText } from '../ground/text.ts';
import { Empty } from '../ground/ui/empty.tsx';

/** The answer to somebody who opens a page that is not theirs. */
export function DeniedPage(): ReactNode {
  const t = useText('app');
  const go = useGo();
  return (
    <Empty
      heading
      title={t('deniedTitle')}
      hint={t('deniedHint')}
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
