import { EyeInvisibleOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useText } from '../../ground/text.ts';
import { Empty } from '../../ground/ui/empty.tsx';
import { GoLink } from '../../ground/ui/go-link.tsx';

/** What is not for who views as somebody else, wherever the way there began. */
export function ViewClosedPage(): ReactNode {
  const t = useText('session');
  return (
    <Empty
      icon={<EyeInvisibleOutlined />}
      title={t('viewAsClosedTitle')}
      hint={t('viewAsClosedHint')}
      action={<GoLink to="/knowledge/index">{t('viewAsBack')}</GoLink>}
    />
  );
}
