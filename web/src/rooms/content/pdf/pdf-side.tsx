import { Segmented } from 'antd';
import { type ReactNode, useState } from 'react';
import { useText } from '../../../ground/text.ts';
import { PdfOutline } from './pdf-outline.tsx';
import styles from './pdf.module.css';
import type { PdfSession } from './pdf-session.ts';
import type { PdfState } from './pdf-state.ts';
import { PdfThumbnails } from './pdf-thumbnails.tsx';

interface PdfSideProps {
  session: PdfSession;
  state: PdfState;
  /** Called after a choice where the pane covers the page. */
  close: (() => void) | undefined;
}

/** The left pane: small pages, or the outline of the document. */
export function PdfSide({ session, state, close }: PdfSideProps): ReactNode {
  const t = useText('content');
  const [shown, setShown] = useState<'pages' | 'outline'>('pages');
  if (!state.document) return null;
  return (
    <aside className={styles.side} aria-label={t('pagesAndOutline')}>
      <Segmented
        block
        size="small"
        value={shown}
        onChange={setShown}
        options={[
          { value: 'pages', label: t('pages') },
          { value: 'outline', label: t('outline') },
        ]}
      />
      {shown === 'pages' ? (
        <PdfThumbnails
          document={state.document}
          page={state.page}
          rotation={state.rotation}
          goTo={(page) => {
            session.goTo(page);
            close?.();
          }}
        />
      ) : (
        <PdfOutline
          document={state.document}
          follow={(destination) => {
            session.follow(destination);
            close?.();
          }}
        />
      )}
    </aside>
  );
}
