import { codes } from '@dossier/contract/core/codes';
import type { OutputOf } from '@dossier/contract/core/route';
import { links } from '@dossier/contract/sharing/shares';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { CallError, call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.ts';
import { useNavigate, usePageQuery } from '../../../platform/navigation.ts';
import { useCall } from '../../../platform/query.ts';
import { session, shareSession } from '../../../platform/sessions.ts';
import { useDelayed } from '../../../platform/ui/hooks.ts';
import { Stack, Text } from '../../../platform/ui/layout.tsx';
import { PasswordBox } from '../../../platform/ui/native-controls.tsx';
import { type FormFailure, PlainForm } from '../../identity/plain-form.tsx';
import { useLinkPaths } from '../visitor-paths.ts';
import { AccountAttempt, AccountButton, AccountStep, CodeStep, isNotForAccount, useCountdown } from './access-methods.tsx';
import { LinkQuery, useBeginSession, useGoToSharedItems, useLinkToken } from './share-session.ts';
import { ClosedCard, MessageCard } from './visitor-frame.tsx';

/** Opens a link that needs no input. */
function OpenAtOnce({ token }: { token: string }): ReactNode {
  const t = useText('sharing.visitor');
  const enter = useBeginSession(token);
  const [error, setError] = useState<unknown>();
  const begun = useRef(false);
  const open = useCallback((): void => {
    setError(undefined);
    call(links.open, { token }, { quiet: true }).then(({ sessionId }) => enter(sessionId), setError);
  }, [token, enter]);
  useEffect(() => {
    if (!begun.current) open();
    begun.current = true;
  }, [open]);
  return error === undefined ? <MessageCard title={t('opening')} /> : <ClosedCard error={error} retry={open} />;
}

/** The entry page of a link: asks for what is required, and reveals nothing of the shared items. */
export function OpenLinkPage(): ReactNode {
  const t = useText('sharing.visitor');
  const token = useLinkToken();
  const { ended } = usePageQuery(LinkQuery);
  const goInside = useGoToSharedItems(token);
  const isInside = token !== undefined && shareSession.resume(token);
  useEffect(() => {
    if (isInside) goInside();
  }, [goInside, isInside]);
  if (isInside) return null;
  if (token === undefined) return <MessageCard title={t('missing')} hint={t('missingHint')} />;
  return <OpenLink token={token} ended={ended !== undefined} />;
}

function OpenLink({ token, ended }: { token: string; ended: boolean }): ReactNode {
  const t = useText('sharing.visitor');
  const go = useNavigate();
  const { password, door: provider } = useLinkPaths();
  const { id, parentId } = usePageQuery(LinkQuery);
  const { data, error, isFetching, refetch } = useCall(links.pwd, { token });
  const late = useDelayed(isFetching);
  const [refusal, setRefusal] = useState<unknown>();
  // After leaving, the account is not tried automatically.
  const isForAccounts = data?.mayUseAccount === true || data?.needsAccount === true;
  const triesAccount = isForAccounts && session.token() !== null && !ended && refusal === undefined;
  const hasPassword = data?.hasPassword === true && !data.needsAccount && !triesAccount;
  useEffect(() => {
    if (!hasPassword || location.pathname !== provider) return;
    go(password, { token, id, parentId, ended: ended ? 1 : undefined }, { replace: true });
  }, [go, hasPassword, provider, password, token, id, parentId, ended]);
  if (error) return <ClosedCard error={error} retry={() => void refetch()} />;
  if (!data) return late && <MessageCard title={t('opening')} />;
  if (triesAccount) return <AccountAttempt token={token} refused={setRefusal} />;
  if (data.needsAccount) return <AccountStep token={token} organisation={data.organisationName} ended={ended} refusal={refusal} />;
  if (data.hasPassword || data.needsMail || ended) return <AccessSteps token={token} asks={data} ended={ended} refusal={refusal} />;
  return <OpenAtOnce token={token} />;
}

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
function AccessSteps({ token, asks, ended, refusal }: AccessStepsProps): ReactNode {
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
    <MessageCard organisation={asks.organisationName} title={t(ended ? 'ended' : 'door')} hint={hint}>
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
        <PasswordBox>
          {(type) => (
            <Stack as="label" gap={1}>
              <Text label>{t('password')}</Text>
              <input {...field('password')} type={type} autoComplete="off" autoCapitalize="none" spellCheck={false} autoFocus />
            </Stack>
          )}
        </PasswordBox>
      )}
    </PlainForm>
  );
}

/** Asks for an address, to which a code is then sent. */
export function MailForm({ open }: { open: (mail: string) => Promise<FormFailure | undefined> }): ReactNode {
  const t = useText('sharing.visitor');
  return (
    <PlainForm
      key="mail"
      ok={t('sendCode')}
      send={async ({ mail = '' }) => (mail.trim() === '' ? { text: t('mailMissing'), field: 'mail' } : open(mail.trim()))}
    >
      {(field) => (
        <Stack as="label" gap={1}>
          <Text label>{t('mail')}</Text>
          <input {...field('mail')} type="email" inputMode="email" autoComplete="email" autoFocus />
        </Stack>
      )}
    </PlainForm>
  );
}
