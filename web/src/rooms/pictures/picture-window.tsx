import { type ReactNode, useState } from 'react';
import { canReach } from '../../ground/call.ts';
import { useHotkeys } from '../../ground/hooks/use-hotkeys.ts';
import { useText } from '../../ground/text.ts';
import { CardInstead, NoticeInstead } from '../viewer/not-shown.ts';
import { PrintButton } from '../viewer/print-button.tsx';
import { ViewerFrame } from '../viewer/viewer-frame.tsx';
import type { WindowProps } from '../viewer/window-props.ts';
import { PictureStage } from './picture-stage.tsx';
import { PictureTools, poseKeys } from './picture-tools.tsx';
import { usePicturePrinting } from './use-picture-printing.ts';
import { usePose } from './use-pose.ts';

/** A picture in a window of its own, or its card where the browser cannot draw it. */
export function PictureWindow({ view, query: { currentRev }, again }: WindowProps): ReactNode {
  const t = useText('viewer');
  const control = usePose();
  const [shown, setShown] = useState<'loading' | 'shown' | 'failed' | 'lost'>('loading');
  const printing = usePicturePrinting({ view, currentRev });
  useHotkeys(poseKeys(control));
  const stands = shown === 'loading' || shown === 'shown';
  return (
    <ViewerFrame
      view={view}
      currentRev={currentRev}
      tools={stands && <PictureTools control={control} disabled={shown !== 'shown'} />}
      end={<PrintButton print={printing.start} disabled={shown !== 'shown' || printing.done !== undefined} />}
    >
      {printing.paper}
      {shown === 'lost' && (
        <NoticeInstead reason={t('loadFailed')} again={() => void again().then((came) => came && setShown('loading'))} />
      )}
      {shown === 'failed' && <CardInstead view={view} currentRev={currentRev} reason={t('pictureFailed')} />}
      {stands && (
        <PictureStage
          control={control}
          url={view.streamUrl}
          name={view.name}
          onShown={() => setShown('shown')}
          onFailed={() => void canReach(view.streamUrl).then((reached) => setShown(reached ? 'failed' : 'lost'))}
        />
      )}
    </ViewerFrame>
  );
}
