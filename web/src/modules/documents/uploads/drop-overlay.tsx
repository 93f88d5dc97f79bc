import { UploadOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useText } from '../../../platform/i18n.ts';
import styles from './drop-overlay.module.css';

/** Names the folder that files under the pointer would go to. */
export function DropOverlay({ folder }: { folder: string }): ReactNode {
  const t = useText('documents.content');
  return (
    <p className={styles.words} role="status">
      <UploadOutlined />
      <span>{t('dropInto', { folder })}</span>
    </p>
  );
}
