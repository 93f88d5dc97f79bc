import { codes } from '@dossier/contract/codes';
import { type FormEvent, useState } from 'react';
import { CallError } from '../../ground/call.ts';
import { useGo } from '../../ground/go.ts';
import { useText } from '../../ground/text.ts';
import { signIn, type Step } from './sign-in.ts';
import { type Captcha, useCaptcha } from './use-captcha.ts';

export type Field = 'loginName' | 'password' | 'captcha';

interface Failure {
  text: string;
  field?: Field | undefined;
}

interface SignIn {
  captcha: Captcha;
  ask: (loginName: string) => Promise<void>;
  failure: Failure | undefined;
  busy: boolean;
  submit: (event: FormEvent<HTMLFormElement>) => Promise<void>;
}

/** What stands in a field of a form. */
export function valueOf(form: HTMLFormElement, name: Field): string {
  const value = new FormData(form).get(name);
  return typeof value === 'string' ? value : '';
}

/** The state of the sign-in form: checks, the call, and what went wrong in which field. */
export function useSignIn(target: string, onStep: (step: Step) => void): SignIn {
  const t = useText('session');
  const go = useGo();
  const { captcha, ask } = useCaptcha();
  const [failure, setFailure] = useState<Failure>();
  const [busy, setBusy] = useState(false);

  const missing = (form: HTMLFormElement): Failure | undefined => {
    if (valueOf(form, 'loginName').trim() === '') return { text: t('loginNameNeeded'), field: 'loginName' };
    if (valueOf(form, 'password') === '') return { text: t('passwordNeeded'), field: 'password' };
    return captcha.required && valueOf(form, 'captcha').trim() === '' ? { text: t('captchaNeeded'), field: 'captcha' } : undefined;
  };
  const attempt = async (form: HTMLFormElement): Promise<Failure | undefined> => {
    const loginName = valueOf(form, 'loginName').trim();
    const code = valueOf(form, 'captcha').trim();
    try {
      const password = valueOf(form, 'password');
      const step = await signIn({ loginName, password, captchaId: captcha.captchaId, captcha: code || undefined });
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

function fieldOf(code: number): Field | undefined {
  if (code === codes.captchaRequired.code || code === codes.captchaWrong.code) return 'captcha';
  return code === codes.badCredentials.code ? 'password' : undefined;
}
