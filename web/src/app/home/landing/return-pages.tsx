import { CheckCircleFilled, CloseCircleFilled, InfoCircleFilled } from '@ant-design/icons';
import { type ReactNode, useEffect, useState } from 'react';
import { safeRedirect } from '../../../modules/identity/sign-in.ts';
import { useText } from '../../../platform/i18n.ts';
import { useNavigate, usePageQuery } from '../../../platform/navigation.ts';
import { enumParam, textParam } from '../../../platform/page-query.ts';
import { session } from '../../../platform/sessions.ts';
import { Text } from '../../../platform/ui/layout.tsx';
import { AppLink } from '../../../platform/ui/links.tsx';
import { buttonClass } from '../../../platform/ui/native-controls.tsx';
import styles from './landing.module.css';
import { Message } from './landing.tsx';

// Fixed texts only: the query string may come from anyone.
const ResultQuery = {
  status: enumParam(['success', 'error', 'info']),
  text: enumParam(['saved', 'sent', 'signedOut', 'refused', 'expired', 'missing']),
};

const signs = { success: <CheckCircleFilled />, error: <CloseCircleFilled />, info: <InfoCircleFilled /> };
const tones = { success: 'done', error: 'danger', info: 'accent' } as const;

/** /result?status=&text= the outcome of an operation, in fixed texts. */
export function ResultPage(): ReactNode {
  const t = useText('app.home');
  const { status = 'info', text } = usePageQuery(ResultQuery);
  return (
    <Message
      sign={
        <Text tone={tones[status]} className={styles.sign} aria-hidden="true">
          {signs[status]}
        </Text>
      }
      title={t(`result_${status}`)}
      text={t(text === undefined ? 'resultText' : `resultText_${text}`)}
    >
      <AppLink to="/" className={buttonClass({ primary: true, large: true })}>
        {t('home')}
      </AppLink>
    </Message>
  );
}

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

const ReturnQuery = { redirect: textParam };

/** /auth-redirect?redirect= redirects to a page of this site, or home; never to another site. */
export function ReturnPage(): null {
  const go = useNavigate();
  const query = usePageQuery(ReturnQuery);
  // The address changes while this page is still mounted.
  const [redirect] = useState(query.redirect);
  useEffect(() => {
    const target = safeRedirect(redirect, location.origin);
    // An address that leads back to this page would loop.
    go(target.split(/[?#]/)[0] === '/auth-redirect' ? '/' : target, undefined, { replace: true });
  }, [go, redirect]);
  return null;
}
