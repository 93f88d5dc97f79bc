import { Segmented } from 'antd';
import { type ReactNode, useState } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { useMedia } from '../../../platform/ui/hooks.ts';
import { Stack } from '../../../platform/ui/layout.tsx';
import { ViewerPane } from '../viewer-parts.tsx';

interface SidePaneProps {
  close: () => void;
  /** The content of the chosen tab; it calls `chosen` after a choice. */
  children: (shown: 'pages' | 'outline', chosen: () => void) => ReactNode;
}

/** The left pane: page thumbnails, or the outline. */
export function SidePane({ close, children }: SidePaneProps): ReactNode {
  const t = useText('preview.viewer');
  const narrow = useMedia('narrow');
  const [shown, setShown] = useState<'pages' | 'outline'>('pages');
  // A narrow window shows the pane over the page, and closes it after a choice.
  const chosen = (): void => void (narrow && close());
  return (
    <ViewerPane size="small" label={t('pagesAndOutline')}>
      <Stack grow gap={2} pad={2}>
        <Segmented
          block
          size="small"
          aria-label={t('pagesAndOutline')}
          value={shown}
          onChange={setShown}
          options={[
            { value: 'pages', label: t('pages') },
            { value: 'outline', label: t('outline') },
          ]}
        />
        {children(shown, chosen)}
      </Stack>
    </ViewerPane>
  );
}
