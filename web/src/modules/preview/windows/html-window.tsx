import { right } from '@dossier/contract/core/rights';
import { Segmented } from 'antd';
import { type ReactNode, useState } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { lazyThemed } from '../../../platform/ui/lazy-theme.tsx';
import type { WindowProps } from '../view-request.ts';
import { usePrintGuard } from '../viewer/printing.tsx';
import { ViewerFrame } from '../viewer/viewer-frame.tsx';
import { DocumentFrame } from '../viewer/viewer-parts.tsx';

/** The editor is large, and the source rarely what is wanted. */
const SourceWindow = lazyThemed(() => import('./source-window.tsx').then((m) => m.SourceWindow));

/** An uploaded HTML page: in a sandboxed frame of opaque origin without scripts, or as source. */
export function HtmlWindow(props: WindowProps): ReactNode {
  const t = useText('preview.viewer');
  const { view, query } = props;
  const [shown, setShown] = useState<'page' | 'source'>(query.keyword ? 'source' : 'page');
  // Only its source can be printed, by the button there.
  usePrintGuard((view.rights & right.print) !== 0, false);
  const choice = (
    <Segmented
      size="small"
      aria-label={t('showAs')}
      value={shown}
      onChange={setShown}
      options={[
        { value: 'page', label: t('asPage') },
        { value: 'source', label: t('asSource') },
      ]}
    />
  );
  if (shown === 'source') return <SourceWindow {...props} start={choice} />;
  return (
    <ViewerFrame view={view} currentRev={query.currentRev} start={choice}>
      <DocumentFrame title={view.name} src={view.streamUrl} sandbox="" />
    </ViewerFrame>
  );
}
