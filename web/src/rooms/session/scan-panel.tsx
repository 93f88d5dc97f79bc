import type { ReactNode } from 'react';
import { useText } from '../../ground/text.ts';
import styles from './scan.module.css';
import signIn from './sign-in.module.css';
import { useScan } from './use-scan.ts';

/** A code for a signed-in phone, in place of the form. */
export function ScanPanel({ target, back }: { target: string; back: () => void }): ReactNode {
  const t = useText('session');
  const { scan, renew } = useScan(target);
  return (
    <div className={styles.panel}>
      <div className={styles.frame} aria-busy={scan.state === 'asking'}>
        {scan.state === 'shown' && <img className={styles.code} src={scan.image} alt={t('scanCode')} width={220} height={220} />}
        {scan.state === 'over' && (
          <button type="button" className={styles.renew} onClick={renew} autoFocus>
            {t('scanRenew')}
          </button>
        )}
      </div>
      <p className={styles.text} role="status">
        {scan.state === 'over' ? (scan.text ?? t('scanOver')) : t('scanHow')}
      </p>
      <button type="button" className={signIn.link} onClick={back}>
        {t('scanBack')}
      </button>
    </div>
  );
}
