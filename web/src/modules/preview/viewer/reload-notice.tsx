import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { Text } from '../../../platform/ui/layout.tsx';
import { ViewerMessage } from './viewer-parts.tsx';

/** Shown in place of a document that failed to load: the reason, and a retry. */
export function ReloadNotice({ reason, again }: { reason: string; again: () => void }): ReactNode {
  const t = useText('preview.viewer');
  return (
    <ViewerMessage role="alert">
      <Text as="p">{reason}</Text>
      <Button type="primary" onClick={again}>
        {t('reload')}
      </Button>
    </ViewerMessage>
  );
}
