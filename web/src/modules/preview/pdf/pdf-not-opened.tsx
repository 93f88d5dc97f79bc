import { Button, Input } from 'antd';
import { type ReactNode, useState } from 'react';
import { useText } from '../../../platform/i18n.ts';
import type { View } from '../view-request.ts';
import { DocumentCard } from '../viewer/document-card.tsx';
import { ReloadNotice } from '../viewer/reload-notice.tsx';
import type { PdfFailure } from './pdf-state.ts';
import styles from './pdf.module.css';

/** Asks for the password of the PDF itself, which never leaves the browser. */
export function PasswordForm({ wrong, enter }: { wrong: boolean; enter: (password: string) => void }): ReactNode {
  const t = useText('preview.viewer');
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

interface PdfFailureProps {
  failure: PdfFailure;
  view: View;
  currentRev?: string | undefined;
  again: () => Promise<boolean>;
}

/** A PDF that could not be rendered: its properties where the file is broken, a retry where the network failed. */
export function PdfFailureBox({ failure, view, currentRev, again }: PdfFailureProps): ReactNode {
  const t = useText('preview.viewer');
  if (failure !== 'broken')
    return <ReloadNotice reason={t(failure === 'gone' ? 'addressExpired' : 'loadFailed')} again={() => void again()} />;
  return (
    <div className={styles.failure} role="alert">
      <DocumentCard view={view} currentRev={currentRev} reason={t('pdfBroken')} />
    </div>
  );
}
