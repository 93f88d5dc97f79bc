import { codes } from '@dossier/contract/core/codes';
import { session } from '@dossier/contract/identity/sessions';
import { type ReactNode, useEffect, useState } from 'react';
import { CallError, call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.ts';
import { useNavigate } from '../../../platform/navigation.ts';
import { Row, Text } from '../../../platform/ui/layout.tsx';
import { LinkButton } from '../../../platform/ui/native-controls.tsx';
import { type FormFailure, PlainForm } from '../plain-form.tsx';
import { type SecondStepTicket, submitCode } from '../sign-in.ts';
import styles from './sign-in.module.css';

interface SecondStepProps {
  step: SecondStepTicket;
  target: string;
  back: () => void;
}

const pauseSeconds = 30;

/** The step after the password: a code from a mail or an authenticator. */
export function SecondStep({ step, target, back }: SecondStepProps): ReactNode {
  const t = useText('identity.sign-in');
  const go = useNavigate();
  const byMail = step.validate.channel === 'mail';
  const send = async ({ code = '' }: Record<string, string>): Promise<FormFailure | undefined> => {
    if (code.trim() === '') return { text: t('codeNeeded'), field: 'code' };
    await submitCode(step, code.trim());
    go(target, undefined, { replace: true });
    return undefined;
  };
  return (
    <>
      <Text as="p" spaced>
        {byMail ? t('codeSentTo', { mail: step.validate.sentTo }) : t('codeFromApp')}
      </Text>
      <PlainForm
        ok={t('signIn')}
        send={send}
        fieldOf={(code) => (code === codes.messageCodeWrong.code ? 'code' : undefined)}
        below={
          <Row gap={4} wrap className={styles.links}>
            {byMail && <Resend step={step} />}
            <LinkButton onClick={back}>{t('backToSignIn')}</LinkButton>
          </Row>
        }
      >
        {(field) => (
          <label className={styles.label}>
            {t(byMail ? 'mailCode' : 'appCode')}
            <input
              {...field('code')}
              type="text"
              inputMode={byMail ? 'numeric' : 'text'}
              autoComplete="one-time-code"
              maxLength={byMail ? 6 : 20}
              autoFocus
            />
          </label>
        )}
      </PlainForm>
    </>
  );
}

/** Sends another code, at most every 30 seconds. */
function Resend({ step }: { step: SecondStepTicket }): ReactNode {
  const t = useText('identity.sign-in');
  const [wait, setWait] = useState(pauseSeconds);
  const [noticeText, setSaid] = useState<string>();
  useEffect(() => {
    if (wait === 0) return;
    const timer = setTimeout(() => setWait(wait - 1), 1000);
    return () => clearTimeout(timer);
  }, [wait]);
  const resend = async (): Promise<void> => {
    setWait(pauseSeconds);
    try {
      await call(session.resendCode, { sessionId: step.sessionId, validateId: step.validate.validateId }, { quiet: true });
      setSaid(t('codeSentAgain'));
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setSaid(error.message);
    }
  };
  return (
    <div>
      <LinkButton disabled={wait > 0} onClick={() => void resend()}>
        {wait > 0 ? t('resendIn', { seconds: wait }) : t('resend')}
      </LinkButton>
      <Text as="div" role="status" size="s" tone="muted">
        {noticeText}
      </Text>
    </div>
  );
}
