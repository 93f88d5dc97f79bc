import type { ReactNode } from 'react';
import { useText } from '../../ground/text.ts';
import { CaptchaField } from './captcha-field.tsx';
import styles from './sign-in.module.css';
import type { Step } from './sign-in.ts';
import { type Field, useSignIn, valueOf } from './use-sign-in.ts';

interface SignInFormProps {
  target: string;
  onStep: (step: Step) => void;
  /** Absent until the server has said what there is to do. */
  onForgot: (() => void) | undefined;
}

/** Login name, password, and the verification code when the server wants one. */
export function SignInForm({ target, onStep, onForgot }: SignInFormProps): ReactNode {
  const t = useText('session');
  const { captcha, ask, failure, busy, submit } = useSignIn(target, onStep);
  const field = (name: Field): { className: string | undefined; name: Field; 'aria-invalid': boolean; 'aria-describedby': string } => ({
    className: styles.input,
    name,
    'aria-invalid': failure?.field === name,
    'aria-describedby': 'sign-in-error',
  });
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <label className={styles.label}>
        {t('loginName')}
        <input
          {...field('loginName')}
          type="text"
          autoComplete="username webauthn"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          onBlur={(event) => event.target.value.trim() !== '' && void ask(event.target.value.trim())}
        />
      </label>
      <div className={styles.withLink}>
        <label className={styles.label}>
          {t('password')}
          <input {...field('password')} type="password" autoComplete="current-password" />
        </label>
        {onForgot && (
          <button type="button" className={styles.link} onClick={onForgot}>
            {t('forgotPassword')}
          </button>
        )}
      </div>
      {captcha.required && captcha.image && (
        <CaptchaField image={captcha.image} field={field('captcha')} renew={(form) => void ask(valueOf(form, 'loginName').trim())} />
      )}
      <p id="sign-in-error" className={styles.error} role="alert">
        {failure?.text}
      </p>
      <button className={styles.button} type="submit" disabled={busy}>
        {busy ? t('signingIn') : t('signIn')}
      </button>
    </form>
  );
}
