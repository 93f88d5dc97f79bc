import { right } from '@dossier/contract/core/rights';
import type { ReactNode } from 'react';
import type { WindowProps } from '../view-request.ts';
import { usePrintGuard } from '../viewer/printing.tsx';
import { ViewerFrame } from '../viewer/viewer-frame.tsx';
import { DocumentFrame } from '../viewer-parts.tsx';
import { PageOrSource } from './page-or-source.tsx';

/** An uploaded HTML page: in a sandboxed frame of opaque origin without scripts, or as source. */
export function HtmlWindow(props: WindowProps): ReactNode {
  // Only its source can be printed, by the button there.
  usePrintGuard((props.view.rights & right.print) !== 0, false);
  return <PageOrSource {...props} Page={Page} />;
}

function Page({ view, query, start }: WindowProps & { start: ReactNode }): ReactNode {
  return (
    <ViewerFrame view={view} currentRev={query.currentRev} start={start}>
      <DocumentFrame title={view.name} src={view.streamUrl} sandbox="" />
    </ViewerFrame>
  );
}
