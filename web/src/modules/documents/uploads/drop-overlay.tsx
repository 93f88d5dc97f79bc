import { UploadOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { Row, Text } from '../../../platform/ui/layout.tsx';
import styles from './upload.module.css';

/** Names the folder that files under the pointer would go to. */
export function DropOverlay({ folder }: { folder: string }): ReactNode {
  const t = useText('documents.content');
  return (
    <Row as="p" gap={2} className={styles.overlay} role="status">
      <UploadOutlined />
      <Text truncate>{t('dropInto', { folder })}</Text>
    </Row>
  );
}
