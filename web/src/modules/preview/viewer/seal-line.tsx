import { previewByToken } from '@dossier/contract/preview/preview-token';
import type { ReactNode } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { useCall } from '../../../platform/query.ts';
import { NoticeLine } from '../viewer-parts.tsx';

/** Says that the pages show an electronic seal, and that nobody has verified it. */
export function SealLine({ look }: { look: string }): ReactNode {
  const t = useText('preview.viewer');
  const state = useCall(previewByToken.state, { look, wait: true });
  return (
    state.data?.sealed === true && (
      <NoticeLine justify="center" role="note">
        <span>{t('sealed')}</span>
      </NoticeLine>
    )
  );
}
