import { Segmented } from 'antd';
import { type ReactNode, useState } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { lazyThemed } from '../../../platform/ui/lazy-theme.tsx';
import { usePlaceElsewhere } from '../shown-place.ts';
import type { WindowProps } from '../view-request.ts';

/** The editor is large, and the source rarely what is wanted. */
const SourceWindow = lazyThemed(() => import('./source-window.tsx').then((m) => m.SourceWindow));

/** A document that is shown as the page that its source makes, or as its source; a search opens the source, in which hits are marked. */
export function PageOrSource({
  Page,
  ...props
}: WindowProps & { Page: (props: WindowProps & { start: ReactNode }) => ReactNode }): ReactNode {
  const t = useText('preview.viewer');
  const [shown, setShown] = useState<'page' | 'source'>(props.query.keyword ? 'source' : 'page');
  // words are quoted as they stand in the source
  usePlaceElsewhere(shown, ({ kind }) => (kind === 'words' ? 'source' : undefined), setShown);
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
  return shown === 'source' ? <SourceWindow {...props} start={choice} /> : <Page {...props} start={choice} />;
}
