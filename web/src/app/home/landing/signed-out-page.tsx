import type { ReactNode } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { session } from '../../../platform/sessions.ts';
import { AppLink } from '../../../platform/ui/links.tsx';
import styles from './landing.module.css';
import { Alone } from './landing.tsx';

const padPage = '/pad-macroAnalysis';

/** /noSingleLoginPad: another system could not sign a user in on this tablet. */
export function SignedOutPage(): ReactNode {
  const t = useText('app.home');
  // A user who is signed in already is not asked to sign in.
  const known = session.token() !== null;
  return (
    <Alone title={t(known ? 'padSignedIn' : 'padSignedOut')} text={t(known ? 'padSignedInText' : 'padSignedOutText')}>
      {known ? (
        <AppLink to={padPage} className={styles.button}>
          {t('goOn')}
        </AppLink>
      ) : (
        <AppLink to="/zxPadLogin" query={{ redirect: padPage }} className={styles.button}>
          {t('signIn')}
        </AppLink>
      )}
    </Alone>
  );
}
