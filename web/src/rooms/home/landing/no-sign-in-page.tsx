import type { ReactNode } from 'react';
import { session } from '../../../ground/session.ts';
import { useText } from '../../../ground/text.ts';
import { GoLink } from '../../../ground/ui/go-link.tsx';
import { Alone } from './landing.tsx';
import styles from './landing.module.css';

const padPage = '/pad-macroAnalysis';

/** /noSingleLoginPad: another system could not hand anybody over on this pad. */
export function NoSignInPage(): ReactNode {
  const t = useText('home');
  // Somebody who is signed in all the same is not asked to do so again.
  const known = session.token() !== null;
  return (
    <Alone title={t(known ? 'padSignedIn' : 'padSignedOut')} text={t(known ? 'padSignedInText' : 'padSignedOutText')}>
      {known ? (
        <GoLink to={padPage} className={styles.button}>
          {t('goOn')}
        </GoLink>
      ) : (
        <GoLink to="/zxPadLogin" query={{ redirect: padPage }} className={styles.button}>
          {t('signIn')}
        </GoLink>
      )}
    </Alone>
  );
}
