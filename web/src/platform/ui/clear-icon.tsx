import { CloseCircleFilled } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useText } from '../i18n.ts';

/** The icon that clears a field, with an accessible name, which antd's button lacks. */
export function ClearIcon(): ReactNode {
  const t = useText('platform');
  return <CloseCircleFilled aria-label={t('clear')} />;
}
