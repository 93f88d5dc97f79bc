import { DisconnectOutlined } from '@ant-design/icons';
import { type ReactNode, useEffect } from 'react';
import { useConnection, watchConnection } from '../../platform/connection.ts';
import { useText } from '../../platform/i18n.ts';
import { Row } from '../../platform/ui/layout.tsx';
import styles from './shell.module.css';

/** Says that the server cannot be reached, until it can. */
export function OfflineLine(): ReactNode {
  const t = useText('platform');
  const isLost = useConnection((connection) => connection.isLost);
  useEffect(watchConnection, []);
  // the region stands before its words come, so that they are read out
  return (
    <div role="status">
      {isLost && (
        <Row gap={2} justify="center" className={styles.offline}>
          <DisconnectOutlined aria-hidden="true" />
          {t('offline')}
        </Row>
      )}
    </div>
  );
}
