import { codes } from '@dossier/contract/codes';
import { type FormEvent, type ReactNode, useState } from 'react';
import { CallError } from '../../ground/call.ts';
import { useGo } from '../../ground/go.ts';
import { useText } from '../../ground/text.ts';
import { CaptchaField } from './captcha-field.tsx';
import { signIn } from './sign-in.ts';
import styles from './sign-in.module.css';
import { useCaptcha } from './use-captcha.ts';

type Field = 'loginName' | 'password' | 'captcha';

/** Login name, password, and the verification code when the server wants one. */
export function SignInForm({ target }: { target: string }): ReactNode {
  const t = useText('session');
  const go = useGo();
  const { captcha, ask } = useCaptcha();
  const [error, setError] = useState<{ text: string; field?: Field }>();
  const [busy, setBusy] = useState(false);

  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget;
    const value = (name: Field): string => String(new FormData(form).get(name) ?? '');
    const fail = (text: string, field?: Field): void => {
      setError({ text, ...(field && { field }) });
      if (field) form.querySelector<HTMLInputElement>(`[name=${field}]`)?.focus();
    };
    if (value('loginName').trim() === '') return fail(t('loginNameNeeded'), 'loginName');
    if (value('password') === '') return fail(t('passwordNeeded'), 'password');
    if (captcha.required && value('captcha').trim() === '') return fail(t('captchaNeeded'), 'captcha');
    setBusy(true);
    setError(undefined);
    try {
      await signIn({
        loginName: value('loginName').trim(),
        password: value('password'),
        captchaId: captcha.captchaId,
        captcha: value('captcha').trim() || undefined,
      });
      go(target, undefined, { replace: true });
    } catch (reason) {
      if (!(reason instanceof CallError)) throw reason;
      setBusy(false);
      const isCaptcha = reason.code === codes.captchaRequired.code || reason.code === codes.captchaWrong.code;
      await ask(value('loginName').trim());
      fail(reason.message, isCaptcha ? 'captcha' : reason.code === codes.badCredentials.code ? 'password' : undefined);
    }
  };

  const field = (name: Field): { className: string | undefined; name: Field; 'aria-invalid': boolean; 'aria-describedby': string } => ({
    className: styles.input,
    name,
    'aria-invalid': error?.field === name,
    'aria-describedby': 'sign-in-error',
  });
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <label className={styles.label}>
        {t('loginName')}
        <input
          {...field('loginName')}
          type="text"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          onBlur={(event) => event.target.value.trim() !== '' && void ask(event.target.value.trim())}
        />
      </label>
      <label className={styles.label}>
        {t('password')}
        <input {...field('password')} type="password" autoComplete="current-password" />
      </label>
      {captcha.required && captcha.image && (
        <CaptchaField
          image={captcha.image}
          field={field('captcha')}
          renew={(form) => void ask(String(new FormData(form).get('loginName') ?? ''))}
        />
      )}
      <p id="sign-in-error" className={styles.error} role="alert">
        {error?.text}
      </p>
      <button className={styles.button} type="submit" disabled={busy}>
        {busy ? t('signingIn') : t('signIn')}
      </button>
    </form>
  );
}
