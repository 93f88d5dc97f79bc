import { CloseCircleFilled } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useText } from '../i18n.ts';

/** The sign that empties a field, with a name: the button around it has none of its own. */
export function ClearIcon(): ReactNode {
  const t = useText('platform');
  return <CloseCircleFilled aria-label={t('clear')} />;
}
