import { pagesByToken } from '@dossier/contract/preview/pages';
import type { ReactNode } from 'react';
import { useCall } from '../../../platform/query.ts';
import { PagesWindow } from '../pages/pages-window.tsx';
import type { WindowProps } from '../view-request.ts';
import { RenditionGate } from '../viewer/rendition-gate.tsx';

interface PagesProps extends WindowProps {
  start: ReactNode;
  /** The name of the open worksheet. */
  sheet: string | undefined;
}

/** A workbook as printed pages, with charts and images. */
export function WorkbookPages(props: PagesProps): ReactNode {
  return (
    <RenditionGate {...props} as="pages">
      <Pages {...props} />
    </RenditionGate>
  );
}

/** The outline of the pages has the names of the worksheets. */
function Pages({ sheet, ...props }: PagesProps): ReactNode {
  const outline = useCall(pagesByToken.outline, { look: props.view.look }, { staleTime: Number.POSITIVE_INFINITY });
  const first = outline.data?.entries.find(({ title }) => title === sheet)?.page;
  return <PagesWindow {...props} first={first} />;
}
