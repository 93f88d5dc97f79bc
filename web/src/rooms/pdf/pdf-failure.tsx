import type { ReactNode } from 'react';
import { useText } from '../../ground/text.ts';
import { DocumentCard } from '../viewer/document-card.tsx';
import { ReloadNotice } from '../viewer/reload-notice.tsx';
import type { View } from '../viewer/ask-view.ts';
import styles from './pdf.module.css';
import type { PdfFailure } from './pdf-state.ts';

interface PdfFailureProps {
  failure: PdfFailure;
  view: View;
  currentRev?: string | undefined;
  again: () => Promise<boolean>;
}

/** A PDF that could not be drawn: its card where the file is broken, a new try where the way to it was. */
export function PdfFailureBox({ failure, view, currentRev, again }: PdfFailureProps): ReactNode {
  const t = useText('viewer');
  if (failure !== 'broken')
    return <ReloadNotice reason={t(failure === 'gone' ? 'addressExpired' : 'loadFailed')} again={() => void again()} />;
  return (
    <div className={styles.failure} role="alert">
      <DocumentCard view={view} currentRev={currentRev} reason={t('pdfBroken')} />
    </div>
  );
}
