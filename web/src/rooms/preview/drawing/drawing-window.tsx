import { MenuOutlined, SearchOutlined } from '@ant-design/icons';
import type { Drawing } from '@dossier/contract/drawing-file';
import { right } from '@dossier/contract/rights';
import { type ReactNode, use, useState } from 'react';
import { CallError } from '../../../ground/call.ts';
import { useDelayed } from '../../../ground/hooks/use-delayed.ts';
import { useHotkeys } from '../../../ground/hooks/use-hotkeys.ts';
import { useText } from '../../../ground/text.ts';
import { ErrorLater, WaitingLater } from '../../../ground/ui/later.ts';
import { ToolButton } from '../../../ground/ui/tool-button.tsx';
import { DrawingPaper, pictureOf } from '../../drawings/drawing-paper.tsx';
import { DrawingTools } from '../../drawings/drawing-tools.tsx';
import { DrawingView, type Panes } from '../../drawings/drawing-view.tsx';
import { useDrawing } from '../../drawings/use-drawing.ts';
import { type DrawingModel, useDrawingModel } from '../../drawings/use-drawing-model.ts';
import { phraseOf } from '../../viewer/search-words.ts';
import sheet from '../sheet/sheet.module.css';
import { PrintButton } from '../../viewer/print-button.tsx';
import { ReaderContext } from '../../viewer/reader.ts';
import { usePrintGuard } from '../../viewer/use-print-guard.ts';
import { ViewerFrame } from '../../viewer/viewer-frame.tsx';
import type { WindowProps } from '../../viewer/window-props.ts';

/** A drawing, as soon as it is there. */
export function DrawingWindow(props: WindowProps): ReactNode {
  const t = useText('viewer');
  const { view, query } = props;
  const drawing = useDrawing(view.look);
  const late = useDelayed(drawing.isLoading);
  usePrintGuard((view.rights & right.print) !== 0, drawing.data !== undefined);
  if (drawing.data) return <OpenedDrawing {...props} drawing={drawing.data} />;
  return (
    <ViewerFrame view={view} currentRev={query.currentRev} page={0}>
      {drawing.error ? (
        <ErrorLater error={drawing.error} retry={() => void drawing.refetch()} />
      ) : (
        late && <WaitingLater className={sheet.waiting} label={t('loading')} />
      )}
    </ViewerFrame>
  );
}

function OpenedDrawing({ view, query, drawing }: WindowProps & { drawing: Drawing }): ReactNode {
  const t = useText('viewer');
  const d = useText('drawings');
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
      {printing.picture && <DrawingPaper picture={printing.picture} title={view.name} done={printing.done} />}
    </ViewerFrame>
  );
}

interface Printed {
  id: string;
  rights: number;
  currentRev: string | undefined;
}

/** Prints what is seen, once the server has noted it. */
function useDrawingPrinting({ scene, sight, size }: DrawingModel, { id, rights, currentRev }: Printed) {
  const reader = use(ReaderContext);
  const [picture, setPicture] = useState('');
  const mayPrint = (rights & right.print) !== 0;
  usePrintGuard(mayPrint, picture !== '');
  const start = (): void => {
    reader.print({ id, currentRev }).then(
      () => setPicture(pictureOf(scene, sight, size)),
      (error: unknown) => {
        if (!(error instanceof CallError)) throw error;
      },
    );
  };
  return { start: mayPrint ? start : undefined, picture, done: () => setPicture('') };
}
