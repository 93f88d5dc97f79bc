import '../viewer/printing.css';
import {
  BgColorsOutlined,
  BorderOutlined,
  ColumnWidthOutlined,
  CompressOutlined,
  GatewayOutlined,
  MenuOutlined,
  SearchOutlined,
  ZoomInOutlined,
  ZoomOutOutlined,
} from '@ant-design/icons';
import { right } from '@dossier/contract/core/rights';
import type { Drawing } from '@dossier/contract/preview/drawing-file';
import { type ReactNode, use, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { CallError } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.ts';
import { useDelayed } from '../../../platform/ui/hooks.ts';
import { useHotkeys } from '../../../platform/ui/hotkeys.ts';
import { LazyErrorBox, LazySpinner } from '../../../platform/ui/lazy-theme.tsx';
import { ToolButton } from '../../../platform/ui/tool-button.tsx';
import { ReaderContext } from '../reader.ts';
import type { WindowProps } from '../view-request.ts';
import { PrintButton, usePrintGuard } from '../viewer/printing.tsx';
import { phraseOf } from '../viewer/search-terms.ts';
import { ViewerFrame } from '../viewer/viewer-frame.tsx';
import { Waiting } from '../viewer-parts.tsx';
import { DrawingView, type Panes } from './drawing-view.tsx';
import type { Measure } from './measuring.ts';
import { paintScene } from './paint-drawing.ts';
import type { Scene } from './scene.ts';
import { type DrawingModel, useDrawing, useDrawingModel } from './use-drawing.ts';
import type { Size, Viewport } from './viewport.ts';

/** A drawing, once it is loaded. */
export function DrawingWindow(props: WindowProps): ReactNode {
  const t = useText('preview.viewer');
  const { view, query } = props;
  const drawing = useDrawing(view.look);
  const late = useDelayed(drawing.isLoading);
  usePrintGuard((view.rights & right.print) !== 0, drawing.data !== undefined);
  if (drawing.data) return <OpenedDrawing {...props} drawing={drawing.data} />;
  return (
    <ViewerFrame view={view} currentRev={query.currentRev} page={0} isAwaited={!drawing.error}>
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
      marking="point"
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

interface ToolsProps {
  model: DrawingModel;
  panes: Panes;
  setPanes: (panes: Partial<Panes>) => void;
}

const measureTools: { measure: Measure; label: 'distance' | 'area' | 'angleTool'; hotkey: string; icon: ReactNode }[] = [
  { measure: 'distance', label: 'distance', hotkey: 'd', icon: <ColumnWidthOutlined /> },
  { measure: 'area', label: 'area', hotkey: 'a', icon: <GatewayOutlined /> },
  { measure: 'angle', label: 'angleTool', hotkey: 'g', icon: <AngleSign /> },
];

/** Zoom, measurements, background. */
function DrawingTools({ model, panes, setPanes }: ToolsProps): ReactNode {
  const t = useText('preview.drawings');
  const { ground, measure } = model;
  const turn = (next: Measure) => (): void => model.setMeasure(measure === next ? undefined : next);
  const frame = (): void => setPanes({ frames: !panes.frames });
  const flip = (): void => model.setGround(ground === 'dark' ? 'light' : 'dark');
  useHotkeys({
    '0': model.fit,
    z: frame,
    b: flip,
    d: turn('distance'),
    a: turn('area'),
    g: turn('angle'),
  });
  return (
    <>
      <ToolButton label={t('zoomOut')} icon={<ZoomOutOutlined />} hotkey="-" onClick={() => model.zoomBy(0.8)} />
      <ToolButton label={t('zoomIn')} icon={<ZoomInOutlined />} hotkey="+" onClick={() => model.zoomBy(1.25)} />
      <ToolButton label={t('fit')} icon={<CompressOutlined />} hotkey="0" onClick={model.fit} />
      <ToolButton label={t('frame')} icon={<BorderOutlined />} hotkey="z" on={panes.frames} onClick={frame} />
      {measureTools.map((tool) => (
        <ToolButton
          key={tool.measure}
          label={t(tool.label)}
          icon={tool.icon}
          hotkey={tool.hotkey}
          on={measure === tool.measure}
          onClick={turn(tool.measure)}
        />
      ))}
      <ToolButton label={t('darkGround')} icon={<BgColorsOutlined />} hotkey="b" on={ground === 'dark'} onClick={flip} />
    </>
  );
}

/** Icon for an angle, missing in the icon set. */
function AngleSign(): ReactNode {
  return (
    <svg viewBox="0 0 16 16" width="1em" height="1em" fill="none" stroke="currentColor" strokeWidth="1.4" aria-hidden="true">
      <path d="M14 13.5H2L11 3M9.5 13.5a6 6 0 0 0-2.4-5.6" />
    </svg>
  );
}

/** The longer side of the printed image, in pixels. */
const longer = 3600;

/** The visible part of a drawing, on white. */
function imageOfScene(scene: Scene, sight: Viewport, size: Size): string {
  const density = longer / Math.max(size.width, size.height, 1);
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: Math.round(size.width * density), height: Math.round(size.height * density) });
  const context = canvas.getContext('2d', { alpha: false });
  if (context === null) return '';
  for (const _ of paintScene(context, { ...scene, ground: 'light' }, { sight, ...size, density })) continue;
  return canvas.toDataURL('image/png');
}

interface PrintProps {
  picture: string;
  title: string;
  done: () => void;
}

/** The printed page: the visible part of the drawing, without the window. */
function DrawingPrint({ picture: image, title, done }: PrintProps): ReactNode {
  useEffect(() => {
    addEventListener('afterprint', done, { once: true });
    return () => removeEventListener('afterprint', done);
  }, [done]);
  return createPortal(
    <figure data-print-paper="drawing">
      <img src={image} alt={title} onLoad={() => window.print()} />
      <figcaption>{title}</figcaption>
    </figure>,
    document.body,
  );
}
