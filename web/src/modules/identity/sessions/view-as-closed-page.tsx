import { EyeInvisibleOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { Empty } from '../../../platform/ui/empty.tsx';
import { AppLink } from '../../../platform/ui/links.tsx';

/** Shown in place of pages that a view-as session may not open. */
export function ViewAsClosedPage(): ReactNode {
  const t = useText('identity.sign-in');
  return (
    <Empty
      icon={<EyeInvisibleOutlined />}
      title={t('viewAsClosedTitle')}
      hint={t('viewAsClosedHint')}
      action={<AppLink to="/knowledge/index">{t('viewAsBack')}</AppLink>}
    />
  );
}
