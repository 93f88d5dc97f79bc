import type { PDFDocumentProxy } from 'pdfjs-dist';
import { type ReactNode, Suspense, lazy, useEffect, useRef } from 'react';
import { PageThumbnails } from '../pages/page-parts.tsx';
import { SidePane } from '../pages/side-pane.tsx';
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
      {(shown) => <Thumbnail document={document} page={shown} rotation={rotation} />}
    </PageThumbnails>
  );
}

function Thumbnail({ document, page, rotation }: Pick<ThumbnailsProps, 'document' | 'page' | 'rotation'>): ReactNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let stop = (): void => undefined;
    let stopped = false;
    const draw = async (): Promise<void> => {
      const sheet = await document.getPage(page);
      if (stopped || !canvas.current) return;
      const turn = (sheet.rotate + rotation) % 360;
      const life = sheet.getViewport({ scale: 1, rotation: turn });
      const scale = Math.min(width / life.width, height / life.height);
      const sharp = Math.min(2, devicePixelRatio);
      const viewport = sheet.getViewport({ scale: scale * sharp, rotation: turn });
      canvas.current.width = Math.max(1, Math.floor(viewport.width));
      canvas.current.height = Math.max(1, Math.floor(viewport.height));
      canvas.current.style.width = `${life.width * scale}px`;
      const task = sheet.render({ canvas: canvas.current, viewport });
      stop = () => task.cancel();
      await task.promise;
    };
    // A page that cannot be rendered stays blank here; the main view reports it.
    draw().catch(() => undefined);
    return () => {
      stopped = true;
      stop();
    };
  }, [document, page, rotation]);
  return <canvas ref={canvas} width={width} height={height} />;
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
