import type { ReactNode } from 'react';
import { Card, Stack } from '../../../platform/ui/layout.tsx';
import type { WindowProps } from '../view-request.ts';
import { ViewerFrame } from '../viewer/viewer-frame.tsx';
import { AudioPanel } from './audio-player.tsx';
import styles from './media.module.css';

/** The audio player in a window of its own. */
export function AudioWindow({ view, query: { currentRev }, again }: WindowProps): ReactNode {
  return (
    <ViewerFrame view={view} currentRev={currentRev}>
      <Stack grow sunken align="center" justify="center">
        <Card pad={0} className={styles.box}>
          <AudioPanel name={view.name} url={view.streamUrl} look={view.look} again={again} />
        </Card>
      </Stack>
    </ViewerFrame>
  );
}
