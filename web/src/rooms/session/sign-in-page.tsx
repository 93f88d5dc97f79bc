import { lazy, type ReactNode, Suspense, useState } from 'react';
import { usePageQuery } from '../../ground/go.ts';
import { anyText } from '../../ground/page-query.ts';
import { useText } from '../../ground/text.ts';
import { ClientLinks } from './client-links.tsx';
import { DoorLinks } from './door-links.tsx';
import { DoorNotice } from './door-notice.tsx';
import { LangSelect } from './lang-select.tsx';
import { safeRedirect } from './safe-redirect.ts';
import type { Step } from './sign-in.ts';
import { SignInForm } from './sign-in-form.tsx';
import styles from './sign-in.module.css';
import { useDoors } from './use-doors.ts';
import { usePasskeys } from './use-passkeys.ts';

const SecondStep = lazy(() => import('./second-step.tsx').then((m) => ({ default: m.SecondStep })));
const ScanPanel = lazy(() => import('./scan-panel.tsx').then((m) => ({ default: m.ScanPanel })));
const ForgottenPassword = lazy(() => import('./forgotten-password.tsx').then((m) => ({ default: m.ForgottenPassword })));

const Query = { redirect: anyText };

/** The door: a quiet card with the product's mark, the form and the languages. */
export function SignInPage(): ReactNode {
  const t = useText('session');
  const { redirect } = usePageQuery(Query);
  const target = safeRedirect(redirect, location.origin);
  const doors = useDoors();
  const [step, setStep] = useState<Step>();
  const [forgotten, setForgotten] = useState(false);
  const [scanning, setScanning] = useState(false);
  const passkeys = usePasskeys(target, doors?.passkeys === true && !step && !forgotten && !scanning);
  return (
    <div className={styles.page}>
      <main className={styles.card}>
        <img className={styles.mark} src="/mark.svg" alt="" width={40} height={40} />
        <h1 className={styles.title}>Dossier</h1>
        <p className={styles.subtitle}>{t(step ? 'secondStep' : forgotten ? 'resetPassword' : 'signInHint')}</p>
        <Suspense>
          {step ? (
            <SecondStep step={step} target={target} back={() => setStep(undefined)} />
          ) : forgotten ? (
            <ForgottenPassword byMail={doors?.forgotPassword === true} back={() => setForgotten(false)} />
          ) : scanning ? (
            <ScanPanel target={target} back={() => setScanning(false)} />
          ) : (
            <>
              <DoorNotice />
              <SignInForm target={target} onStep={setStep} onForgot={doors && (() => setForgotten(true))} />
              <DoorLinks target={target} doors={doors} passkeys={passkeys} onScan={() => setScanning(true)} />
            </>
          )}
        </Suspense>
      </main>
      <footer className={styles.foot}>
        <ClientLinks doors={doors} />
        <LangSelect />
      </footer>
    </div>
  );
}
