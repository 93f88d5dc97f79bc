import { codes } from '@dossier/contract/core/codes';
import type { OutputOf } from '@dossier/contract/core/route';
import { session } from '@dossier/contract/identity/sessions';
import { type FormEvent, type InputHTMLAttributes, type ReactNode, useCallback, useEffect, useState } from 'react';
import { CallError, call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.ts';
import { useNavigate } from '../../../platform/navigation.ts';
import { type Handheld, type SecondStepTicket, signIn } from '../sign-in.ts';
import { LinkButton, NativeButton, PasswordBox, inputClass } from '../../../platform/ui/native-controls.tsx';
import styles from './sign-in.module.css';

export type Captcha = OutputOf<typeof session.captcha>;

/** The captcha, where the server requires one for this login name. */
function useCaptcha(): { captcha: Captcha; ask: (loginName: string) => Promise<void> } {
  const [captcha, setCaptcha] = useState<Captcha>({ required: false });
  // A failed request is ignored: the sign-in itself reports what is missing.
  const ask = useCallback(async (loginName: string) => {
    await call(session.captcha, { loginName }, { quiet: true }).then(setCaptcha, () => undefined);
  }, []);
  useEffect(() => void ask(''), [ask]);
  return { captcha, ask };
}

interface CaptchaFieldProps {
  image: string;
  field: InputHTMLAttributes<HTMLInputElement>;
  renew: (form: HTMLFormElement) => void;
}

/** The captcha image, its field, and a button for another image. */
export function CaptchaField({ image, field, renew }: CaptchaFieldProps): ReactNode {
  const t = useText('identity.sign-in');
  return (
    <div className={styles.captcha}>
      <label className={styles.label}>
        {t('captcha')}
        <input {...field} type="text" inputMode="numeric" autoComplete="one-time-code" maxLength={6} />
      </label>
      <button
        className={styles.picture}
        type="button"
        title={t('captchaRenew')}
        aria-label={t('captchaRenew')}
        onClick={(event) => event.currentTarget.form && renew(event.currentTarget.form)}
      >
        <img src={image} alt="" />
      </button>
    </div>
  );
}

type SignInField = 'loginName' | 'password' | 'captcha';

interface SignInFailure {
  text: string;
  field?: SignInField | undefined;
}

interface SignInState {
  captcha: Captcha;
  ask: (loginName: string) => Promise<void>;
  failure: SignInFailure | undefined;
  busy: boolean;
  submit: (event: FormEvent<HTMLFormElement>) => Promise<void>;
}

/** The value of a form field. */
export function fieldValue(form: HTMLFormElement, name: SignInField): string {
  const value = new FormData(form).get(name);
  return typeof value === 'string' ? value : '';
}

/** The state of the sign-in form: validation, the call, and the error with its field. */
function useSignIn({ target, handheld, onStep }: Omit<SignInFormProps, 'onForgot'>): SignInState {
  const t = useText('identity.sign-in');
  const go = useNavigate();
  const { captcha, ask } = useCaptcha();
  const [failure, setFailure] = useState<SignInFailure>();
  const [busy, setBusy] = useState(false);

  const missing = (form: HTMLFormElement): SignInFailure | undefined => {
    if (fieldValue(form, 'loginName').trim() === '') return { text: t('loginNameNeeded'), field: 'loginName' };
    if (fieldValue(form, 'password') === '') return { text: t('passwordNeeded'), field: 'password' };
    return captcha.required && fieldValue(form, 'captcha').trim() === '' ? { text: t('captchaNeeded'), field: 'captcha' } : undefined;
  };
  const attempt = async (form: HTMLFormElement): Promise<SignInFailure | undefined> => {
    const loginName = fieldValue(form, 'loginName').trim();
    const code = fieldValue(form, 'captcha').trim();
    try {
      const password = fieldValue(form, 'password');
      const step = await signIn({ loginName, password, captchaId: captcha.captchaId, captcha: code || undefined, p: handheld });
      if (step) onStep(step);
      else go(target, undefined, { replace: true });
      return undefined;
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      await ask(loginName);
      return { text: error.message, field: fieldOf(error.code) };
    }
  };
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget;
    setFailure(undefined);
    setBusy(true);
    const failed = missing(form) ?? (await attempt(form));
    if (!failed) return;
    setBusy(false);
    setFailure(failed);
    if (failed.field) form.querySelector<HTMLInputElement>(`[name=${failed.field}]`)?.focus();
  };
  return { captcha, ask, failure, busy, submit };
}

function fieldOf(code: number): SignInField | undefined {
  if (code === codes.captchaRequired.code || code === codes.captchaWrong.code) return 'captcha';
  return code === codes.badCredentials.code ? 'password' : undefined;
}

interface SignInFormProps {
  target: string;
  handheld: Handheld | undefined;
  onStep: (step: SecondStepTicket) => void;
  /** Absent until the sign-in options are loaded. */
  onForgot: (() => void) | undefined;
}

/** Login name, password, and the captcha where required. */
export function SignInForm({ onForgot, ...entry }: SignInFormProps): ReactNode {
  const t = useText('identity.sign-in');
  const { captcha, ask, failure, busy, submit } = useSignIn(entry);
  const field = (name: SignInField): InputHTMLAttributes<HTMLInputElement> => ({
    className: inputClass,
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
        <PasswordBox>
          {(type) => (
            <label className={styles.label}>
              {t('password')}
              <input {...field('password')} type={type} autoComplete="current-password" autoCapitalize="none" spellCheck={false} />
            </label>
          )}
        </PasswordBox>
        {onForgot && <LinkButton onClick={onForgot}>{t('forgotPassword')}</LinkButton>}
      </div>
      {captcha.required && captcha.image && (
        <CaptchaField image={captcha.image} field={field('captcha')} renew={(form) => void ask(fieldValue(form, 'loginName').trim())} />
      )}
      <p id="sign-in-error" className={styles.error} role="alert">
        {failure?.text}
      </p>
      <NativeButton primary type="submit" disabled={busy}>
        {busy ? t('signingIn') : t('signIn')}
      </NativeButton>
    </form>
  );
}
