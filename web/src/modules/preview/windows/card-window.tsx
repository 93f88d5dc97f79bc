import { isOffice, isPlayed } from '@dossier/contract/core/file-types';
import { right } from '@dossier/contract/core/rights';
import type { ReactNode } from 'react';
import { useText } from '../../../platform/i18n.ts';
import type { WindowProps } from '../view-request.ts';
import { DocumentCard } from '../viewer/document-fallbacks.tsx';
import { usePrintGuard } from '../viewer/printing.tsx';
import { ViewerFrame } from '../viewer/viewer-frame.tsx';

/** A document without a viewer: its properties. */
export function CardWindow({ view, query: { currentRev } }: WindowProps): ReactNode {
  const t = useText('preview.viewer');
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
