import type { PDFDocumentProxy } from 'pdfjs-dist';
import { type ReactNode, Suspense, lazy, useEffect, useState } from 'react';
import { type Size, thumbnailBox } from '../pages/page-layout.ts';
import { PageThumbnails } from '../pages/page-parts.tsx';
import { SidePane } from '../pages/side-pane.tsx';
import { PageDrawing } from './page-drawing.tsx';
import type { PdfSession } from './pdf-session.ts';
import type { PdfState } from './pdf-state.ts';

interface ThumbnailsProps {
  session: PdfSession;
  document: PDFDocumentProxy;
  page: number;
  rotation: number;
  goTo: (page: number) => void;
}

const sizesIn =
  (session: PdfSession) =>
  (page: number): Size =>
    session.sizeOf(page) ?? thumbnailBox;

/** The thumbnails of a PDF's pages. */
function PdfThumbnails({ session, document, page, rotation, goTo }: ThumbnailsProps): ReactNode {
  const [sizeOf, setSizeOf] = useState(() => sizesIn(session));
  useEffect(() => {
    let isOpen = true;
    // by the rotation that the session has now
    const refresh = (): void => {
      if (isOpen) setSizeOf(() => sizesIn(session));
    };
    refresh();
    void session.sizesKnown().then(refresh);
    return () => {
      isOpen = false;
    };
  }, [session, rotation]);
  return (
    <PageThumbnails {...{ page, sizeOf, goTo }} pages={document.numPages} overscan={2}>
      {(shown) => <PageDrawing {...{ document, rotation, ...thumbnailBox }} page={shown} />}
    </PageThumbnails>
  );
}

/** Its tree component is as large as the rest of the window. */
const PdfOutline = lazy(() => import('./pdf-outline.tsx').then((m) => ({ default: m.PdfOutline })));

interface PdfSideProps {
  session: PdfSession;
  state: PdfState;
  close: () => void;
}

/** The left pane of a PDF. */
export function PdfSide({ session, state: { document, page, rotation }, close }: PdfSideProps): ReactNode {
  if (!document) return null;
  return (
    <SidePane close={close}>
      {(shown, chosen) =>
        shown === 'pages' ? (
          <PdfThumbnails
            session={session}
            document={document}
            page={page}
            rotation={rotation}
            goTo={(to) => {
              session.goTo(to);
              chosen();
            }}
          />
        ) : (
          <Suspense>
            <PdfOutline
              document={document}
              follow={(destination) => {
                session.follow(destination);
                chosen();
              }}
            />
          </Suspense>
        )
      }
    </SidePane>
  );
}
