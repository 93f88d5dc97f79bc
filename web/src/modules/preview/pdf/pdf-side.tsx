import type { PDFDocumentProxy } from 'pdfjs-dist';
import { type ReactNode, Suspense, lazy, useCallback, useEffect, useState } from 'react';
import { thumbnailBox } from '../pages/page-layout.ts';
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

/** The thumbnails of a PDF's pages. */
function PdfThumbnails({ session, document, page, rotation, goTo }: ThumbnailsProps): ReactNode {
  const [known, setKnown] = useState(false);
  useEffect(() => {
    let isOpen = true;
    void session.sizesKnown().then(() => isOpen && setKnown(true));
    return () => {
      isOpen = false;
    };
  }, [session]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: these change what the session answers
  const sizeOf = useCallback((shown: number) => session.sizeOf(shown) ?? thumbnailBox, [session, rotation, known]);
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
