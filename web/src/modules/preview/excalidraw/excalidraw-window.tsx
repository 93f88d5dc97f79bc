import { type ReactNode, useEffect, useState } from 'react';
import { isReachable, readBytes } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.ts';
import { useHotkeys } from '../../../platform/ui/hotkeys.ts';
import { Spinner } from '../../../platform/ui/spinner.tsx';
import { drawScene, readScene } from '../draw-excalidraw.ts';
import { ImageStage, ImageTools, transformKeys, useImageTransform } from '../images/image-stage.tsx';
import { MarkLayer } from '../marks/comment-marks.tsx';
import { useShownPlace } from '../shown-place.ts';
import type { WindowProps } from '../view-request.ts';
import { Waiting } from '../viewer-parts.tsx';
import { loadPicture, PrintButton, usePrintJob } from '../viewer/printing.tsx';
import { CardInstead, NoticeInstead, ViewerFrame } from '../viewer/viewer-frame.tsx';
import { useNumberedThreads } from '../placed-threads.ts';

/** Bytes of a drawing that is shown. */
const maxSize = 64 << 20;

/** The address of a drawing as a picture; it lasts as long as the page, unless it is revoked. */
async function pictureOf(url: string, signal: AbortSignal): Promise<string> {
  const file = await readBytes(url, signal);
  if (file.size > maxSize) throw new Error('too large');
  return URL.createObjectURL(await drawScene(readScene(await file.text())));
}

/** An A4 page in points. */
const [short, long] = [595, 842];

/** The picture of the drawing at an address. */
function useDrawnScene(streamUrl: string) {
  const [url, setUrl] = useState<string>();
  const [state, setState] = useState<'loading' | 'shown' | 'failed' | 'lost'>('loading');
  useEffect(() => {
    const leaving = new AbortController();
    let made: string | undefined;
    pictureOf(streamUrl, leaving.signal).then(
      (address) => {
        made = address;
        if (leaving.signal.aborted) URL.revokeObjectURL(address);
        else setUrl(address);
      },
      () => {
        if (leaving.signal.aborted) return;
        void isReachable(streamUrl).then((reached) => setState(reached ? 'failed' : 'lost'));
      },
    );
    return () => {
      leaving.abort();
      setUrl(undefined);
      if (made !== undefined) URL.revokeObjectURL(made);
    };
  }, [streamUrl]);
  return { url, state, setState };
}

/** A drawing of Excalidraw as a picture: shown as an image, nothing in it can run, load or lead anywhere. */
export function ExcalidrawWindow({ view, query: { currentRev }, again }: WindowProps): ReactNode {
  const t = useText('preview.viewer');
  const control = useImageTransform();
  const { url, state, setState } = useDrawnScene(view.streamUrl);
  const printing = usePrintJob({ view, currentRev }, async ({ streamUrl: printed, signal, add }) => {
    const address = await pictureOf(printed, signal);
    const { naturalWidth, naturalHeight } = await loadPicture(address);
    add({ url: address, ...(naturalWidth > naturalHeight ? { width: long, height: short } : { width: short, height: long }) });
  });
  const threads = useNumberedThreads();
  useShownPlace({ isReady: state === 'shown', goTo: control.fit });
  useHotkeys(transformKeys(control));
  const isVisible = state === 'loading' || state === 'shown';
  return (
    <ViewerFrame
      view={view}
      currentRev={currentRev}
      isAwaited={state === 'loading'}
      tools={isVisible && <ImageTools control={control} disabled={state !== 'shown'} />}
      marking={state === 'shown' && 'point'}
      end={<PrintButton print={printing.start} disabled={state !== 'shown' || printing.done !== undefined} />}
    >
      {printing.paper}
      {state === 'lost' && (
        <NoticeInstead reason={t('loadFailed')} again={() => void again().then((came) => came && setState('loading'))} />
      )}
      {state === 'failed' && <CardInstead view={view} currentRev={currentRev} reason={t('drawingFailed')} />}
      {isVisible && (
        <ImageStage
          control={control}
          url={url}
          name={view.name}
          marks={<MarkLayer page={1} threads={threads} pose={control.pose} points />}
          onShown={() => setState('shown')}
          onFailed={() => setState('failed')}
        >
          {url === undefined && (
            <Waiting>
              <Spinner label={t('loading')} delay={300} />
            </Waiting>
          )}
        </ImageStage>
      )}
    </ViewerFrame>
  );
}
