import { isOffice, isPlayed } from '@dossier/contract/file-types';
import { right } from '@dossier/contract/rights';
import type { ReactNode } from 'react';
import { useText } from '../../ground/text.ts';
import { DocumentCard } from '../viewer/document-card.tsx';
import { usePrintGuard } from '../viewer/use-print-guard.ts';
import { ViewerFrame } from '../viewer/viewer-frame.tsx';
import type { WindowProps } from '../viewer/window-props.ts';

/** A document of a kind that has no viewer: its card. */
export function CardWindow({ view, query: { currentRev } }: WindowProps): ReactNode {
  const t = useText('viewer');
  usePrintGuard((view.rights & right.print) !== 0);
  return (
    <ViewerFrame view={view} currentRev={currentRev}>
      <DocumentCard
        view={view}
        currentRev={currentRev}
        {...((isOffice(view.ext) || isPlayed(view.ext)) && { reason: t('failNoEngine') })}
      />
    </ViewerFrame>
  );
}
