import { Button, Input } from 'antd';
import { type ReactNode, useState } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { Stack, Text } from '../../../platform/ui/layout.tsx';
import type { View } from '../view-request.ts';
import { DocumentCard, ReloadNotice } from '../viewer/document-fallbacks.tsx';
import { ViewerMessage } from '../viewer-parts.tsx';
import type { PdfFailure } from './pdf-state.ts';
import styles from './pdf.module.css';

/** Asks for the password of the PDF itself, which never leaves the browser. */
export function PasswordForm({ wrong, enter }: { wrong: boolean; enter: (password: string) => void }): ReactNode {
  const t = useText('preview.viewer');
  const [password, setPassword] = useState('');
  return (
    <ViewerMessage
      as="form"
      onSubmit={(event) => {
        event.preventDefault();
        if (password !== '') enter(password);
      }}
    >
      <label htmlFor="pdf-password">{t('passwordNeeded')}</label>
      <Input.Password
        id="pdf-password"
        className={styles.password ?? ''}
        autoFocus
        autoComplete="off"
        value={password}
        {...(wrong && { status: 'error' as const, 'aria-describedby': 'pdf-password-wrong' })}
        onChange={({ target }) => setPassword(target.value)}
      />
      {wrong && (
        <Text as="p" tone="danger" id="pdf-password-wrong" role="alert">
          {t('passwordWrong')}
        </Text>
      )}
      <Button type="primary" htmlType="submit">
        {t('open')}
      </Button>
    </ViewerMessage>
  );
}

interface PdfFailureProps {
  failure: PdfFailure;
  view: View;
  currentRev?: string | undefined;
  again: () => void;
}

/** A PDF that could not be rendered: its properties where the file is broken, a retry where the network failed. */
export function PdfFailureBox({ failure, view, currentRev, again }: PdfFailureProps): ReactNode {
  const t = useText('preview.viewer');
  if (failure !== 'broken') return <ReloadNotice reason={t(failure === 'gone' ? 'addressExpired' : 'loadFailed')} again={again} />;
  return (
    <Stack cover scroll sunken role="alert">
      <DocumentCard view={view} currentRev={currentRev} reason={t('pdfBroken')} />
    </Stack>
  );
}
