import { type ReactNode, useState } from 'react';
import { useHotkeys } from '../../../ground/hooks/use-hotkeys.ts';
import { useText } from '../../../ground/text.ts';
import { DocumentCard } from '../viewer/document-card.tsx';
import { PrintButton } from '../viewer/print-button.tsx';
import { usePlainPrint } from '../viewer/use-plain-print.ts';
import { ViewerFrame } from '../viewer/viewer-frame.tsx';
import type { WindowProps } from '../viewer/window-props.ts';
import { PictureStage } from './picture-stage.tsx';
import { PictureTools, poseKeys } from './picture-tools.tsx';
import { usePose } from './use-pose.ts';

/** A picture in a window of its own, or its card where the browser cannot draw it. */
export function PictureWindow({ view, query: { currentRev } }: WindowProps): ReactNode {
  const t = useText('preview');
  const control = usePose();
  const [shown, setShown] = useState<'loading' | 'shown' | 'failed'>('loading');
  const print = usePlainPrint({ id: view.id, rights: view.rights, currentRev });
  useHotkeys(poseKeys(control));
  return (
    <ViewerFrame
      view={view}
      currentRev={currentRev}
      tools={shown !== 'failed' && <PictureTools control={control} disabled={shown !== 'shown'} />}
      end={<PrintButton print={print} disabled={shown !== 'shown'} />}
    >
      {shown === 'failed' ? (
        <DocumentCard view={view} currentRev={currentRev} reason={t('pictureFailed')} />
      ) : (
        <PictureStage
          control={control}
          url={view.streamUrl}
          name={view.name}
          onShown={() => setShown('shown')}
          onFailed={() => setShown('failed')}
        />
      )}
    </ViewerFrame>
  );
}
