import { right } from '@dossier/contract/rights';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { useText } from '../../ground/text.ts';
import type { View } from '../viewer/ask-view.ts';
import { leftAt, type PagePlace, useLeaving } from '../viewer/left-at.ts';
import type { PdfSession } from './pdf-session.ts';
import { closedPdf, type PdfState } from './pdf-state.ts';

export interface Pdf {
  container: RefObject<HTMLDivElement | null>;
  session: PdfSession | undefined;
  state: PdfState;
  mayPrint: boolean;
  mayDownload: boolean;
  /** Begins at the first page, not where it was left. */
  isAtStart: boolean;
}

const empty = { getState: () => closedPdf, getInitialState: () => closedPdf, subscribe: () => () => undefined };

/** Opens the PDF of a view in the container, and opens it again at the same place when the view brings a new address. */
export function usePdf(view: View): Pdf {
  const t = useText('viewer');
  const container = useRef<HTMLDivElement>(null);
  const [left] = useState(() => leftAt(view));
  const place = useRef<PagePlace | undefined>(left);
  const label = useRef(t);
  label.current = t;
  const [session, setSession] = useState<PdfSession>();
  const [loss, setLoss] = useState<unknown>();
  const { streamUrl: url, size } = view;
  useEffect(() => {
    const { current: box } = container;
    if (!box) return;
    const at = place.current;
    let opened: PdfSession | undefined;
    let gone = false;
    const open = async (): Promise<void> => {
      // apart from the window, which is seen sooner than what draws the pages has come
      const { openPdf } = await import('./pdf-session.ts');
      if (gone) return;
      opened = openPdf({ container: box, url, size, labelPage: (page) => label.current('pageN', { n: page }), ...(at && { at }) });
      setSession(opened);
    };
    open().catch(setLoss);
    return () => {
      gone = true;
      const last = opened?.store.getState();
      if (last && last.pages > 0) place.current = last;
      opened?.close();
    };
  }, [url, size]);
  // a piece of the client that did not come is told of as everywhere
  if (loss !== undefined) throw loss;
  const state = useStore(session?.store ?? empty);
  useLeaving(view, state.phase === 'ready', state);
  const [mayPrint, mayDownload] = [(view.rights & right.print) !== 0, (view.rights & right.download) !== 0];
  return { container, session, state, mayPrint, mayDownload, isAtStart: left === undefined };
}
