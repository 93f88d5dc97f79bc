import { codes } from '@dossier/contract/codes';
import type { OutputOf } from '@dossier/contract/route';
import { links } from '@dossier/contract/shares';
import { type ReactNode, useState } from 'react';
import { CallError, call } from '../../ground/call.ts';
import { useText } from '../../ground/text.ts';
import { type Failure, PlainForm } from '../session/plain-form.tsx';
import { AccountButton, isNotForAccount } from './account-step.tsx';
import { CodeStep } from './code-step.tsx';
import { useCountdown } from './use-countdown.ts';
import { useEnter } from './use-enter.ts';
import { VisitCard } from './visit-card.tsx';
import styles from './door.module.css';

type Step = 'start' | 'password' | 'mail' | 'code';

/** What was given at the door so far. */
interface Given {
  password?: string;
  mail?: string;
  code?: string;
}

interface DoorStepsProps {
  token: string;
  asks: OutputOf<typeof links.pwd>;
  /** The visit before is over. */
  ended: boolean;
  /** Why the account of this browser did not open it. */
  refusal: unknown;
}

const blockSeconds = 60;

/** The steps through the door: the password, then the address and the code that proves it, as far as they are asked for. */
export function DoorSteps({ token, asks, ended, refusal }: DoorStepsProps): ReactNode {
  const t = useText('visits');
  const enter = useEnter(token);
  const [given, setGiven] = useState<Given>({});
  const [step, setStep] = useState<Step>(asks.hasPassword ? 'password' : asks.needsMail ? 'mail' : 'start');
  const [blocked, block] = useCountdown();
  const open = async (more: Given): Promise<Failure | undefined> => {
    const all = { ...given, ...more };
    try {
      const { sessionId, codeSent } = await call(links.open, { token, ...all }, { quiet: true });
      setGiven(all);
      if (codeSent) setStep('code');
      else enter(sessionId);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (error.code === codes.tooManyRequests.code) block(blockSeconds);
      else if (error.code === codes.mailRequired.code && step === 'password') {
        setGiven(all);
        setStep('mail');
      } else return { text: error.message, field: step };
    }
    return undefined;
  };
  if (blocked > 0)
    return (
      <VisitCard title={t('tooOften')} hint={t('tooOftenHint')}>
        <p role="timer">{t('waitSeconds', { n: blocked })}</p>
      </VisitCard>
    );
  const hint = t(ended && step !== 'code' ? 'endedHint' : step === 'start' ? 'startHint' : `${step}Hint`, { mail: given.mail ?? '' });
  return (
    <VisitCard title={t(ended ? 'ended' : 'door')} hint={hint}>
      {step === 'start' && <StartForm open={() => open({})} />}
      {step === 'password' && <PasswordForm open={(password) => open({ password })} />}
      {step === 'mail' && <MailForm open={(mail) => open({ mail })} />}
      {step === 'code' && <CodeStep open={(code) => open({ code })} resend={() => open({ code: '' })} back={() => setStep('mail')} />}
      {asks.mayUseAccount && step !== 'code' && !isNotForAccount(refusal) && (
        <div className={styles.other}>
          <AccountButton token={token} refusal={refusal} />
        </div>
      )}
    </VisitCard>
  );
}

function StartForm({ open }: { open: () => Promise<Failure | undefined> }): ReactNode {
  const t = useText('visits');
  return (
    <PlainForm ok={t('openLink')} send={open}>
      {() => null}
    </PlainForm>
  );
}

function PasswordForm({ open }: { open: (password: string) => Promise<Failure | undefined> }): ReactNode {
  const t = useText('visits');
  return (
    <PlainForm
      key="password"
      ok={t('openLink')}
      send={async ({ password = '' }) => (password === '' ? { text: t('passwordMissing'), field: 'password' } : open(password))}
    >
      {(field) => (
        <label className={styles.label}>
          {t('password')}
          <input {...field('password')} type="password" autoComplete="off" autoFocus />
        </label>
      )}
    </PlainForm>
  );
}

function MailForm({ open }: { open: (mail: string) => Promise<Failure | undefined> }): ReactNode {
  const t = useText('visits');
  return (
    <PlainForm
      key="mail"
      ok={t('sendCode')}
      send={async ({ mail = '' }) => (mail.trim() === '' ? { text: t('mailMissing'), field: 'mail' } : open(mail.trim()))}
    >
      {(field) => (
        <label className={styles.label}>
          {t('mail')}
          <input {...field('mail')} type="email" inputMode="email" autoComplete="email" autoFocus />
        </label>
      )}
    </PlainForm>
  );
}
