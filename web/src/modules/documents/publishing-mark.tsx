import { SafetyCertificateOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useText } from '../../platform/i18n.ts';

/** The mark of a publishing cabinet. */
export function PublishingMark(): ReactNode {
  const t = useText('documents.library');
  return <SafetyCertificateOutlined role="img" title={t('publishingCabinet')} aria-label={t('publishingCabinet')} />;
}
