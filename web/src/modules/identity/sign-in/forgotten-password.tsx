import { codes } from '@dossier/contract/core/codes';
import { account } from '@dossier/contract/identity/account';
import { session } from '@dossier/contract/identity/sessions';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.ts';
import { Row, Text } from '../../../platform/ui/layout.tsx';
import { LinkButton, NativeButton } from '../../../platform/ui/native-controls.tsx';
import { type FormFailure, PlainForm } from '../plain-form.tsx';
import { type Captcha, CaptchaField, fieldValue } from './sign-in-form.tsx';
import styles from './sign-in.module.css';

type Stage = { at: 'name' } | { at: 'code'; validateId: string } | { at: 'password'; ticket: string } | { at: 'done' };
type Send = (values: Record<string, string>) => Promise<FormFailure | undefined>;

const returnMs = 3000;

/** Resets a password: login name, code from the mail, new password, sign-in; or names whom to ask. */
export function ForgottenPassword({ byMail, back }: { byMail: boolean; back: () => void }): ReactNode {
  const t = useText('identity.sign-in');
  const [stage, setStage] = useState<Stage>({ at: 'name' });
  const below = (
    <Row gap={4} wrap className={styles.links}>
      <LinkButton onClick={back}>{t('backToSignIn')}</LinkButton>
    </Row>
  );
  if (!byMail) return <AskAdministrator back={back} />;
  switch (stage.at) {
    case 'name':
      return <AskName below={below} done={(validateId) => setStage({ at: 'code', validateId })} />;
    case 'code':
      return <AskCode below={below} validateId={stage.validateId} done={(ticket) => setStage({ at: 'password', ticket })} />;
    case 'password':
      return <AskPassword below={below} ticket={stage.ticket} done={() => setStage({ at: 'done' })} />;
    case 'done':
      return <Done back={back} />;
  }
}

interface StageProps {
  below: ReactNode;
  done: (next: string) => void;
}

function AskName({ below, done }: StageProps): ReactNode {
  const t = useText('identity.sign-in');
  const [captcha, setCaptcha] = useState<Captcha>();
  const draw = useCallback(async (loginName: string) => {
    await call(session.captcha, { loginName, always: true }).then(setCaptcha, () => undefined);
  }, []);
  useEffect(() => void draw(''), [draw]);
  const send: Send = async ({ loginName = '', captcha: typed = '' }) => {
    if (loginName.trim() === '') return { text: t('loginNameNeeded'), field: 'loginName' };
    if (typed.trim() === '') return { text: t('captchaNeeded'), field: 'captcha' };
    try {
      const callInput = { loginName: loginName.trim(), captchaId: captcha?.captchaId ?? '', captcha: typed.trim() };
      done((await call(account.askReset, callInput, { quiet: true })).validateId);
    } catch (error) {
      await draw(loginName.trim());
      throw error;
    }
    return undefined;
  };
  return (
    <PlainForm ok={t('next')} send={send} fieldOf={(code) => (code === codes.captchaWrong.code ? 'captcha' : undefined)} below={below}>
      {(field) => (
        <>
          <label className={styles.label}>
            {t('loginName')}
            <input {...field('loginName')} type="text" autoComplete="username" autoCapitalize="none" spellCheck={false} autoFocus />
          </label>
          {captcha?.image && (
            <CaptchaField
              image={captcha.image}
              field={field('captcha')}
              renew={(form) => void draw(fieldValue(form, 'loginName').trim())}
            />
          )}
        </>
      )}
    </PlainForm>
  );
}

function AskCode({ below, done, validateId }: StageProps & { validateId: string }): ReactNode {
  const t = useText('identity.sign-in');
  const send: Send = async ({ code = '' }) => {
    if (code.trim() === '') return { text: t('codeNeeded'), field: 'code' };
    done((await call(account.checkReset, { validateId, validateCode: code.trim() }, { quiet: true })).ticket);
    return undefined;
  };
  return (
    <>
      <Text as="p" spaced>
        {t('resetSent')}
      </Text>
      <PlainForm ok={t('next')} send={send} fieldOf={(code) => (code === codes.messageCodeWrong.code ? 'code' : undefined)} below={below}>
        {(field) => (
          <label className={styles.label}>
            {t('mailCode')}
            <input {...field('code')} type="text" inputMode="numeric" autoComplete="one-time-code" maxLength={6} autoFocus />
          </label>
        )}
      </PlainForm>
    </>
  );
}

function AskPassword({ below, done, ticket }: { below: ReactNode; done: () => void; ticket: string }): ReactNode {
  const t = useText('identity.sign-in');
  const send: Send = async ({ newPwd = '', confirmPwd = '' }) => {
    if (newPwd.length < 6) return { text: t('passwordShort'), field: 'newPwd' };
    if (newPwd !== confirmPwd) return { text: t('passwordsDiffer'), field: 'confirmPwd' };
    await call(account.resetForgotten, { ticket, newPwd, confirmPwd }, { quiet: true });
    done();
    return undefined;
  };
  return (
    <PlainForm
      ok={t('setPassword')}
      send={send}
      fieldOf={(code) => (code === codes.resetExpired.code ? undefined : 'newPwd')}
      below={below}
    >
      {(field) => (
        <>
          <label className={styles.label}>
            {t('newPassword')}
            <input {...field('newPwd')} type="password" autoComplete="new-password" autoFocus />
          </label>
          <label className={styles.label}>
            {t('confirmPassword')}
            <input {...field('confirmPwd')} type="password" autoComplete="new-password" />
          </label>
        </>
      )}
    </PlainForm>
  );
}

function AskAdministrator({ back }: { back: () => void }): ReactNode {
  const t = useText('identity.sign-in');
  return (
    <div className={styles.form}>
      <Text as="p" role="status">
        {t('askAdministrator')}
      </Text>
      <NativeButton primary onClick={back} autoFocus>
        {t('backToSignIn')}
      </NativeButton>
    </div>
  );
}

/** The password is set: returns to the sign-in page after three seconds, or at once. */
function Done({ back }: { back: () => void }): ReactNode {
  const t = useText('identity.sign-in');
  useEffect(() => {
    const timer = setTimeout(back, returnMs);
    return () => clearTimeout(timer);
  }, [back]);
  return (
    <div className={styles.form}>
      <Text as="p" role="status">
        {t('resetDone')}
      </Text>
      <NativeButton primary onClick={back} autoFocus>
        {t('backToSignIn')}
      </NativeButton>
    </div>
  );
}
