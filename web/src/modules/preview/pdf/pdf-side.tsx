import type { PDFDocumentProxy } from 'pdfjs-dist';
import { type ReactNode, Suspense, lazy } from 'react';
import { PageThumbnails } from '../pages/page-parts.tsx';
import { SidePane } from '../pages/side-pane.tsx';
import { PageDrawing } from './page-drawing.tsx';
import type { PdfSession } from './pdf-session.ts';
import type { PdfState } from './pdf-state.ts';

interface ThumbnailsProps {
  document: PDFDocumentProxy;
  page: number;
  rotation: number;
  goTo: (page: number) => void;
}

const width = 132;
const height = 172;

/** The thumbnails of a PDF's pages. */
function PdfThumbnails({ document, page, rotation, goTo }: ThumbnailsProps): ReactNode {
  return (
    <PageThumbnails {...{ page, goTo }} pages={document.numPages} overscan={2}>
      {(shown) => <PageDrawing {...{ document, rotation, width, height }} page={shown} />}
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
