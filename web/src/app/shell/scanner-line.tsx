import { WarningOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useCurrentUser } from '../../modules/identity/current-user.ts';
import { isolationPath } from '../../modules/governance/isolation-path.ts';
import { useText } from '../../platform/i18n.ts';
import { Row } from '../../platform/ui/layout.tsx';
import { AppLink } from '../../platform/ui/links.tsx';
import styles from './shell.module.css';

/** Tells the security office that the virus scanner does not answer. */
export function ScannerLine(): ReactNode {
  const t = useText('app.shell');
  if (useCurrentUser().virusScannerDown !== true) return null;
  return (
    <Row gap={2} justify="center" className={styles.offline}>
      <WarningOutlined aria-hidden="true" />
      <span>
        {t('scannerDown')} <AppLink to={isolationPath}>{t('toIsolation')}</AppLink>
      </span>
    </Row>
  );
}
