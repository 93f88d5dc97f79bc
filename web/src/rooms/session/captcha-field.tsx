import type { InputHTMLAttributes, ReactNode } from 'react';
import { useText } from '../../ground/text.ts';
import styles from './sign-in.module.css';

interface CaptchaFieldProps {
  image: string;
  field: InputHTMLAttributes<HTMLInputElement>;
  renew: (form: HTMLFormElement) => void;
}

/** The verification picture, the code typed from it, and a way to get another. */
export function CaptchaField({ image, field, renew }: CaptchaFieldProps): ReactNode {
  const t = useText('session');
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
