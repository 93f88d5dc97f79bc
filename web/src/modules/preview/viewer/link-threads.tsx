import { CloseOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { Stack } from '../../../platform/ui/layout.tsx';
import { ToolButton } from '../../../platform/ui/tool-button.tsx';
import { PaneHead, ViewerPane } from '../viewer-parts.tsx';
import styles from './viewer.module.css';

/** The pane beside a document in which visitors of a link comment. */
export function LinkThreads({ close, children }: { close: () => void; children: ReactNode }): ReactNode {
  const t = useText('preview.viewer');
  return (
    <ViewerPane size="large" at="end" label={t('comments')}>
      <PaneHead title={t('comments')}>
        <ToolButton label={t('close')} icon={<CloseOutlined />} onClick={close} />
      </PaneHead>
      <Stack grow scroll className={styles.paneBody}>
        {children}
      </Stack>
    </ViewerPane>
  );
}
