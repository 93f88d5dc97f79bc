import { CloseCircleFilled } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useText } from '../text.ts';

/** The sign that empties a field, with a name: the button around it has none of its own. */
export function ClearSign(): ReactNode {
  const t = useText('ground');
  return <CloseCircleFilled aria-label={t('clear')} />;
}
