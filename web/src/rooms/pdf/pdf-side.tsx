import { lazy, type ReactNode, Suspense } from 'react';
import type { PdfSession } from './pdf-session.ts';
import type { PdfState } from './pdf-state.ts';
import { PdfThumbnails } from './pdf-thumbnails.tsx';
import { SidePane } from './side-pane.tsx';

/** Its tree is as large as all the rest of the window. */
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
