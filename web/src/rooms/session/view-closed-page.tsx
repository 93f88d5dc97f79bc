import { EyeInvisibleOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useText } from '../../ground/text.ts';
import { Empty } from '../../ground/ui/empty.tsx';
import { GoLink } from '../../ground/ui/go-link.tsx';

/** What is not for who looks as somebody else, wherever the way there began. */
export function ViewClosedPage(): ReactNode {
  const t = useText('session');
  return (
    <Empty
      icon={<EyeInvisibleOutlined />}
      title={t('lookClosedTitle')}
      hint={t('lookClosedHint')}
      action={<GoLink to="/knowledge/index">{t('lookBack')}</GoLink>}
    />
  );
}
