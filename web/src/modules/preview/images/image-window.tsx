import { type ReactNode, useState } from 'react';
import { isReachable } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.ts';
import { useHotkeys } from '../../../platform/ui/hotkeys.ts';
import { MarkLayer } from '../marks/comment-marks.tsx';
import { useShownPlace } from '../shown-place.ts';
import type { WindowProps } from '../view-request.ts';
import { PrintButton } from '../viewer/printing.tsx';
import { CardInstead, NoticeInstead, ViewerFrame } from '../viewer/viewer-frame.tsx';
import { useNumberedThreads } from '../placed-threads.ts';
import { ImageStage, ImageTools, transformKeys, useImagePrinting, useImageTransform } from './image-stage.tsx';

/** An image in a window of its own, or its properties where the browser cannot decode it. */
export function ImageWindow({ view, query: { currentRev }, again }: WindowProps): ReactNode {
  const t = useText('preview.viewer');
  const control = useImageTransform();
  const [shown, setShown] = useState<'loading' | 'shown' | 'failed' | 'lost'>('loading');
  const printing = useImagePrinting({ view, currentRev });
  const threads = useNumberedThreads();
  useShownPlace({ isReady: shown === 'shown', goTo: control.fit });
  useHotkeys(transformKeys(control));
  const isVisible = shown === 'loading' || shown === 'shown';
  return (
    <ViewerFrame
      view={view}
      currentRev={currentRev}
      isAwaited={shown === 'loading'}
      tools={isVisible && <ImageTools control={control} disabled={shown !== 'shown'} />}
      marking={shown === 'shown' && 'area'}
      end={<PrintButton print={printing.start} disabled={shown !== 'shown' || printing.done !== undefined} />}
    >
      {printing.paper}
      {shown === 'lost' && (
        <NoticeInstead reason={t('loadFailed')} again={() => void again().then((came) => came && setShown('loading'))} />
      )}
      {shown === 'failed' && <CardInstead view={view} currentRev={currentRev} reason={t('pictureFailed')} />}
      {isVisible && (
        <ImageStage
          control={control}
          url={view.streamUrl}
          name={view.name}
          marks={<MarkLayer page={1} threads={threads} pose={control.pose} />}
          onShown={() => setShown('shown')}
          onFailed={() => void isReachable(view.streamUrl).then((reached) => setShown(reached ? 'failed' : 'lost'))}
        />
      )}
    </ViewerFrame>
  );
}
