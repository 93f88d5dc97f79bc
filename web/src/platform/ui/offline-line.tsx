import { DisconnectOutlined } from '@ant-design/icons';
import { type ReactNode, useEffect } from 'react';
import { useConnection, watchConnection } from '../connection.ts';
import { useText } from '../i18n.ts';
import { Row } from './layout.tsx';
import styles from './offline-line.module.css';

/** Says that the server cannot be reached, until it can. */
export function OfflineLine(): ReactNode {
  const t = useText('platform');
  const isLost = useConnection((connection) => connection.isLost);
  useEffect(watchConnection, []);
  // the region stands before its words come, so that they are read out
  return (
    <div role="status">
      {isLost && (
        <Row gap={2} justify="center" className={styles.line}>
          <DisconnectOutlined aria-hidden="true" />
          {t('offline')}
        </Row>
      )}
    </div>
  );
}
