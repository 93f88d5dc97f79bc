import { right } from '@dossier/contract/rights';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { useText } from '../../ground/text.ts';
import type { View } from '../viewer/ask-view.ts';
import { leftAt, type PagePlace, useLeaving } from '../viewer/left-at.ts';
import { openPdf, type PdfSession } from './pdf-session.ts';
import { closedPdf, type PdfState } from './pdf-state.ts';

export interface Pdf {
  container: RefObject<HTMLDivElement | null>;
  session: PdfSession | undefined;
  state: PdfState;
  mayPrint: boolean;
  mayDownload: boolean;
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
  const { streamUrl: url, size } = view;
  useEffect(() => {
    if (!container.current) return;
    const at = place.current;
    const opened = openPdf({
      container: container.current,
      url,
      size,
      labelPage: (page) => label.current('pageN', { n: page }),
      ...(at && { at }),
    });
    setSession(opened);
    return () => {
      const last = opened.store.getState();
      if (last.pages > 0) place.current = last;
      opened.close();
    };
  }, [url, size]);
  const state = useStore(session?.store ?? empty);
  useLeaving(view, state.phase === 'ready', state);
  return { container, session, state, mayPrint: (view.rights & right.print) !== 0, mayDownload: (view.rights & right.download) !== 0 };
}
