import { type ReactNode, useEffect } from 'react';
import { notice } from '../../ground/notice.ts';
import { useText } from '../../ground/text.ts';
import { type Failure, PlainForm } from '../session/plain-form.tsx';
import { useCountdown } from './use-countdown.ts';
import doorStyles from './door.module.css';
import styles from './visits.module.css';

const resendAfter = 60;

interface CodeStepProps {
  open: (code: string) => Promise<Failure | undefined>;
  resend: () => Promise<Failure | undefined>;
  back: () => void;
}

/** The code from the letter, typed or pasted; another one can be had after a minute. */
export function CodeStep({ open, resend, back }: CodeStepProps): ReactNode {
  const t = useText('visits');
  const [left, wait] = useCountdown();
  // The letter has just left.
  useEffect(() => wait(resendAfter), [wait]);
  const again = async (): Promise<void> => {
    wait(resendAfter);
    const failure = await resend();
    if (failure) notice.error(failure.text);
    else notice.success(t('codeSent'));
  };
  const send = async ({ code = '' }: Record<string, string>): Promise<Failure | undefined> =>
    code.trim() === '' ? { text: t('codeMissing'), field: 'code' } : open(code.trim());
  return (
    <PlainForm
      key="code"
      ok={t('openLink')}
      send={send}
      below={
        <div className={doorStyles.codeWays}>
          <button type="button" className={styles.plain} disabled={left > 0} onClick={() => void again()}>
            {left > 0 ? t('resendIn', { n: left }) : t('resend')}
          </button>
          <button type="button" className={styles.plain} onClick={back}>
            {t('otherMail')}
          </button>
        </div>
      }
    >
      {(field) => (
        <label className={doorStyles.label}>
          {t('code')}
          <input {...field('code')} inputMode="numeric" autoComplete="one-time-code" maxLength={12} autoFocus />
        </label>
      )}
    </PlainForm>
  );
}
