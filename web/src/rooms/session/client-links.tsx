import type { ReactNode } from 'react';
import { withQuery } from '../../ground/call.ts';
import { useText } from '../../ground/text.ts';
import styles from './doors.module.css';
import type { Doors } from './use-doors.ts';

/** What this site can also be used with, beside the browser; none shows nothing. */
export function ClientLinks({ doors }: { doors: Doors | undefined }): ReactNode {
  const t = useText('session');
  if (doors === undefined || doors.clients.length === 0) return null;
  return (
    <nav className={styles.clients} aria-label={t('clients')}>
      {doors.clients.map((platform) => (
        <a key={platform} href={withQuery('/external/download/client', { platform })} rel="noreferrer">
          {t(`client_${platform}`)}
        </a>
      ))}
    </nav>
  );
}
