import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../../ground/text.ts';
import { DocumentCard } from '../viewer/document-card.tsx';
import type { View } from '../viewer/use-view.ts';
import styles from './pdf.module.css';
import type { PdfFailure } from './pdf-state.ts';

interface PdfFailureProps {
  failure: PdfFailure;
  view: View;
  currentRev?: string;
  again: () => void;
}

/** A PDF that could not be drawn: its card where the file is broken, a new try where the way to it was. */
export function PdfFailureBox({ failure, view, currentRev, again }: PdfFailureProps): ReactNode {
  const t = useText('preview');
  return (
    <div className={styles.failure} role="alert">
      {failure === 'broken' ? (
        <DocumentCard view={view} {...(currentRev && { currentRev })} reason={t('pdfBroken')} />
      ) : (
        <div className={styles.notice}>
          <p>{failure === 'gone' ? t('addressExpired') : t('loadFailed')}</p>
          <Button type="primary" onClick={again}>
            {t('reload')}
          </Button>
        </div>
      )}
    </div>
  );
}
