import { MenuOutlined, SearchOutlined } from '@ant-design/icons';
import { right } from '@dossier/contract/core/rights';
import type { Drawing } from '@dossier/contract/preview/drawing-file';
import { type ReactNode, use, useState } from 'react';
import { CallError } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.ts';
import { useDelayed } from '../../../platform/ui/hooks.ts';
import { useHotkeys } from '../../../platform/ui/hotkeys.ts';
import { LazyErrorBox, LazySpinner } from '../../../platform/ui/lazy-theme.tsx';
import { ToolButton } from '../../../platform/ui/tool-button.tsx';
import { DrawingPrint, imageOfScene } from '../drawings/drawing-print.tsx';
import { DrawingTools } from '../drawings/drawing-tools.tsx';
import { DrawingView, type Panes } from '../drawings/drawing-view.tsx';
import { type DrawingModel, useDrawing, useDrawingModel } from '../drawings/use-drawing.ts';
import { ReaderContext } from '../reader.ts';
import type { WindowProps } from '../view-request.ts';
import { PrintButton, usePrintGuard } from '../viewer/printing.tsx';
import { phraseOf } from '../viewer/search-terms.ts';
import { ViewerFrame } from '../viewer/viewer-frame.tsx';
import { Waiting } from '../viewer/viewer-parts.tsx';

/** A drawing, once it is loaded. */
export function DrawingWindow(props: WindowProps): ReactNode {
  const t = useText('preview.viewer');
  const { view, query } = props;
  const drawing = useDrawing(view.look);
  const late = useDelayed(drawing.isLoading);
  usePrintGuard((view.rights & right.print) !== 0, drawing.data !== undefined);
  if (drawing.data) return <OpenedDrawing {...props} drawing={drawing.data} />;
  return (
    <ViewerFrame view={view} currentRev={query.currentRev} page={0}>
      {drawing.error ? (
        <LazyErrorBox error={drawing.error} retry={() => void drawing.refetch()} />
      ) : (
        late && (
          <Waiting>
            <LazySpinner label={t('loading')} />
          </Waiting>
        )
      )}
    </ViewerFrame>
  );
}

function OpenedDrawing({ view, query, drawing }: WindowProps & { drawing: Drawing }): ReactNode {
  const t = useText('preview.viewer');
  const d = useText('preview.drawings');
  const { currentRev, keyword } = query;
  const model = useDrawingModel(drawing, phraseOf(keyword ?? ''));
  const [panes, setAll] = useState<Panes>({ layers: false, find: Boolean(keyword), frames: false });
  const setPanes = (next: Partial<Panes>): void => setAll((before) => ({ ...before, ...next }));
  const printing = useDrawingPrinting(model, { id: view.id, rights: view.rights, currentRev });
  const turnFind = (): void => setPanes({ find: !panes.find });
  const turnLayers = (): void => setPanes({ layers: !panes.layers });
  useHotkeys({ 'mod+f': () => setPanes({ find: true }), l: turnLayers });
  return (
    <ViewerFrame
      view={view}
      currentRev={currentRev}
      start={<ToolButton label={d('layers')} icon={<MenuOutlined />} hotkey="l" on={panes.layers} onClick={turnLayers} />}
      tools={<DrawingTools model={model} panes={panes} setPanes={setPanes} />}
      end={
        <>
          <ToolButton label={t('find')} icon={<SearchOutlined />} hotkey="mod+f" on={panes.find} onClick={turnFind} />
          <PrintButton print={printing.start} />
        </>
      }
    >
      <DrawingView model={model} label={view.name} panes={panes} setPanes={setPanes} />
      {printing.picture && <DrawingPrint picture={printing.picture} title={view.name} done={printing.done} />}
    </ViewerFrame>
  );
}

interface Printed {
  id: string;
  rights: number;
  currentRev: string | undefined;
}

/** Prints the visible part, once the server has logged it. */
function useDrawingPrinting({ scene, sight, size }: DrawingModel, { id, rights, currentRev }: Printed) {
  const reader = use(ReaderContext);
  const [image, setPicture] = useState('');
  const mayPrint = (rights & right.print) !== 0;
  usePrintGuard(mayPrint, image !== '');
  const start = (): void => {
    reader.print({ id, currentRev }).then(
      () => setPicture(imageOfScene(scene, sight, size)),
      (error: unknown) => {
        if (!(error instanceof CallError)) throw error;
      },
    );
  };
  return { start: mayPrint ? start : undefined, picture: image, done: () => setPicture('') };
}
