import { SwapOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../ground/text.ts';
import { useCurrentUser } from '../../rooms/session/current-user.ts';
import { openSpaces } from '../../rooms/session/open-settings.tsx';
import styles from './top-bar.module.css';

/** Where one works, for people who may work in several organisations; leads to the others. */
export function SpaceButton(): ReactNode {
  const t = useText('app');
  const { spaceName, spaceCount } = useCurrentUser();
  if (spaceCount < 2) return null;
  return (
    <Button
      type="text"
      className={styles.space ?? ''}
      icon={<SwapOutlined />}
      aria-label={t('spaceHere', { name: spaceName })}
      title={t('spaceHere', { name: spaceName })}
      onClick={openSpaces}
    >
      {spaceName}
    </Button>
  );
}
