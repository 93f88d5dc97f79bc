import type { ReactNode } from 'react';
import { PdfOutline } from './pdf-outline.tsx';
import type { PdfSession } from './pdf-session.ts';
import type { PdfState } from './pdf-state.ts';
import { PdfThumbnails } from './pdf-thumbnails.tsx';
import { SidePane } from './side-pane.tsx';

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
          <PdfOutline
            document={document}
            follow={(destination) => {
              session.follow(destination);
              chosen();
            }}
          />
        )
      }
    </SidePane>
  );
}
