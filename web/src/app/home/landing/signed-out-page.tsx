import type { ReactNode } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { session } from '../../../platform/sessions.ts';
import { AppLink } from '../../../platform/ui/links.tsx';
import { buttonClass } from '../../../platform/ui/native-controls.tsx';
import { Message } from './landing.tsx';

const padPage = '/pad-macroAnalysis';

/** /noSingleLoginPad: another system could not sign a user in on this tablet. */
export function SignedOutPage(): ReactNode {
  const t = useText('app.home');
  // A user who is signed in already is not asked to sign in.
  const known = session.token() !== null;
  return (
    <Message title={t(known ? 'padSignedIn' : 'padSignedOut')} text={t(known ? 'padSignedInText' : 'padSignedOutText')}>
      {known ? (
        <AppLink to={padPage} className={buttonClass({ primary: true, large: true })}>
          {t('goOn')}
        </AppLink>
      ) : (
        <AppLink to="/zxPadLogin" query={{ redirect: padPage }} className={buttonClass({ primary: true, large: true })}>
          {t('signIn')}
        </AppLink>
      )}
    </Message>
  );
}
