import { handheldEntries } from '@dossier/contract/identity/sessions';
import { type ReactNode, Suspense, lazy, useEffect, useState } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { usePageQuery } from '../../../platform/navigation.ts';
import { enumParam, textParam } from '../../../platform/page-query.ts';
import { type Handheld, type SecondStepTicket, safeRedirect, setSignInNotice, useSignInNotice } from '../sign-in.ts';
import { PlatformList, ProviderLinks, usePasskeySignIn, useSignInOptions } from './other-methods.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { SignInFrame } from './sign-in-frame.tsx';
import styles from './sign-in.module.css';

const NoticeQuery = { door: textParam, why: enumParam(['off', 'away']) };

/** Why another sign-in method led back here. */
export function SignInNotice(): ReactNode {
  const t = useText('identity.sign-in');
  const { why } = usePageQuery(NoticeQuery);
  const word = useSignInNotice();
  useEffect(() => () => setSignInNotice(undefined), []);
  const text = word ?? (why === 'off' ? t('doorOff') : why === 'away' ? t('doorAway') : undefined);
  return text === undefined ? null : (
    <p className={styles.notice} role="alert">
      {text}
    </p>
  );
}

const SecondStep = lazy(() => import('./second-step.tsx').then((m) => ({ default: m.SecondStep })));
const ScanPanel = lazy(() => import('./qr-code.tsx').then((m) => ({ default: m.QrCodePanel })));
const ForgottenPassword = lazy(() => import('./forgotten-password.tsx').then((m) => ({ default: m.ForgottenPassword })));

const Query = { redirect: textParam };

/** /login: the sign-in page of browsers. */
export function SignInPage(): ReactNode {
  return <SignIn />;
}

/** /zxPhoneLogin: leads to the overview for phones. */
export function PhoneSignInPage(): ReactNode {
  return <SignIn handheld="phone" />;
}

/** /zxPadLogin: leads to the overview for tablets. */
export function PadSignInPage(): ReactNode {
  return <SignIn handheld="pad" />;
}

/** A card with the product's logo, the form and the languages. */
function SignIn({ handheld }: { handheld?: Handheld }): ReactNode {
  const t = useText('identity.sign-in');
  const { redirect } = usePageQuery(Query);
  const landing = handheld === undefined ? '/' : handheldEntries[handheld].landing;
  const target = redirect === undefined ? landing : safeRedirect(redirect, location.origin);
  const providers = useSignInOptions();
  const [step, setStep] = useState<SecondStepTicket>();
  const [forgotten, setForgotten] = useState(false);
  const [scanning, setScanning] = useState(false);
  const passkeys = usePasskeySignIn(target, providers?.passkeys === true && !step && !forgotten && !scanning);
  return (
    <SignInFrame
      title="Dossier"
      hint={t(step ? 'secondStep' : forgotten ? 'resetPassword' : 'signInHint')}
      foot={<PlatformList doors={providers} />}
    >
      <Suspense>
        {step ? (
          <SecondStep step={step} target={target} back={() => setStep(undefined)} />
        ) : forgotten ? (
          <ForgottenPassword byMail={providers?.forgotPassword === true} back={() => setForgotten(false)} />
        ) : scanning ? (
          <ScanPanel target={target} back={() => setScanning(false)} />
        ) : (
          <>
            <SignInNotice />
            <SignInForm target={target} handheld={handheld} onStep={setStep} onForgot={providers && (() => setForgotten(true))} />
            <ProviderLinks target={target} handheld={handheld} doors={providers} passkeys={passkeys} onScan={() => setScanning(true)} />
          </>
        )}
      </Suspense>
    </SignInFrame>
  );
}
