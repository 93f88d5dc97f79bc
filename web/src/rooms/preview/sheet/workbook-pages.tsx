import { pageLooks } from '@dossier/contract/page-looks';
import type { ReactNode } from 'react';
import { useCall } from '../../../ground/use-call.ts';
import { PagesWindow } from '../../pages/pages-window.tsx';
import type { WindowProps } from '../../viewer/window-props.ts';
import { MadeGate } from '../made-gate.tsx';

interface PagesProps extends WindowProps {
  start: ReactNode;
  /** The name of the sheet that was open. */
  sheet: string | undefined;
}

/** A workbook as the pages that it prints, with its charts and pictures. */
export function WorkbookPages(props: PagesProps): ReactNode {
  return (
    <MadeGate {...props} as="pages">
      <Pages {...props} />
    </MadeGate>
  );
}

/** The outline of the pages names the sheets. */
function Pages({ sheet, ...props }: PagesProps): ReactNode {
  const outline = useCall(pageLooks.outline, { look: props.view.look }, { staleTime: Number.POSITIVE_INFINITY });
  const first = outline.data?.entries.find(({ title }) => title === sheet)?.page;
  return <PagesWindow {...props} first={first} />;
}
