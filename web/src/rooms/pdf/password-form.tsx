import { Button, Input } from 'antd';
import { type ReactNode, useState } from 'react';
import { useText } from '../../ground/text.ts';
import styles from './pdf.module.css';

/** Asks for the password that the PDF itself was locked with; it never leaves the browser. */
export function PasswordForm({ wrong, enter }: { wrong: boolean; enter: (password: string) => void }): ReactNode {
  const t = useText('viewer');
  const [password, setPassword] = useState('');
  return (
    <form
      className={styles.notice}
      onSubmit={(event) => {
        event.preventDefault();
        if (password !== '') enter(password);
      }}
    >
      <label htmlFor="pdf-password">{t('passwordNeeded')}</label>
      <Input.Password
        id="pdf-password"
        autoFocus
        autoComplete="off"
        value={password}
        {...(wrong && { status: 'error' as const, 'aria-describedby': 'pdf-password-wrong' })}
        onChange={({ target }) => setPassword(target.value)}
      />
      {wrong && (
        <p id="pdf-password-wrong" role="alert" className={styles.wrong}>
          {t('passwordWrong')}
        </p>
      )}
      <Button type="primary" htmlType="submit">
        {t('open')}
      </Button>
    </form>
  );
}
