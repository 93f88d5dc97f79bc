import { DisconnectOutlined } from '@ant-design/icons';
import { type ReactNode, useEffect } from 'react';
import { useConnection, watchConnection } from '../connection.ts';
import { useText } from '../i18n.ts';
import { StatusLine } from './status-line.tsx';

/** Says that the server cannot be reached, until it can. */
export function OfflineLine(): ReactNode {
  const t = useText('platform');
  const isLost = useConnection((connection) => connection.isLost);
  useEffect(watchConnection, []);
  // the region stands before its words come, so that they are read out
  return <div role="status">{isLost && <StatusLine icon={<DisconnectOutlined aria-hidden="true" />}>{t('offline')}</StatusLine>}</div>;
}
