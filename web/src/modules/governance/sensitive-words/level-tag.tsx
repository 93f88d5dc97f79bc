import { Tag } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../../platform/i18n.ts';

const colours: Record<number, string> = { 1: 'default', 2: 'warning', 3: 'error' };

/** The severity of a word, as text and colour. */
export function LevelTag({ level }: { level: number }): ReactNode {
  const t = useText('governance');
  return <Tag color={colours[level] ?? 'default'}>{t(`level_${level}` as 'level_1')}</Tag>;
}
