import { WarningOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useCurrentUser } from '../../modules/identity/current-user.ts';
import { isolationPath } from '../../modules/governance/isolation-path.ts';
import { useText } from '../../platform/i18n.ts';
import { AppLink } from '../../platform/ui/links.tsx';
import { StatusLine } from '../../platform/ui/status-line.tsx';

/** Tells the security office that the virus scanner does not answer. */
export function ScannerLine(): ReactNode {
  const t = useText('app.shell');
  if (useCurrentUser().virusScannerDown !== true) return null;
  return (
    <StatusLine icon={<WarningOutlined aria-hidden="true" />}>
      {t('scannerDown')} <AppLink to={isolationPath}>{t('toIsolation')}</AppLink>
    </StatusLine>
  );
}
