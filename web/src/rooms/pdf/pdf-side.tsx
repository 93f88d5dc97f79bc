import { Segmented } from 'antd';
import { type ReactNode, useState } from 'react';
import { useMedia } from '../../ground/hooks/use-media.ts';
import { useText } from '../../ground/text.ts';
import { PdfOutline } from './pdf-outline.tsx';
import styles from './pdf.module.css';
import type { PdfSession } from './pdf-session.ts';
import type { PdfState } from './pdf-state.ts';
import { PdfThumbnails } from './pdf-thumbnails.tsx';

interface PdfSideProps {
  session: PdfSession;
  state: PdfState;
  close: () => void;
}

/** The left pane: small pages, or the outline of the document. */
export function PdfSide({ session, state, close }: PdfSideProps): ReactNode {
  const t = useText('viewer');
  const narrow = useMedia('narrow');
  const [shown, setShown] = useState<'pages' | 'outline'>('pages');
  if (!state.document) return null;
  // A narrow window has the pane over the page, where it goes away after a choice.
  const chosen = (): void => void (narrow && close());
  return (
    <aside className={styles.side} aria-label={t('pagesAndOutline')}>
      <Segmented
        block
        size="small"
        aria-label={t('pagesAndOutline')}
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
            chosen();
          }}
        />
      ) : (
        <PdfOutline
          document={state.document}
          follow={(destination) => {
            session.follow(destination);
            chosen();
          }}
        />
      )}
    </aside>
  );
}
