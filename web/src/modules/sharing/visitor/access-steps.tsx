import { codes } from '@dossier/contract/core/codes';
import type { OutputOf } from '@dossier/contract/core/route';
import { links } from '@dossier/contract/sharing/shares';
import { type ReactNode, useState } from 'react';
import { CallError, call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.ts';
import { Stack, Text } from '../../../platform/ui/layout.tsx';
import { type FormFailure, PlainForm } from '../../identity/plain-form.tsx';
import { AccountButton, CodeStep, isNotForAccount, useCountdown } from './access-methods.tsx';
import { MessageCard } from './message-card.tsx';
import { useBeginSession } from './share-session.ts';

type Step = 'start' | 'password' | 'mail' | 'code';

/** Input of the access steps so far. */
interface AccessInput {
  password?: string;
  mail?: string;
  code?: string;
}

interface AccessStepsProps {
  token: string;
  asks: OutputOf<typeof links.pwd>;
  /** The previous share session has ended. */
  ended: boolean;
  /** Why the account of this browser was refused. */
  refusal: unknown;
}

const blockSeconds = 60;

/** The access steps of a link: password, address, and code, as far as required. */
export function AccessSteps({ token, asks, ended, refusal }: AccessStepsProps): ReactNode {
  const t = useText('sharing.visitor');
  const enter = useBeginSession(token);
  const [callInput, setGiven] = useState<AccessInput>({});
  const [step, setStep] = useState<Step>(asks.hasPassword ? 'password' : asks.needsMail ? 'mail' : 'start');
  const [blocked, block] = useCountdown();
  const open = async (more: AccessInput): Promise<FormFailure | undefined> => {
    const all = { ...callInput, ...more };
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
      <MessageCard title={t('tooOften')} hint={t('tooOftenHint')}>
        <p role="timer">{t('waitSeconds', { count: blocked })}</p>
      </MessageCard>
    );
  const hint = t(ended && step !== 'code' ? 'endedHint' : step === 'start' ? 'startHint' : `${step}Hint`, { mail: callInput.mail ?? '' });
  return (
    <MessageCard title={t(ended ? 'ended' : 'door')} hint={hint}>
      {step === 'start' && <StartForm open={() => open({})} />}
      {step === 'password' && <PasswordForm open={(password) => open({ password })} />}
      {step === 'mail' && <MailForm open={(mail) => open({ mail })} />}
      {step === 'code' && <CodeStep open={(code) => open({ code })} resend={() => open({ code: '' })} back={() => setStep('mail')} />}
      {asks.mayUseAccount && step !== 'code' && !isNotForAccount(refusal) && (
        <Stack gap={3}>
          <AccountButton token={token} refusal={refusal} />
        </Stack>
      )}
    </MessageCard>
  );
}

function StartForm({ open }: { open: () => Promise<FormFailure | undefined> }): ReactNode {
  const t = useText('sharing.visitor');
  return (
    <PlainForm ok={t('openLink')} send={open}>
      {() => null}
    </PlainForm>
  );
}

function PasswordForm({ open }: { open: (password: string) => Promise<FormFailure | undefined> }): ReactNode {
  const t = useText('sharing.visitor');
  return (
    <PlainForm
      key="password"
      ok={t('openLink')}
      send={async ({ password = '' }) => (password === '' ? { text: t('passwordMissing'), field: 'password' } : open(password))}
    >
      {(field) => (
        <Stack as="label" gap={1}>
          <Text strong>{t('password')}</Text>
          <input {...field('password')} type="password" autoComplete="off" autoFocus />
        </Stack>
      )}
    </PlainForm>
  );
}

function MailForm({ open }: { open: (mail: string) => Promise<FormFailure | undefined> }): ReactNode {
  const t = useText('sharing.visitor');
  return (
    <PlainForm
      key="mail"
      ok={t('sendCode')}
      send={async ({ mail = '' }) => (mail.trim() === '' ? { text: t('mailMissing'), field: 'mail' } : open(mail.trim()))}
    >
      {(field) => (
        <Stack as="label" gap={1}>
          <Text strong>{t('mail')}</Text>
          <input {...field('mail')} type="email" inputMode="email" autoComplete="email" autoFocus />
        </Stack>
      )}
    </PlainForm>
  );
}
