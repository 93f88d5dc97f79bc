import { MenuUnfoldOutlined, SearchOutlined } from '@ant-design/icons';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useText } from '../../ground/text.ts';
import { phraseOf } from '../viewer/search-words.ts';
import { PrintButton } from '../viewer/print-button.tsx';
import { dressedLater } from '../../ground/ui/dress.tsx';
import { ToolButton } from '../../ground/ui/tool-button.tsx';
import { ViewerFrame } from '../viewer/viewer-frame.tsx';
import { usePane } from '../viewer/viewer-prefs.ts';
import type { WindowProps } from '../viewer/window-props.ts';
import styles from './pdf.module.css';
import './pdf-pages.css';
import './pdf-text-layer.css';
import './pdf-annotations.css';
import type { View } from '../viewer/ask-view.ts';
import { FindBar } from './find-bar.tsx';
import { PdfFront } from './pdf-front.tsx';
import { PdfTools } from './pdf-tools.tsx';
import { PrintProgress } from './print-progress.tsx';
import { type Pdf, usePdf } from './use-pdf.ts';
import { usePageKeys } from './use-page-keys.ts';
import { usePrinting } from './use-printing.ts';

/** What few need at once, with the large parts of the toolkit that these stand on. */
const PasswordForm = dressedLater(() => import('./password-form.tsx').then((m) => m.PasswordForm));
const PdfFailureBox = dressedLater(() => import('./pdf-failure.tsx').then((m) => m.PdfFailureBox));
const PdfSide = dressedLater(() => import('./pdf-side.tsx').then((m) => m.PdfSide));

/** A PDF with its tools, its pages and outline at the left, and the search over it. */
export function PdfWindow({ view, query, again }: WindowProps): ReactNode {
  const t = useText('viewer');
  const pdf = usePdf(view);
  const { session, state, mayPrint } = pdf;
  const [side, setSide] = usePane('side');
  const [finding, setFinding] = useState(query.keyword !== undefined);
  const printing = usePrinting({ view, currentRev: query.currentRev, document: state.document });
  useFirstFinding(pdf, query.keyword);
  usePageKeys(session, state, setFinding);
  const isOff = state.phase === 'failed';
  const print = <PrintButton print={mayPrint && !isOff ? printing.start : undefined} disabled={state.phase !== 'ready'} />;
  const find = !isOff && (
    <ToolButton label={t('find')} icon={<SearchOutlined />} hotkey="mod+f" on={finding} onClick={() => setFinding(!finding)} />
  );
  return (
    <ViewerFrame
      view={view}
      currentRev={query.currentRev}
      page={state.phase === 'ready' ? state.page : 0}
      start={!isOff && <ToolButton label={t('pagesAndOutline')} icon={<MenuUnfoldOutlined />} on={side} onClick={() => setSide(!side)} />}
      tools={!isOff && <PdfTools session={session} state={state} />}
      end={
        <>
          {find}
          {print}
        </>
      }
      side={side && session && <PdfSide state={state} session={session} close={() => setSide(false)} />}
    >
      {finding && session && (
        <FindBar session={session} state={state} start={phraseOf(query.keyword ?? '')} close={() => setFinding(false)} />
      )}
      <PdfStage pdf={pdf} name={view.name} front={pdf.isAtStart ? view.front : undefined}>
        <PdfFailureBox failure={state.failure ?? 'broken'} view={view} currentRev={query.currentRev} again={again} />
      </PdfStage>
      <PrintProgress printing={printing} pages={state.pages} />
    </ViewerFrame>
  );
}

interface StageProps {
  pdf: Pdf;
  name: string;
  front: View['front'];
  children: ReactNode;
}

/** The pages, and what lies over them while there are none; `children` is for a document that cannot be shown. */
function PdfStage({ pdf, name, front, children }: StageProps): ReactNode {
  const { phase, progress, wrongPassword, drawn, page } = pdf.state;
  const isElse = phase === 'password' || phase === 'failed';
  return (
    <>
      <div className={styles.container} ref={pdf.container} tabIndex={0} role="region" aria-label={name}>
        <div className="pdfViewer" />
        {front && <PdfFront front={front} over={drawn === true || page > 1 || isElse} />}
      </div>
      {phase === 'opening' && <Opening progress={progress} />}
      {phase === 'password' && pdf.session && <PasswordForm wrong={wrongPassword ?? false} enter={pdf.session.enterPassword} />}
      {phase === 'failed' && children}
    </>
  );
}

/** Searches for the word in the address, once, when the document stands. */
function useFirstFinding({ session, state }: Pdf, keyword: string | undefined): void {
  const asked = useRef(false);
  useEffect(() => {
    if (state.phase !== 'ready' || !session || !keyword || asked.current) return;
    asked.current = true;
    session.find(phraseOf(keyword));
  }, [state.phase, session, keyword]);
}

function Opening({ progress }: { progress: number | undefined }): ReactNode {
  const t = useText('viewer');
  return (
    <div className={styles.opening} role="status" aria-label={t('loading')}>
      <div className={styles.read} style={{ width: `${Math.round((progress ?? 0.05) * 100)}%` }} />
    </div>
  );
}
