import type { Box } from '@dossier/contract/preview/drawing-rendering';
import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { Row, Stack } from '../../../platform/ui/layout.tsx';
import { PanStage, ViewerLine } from '../viewer-parts.tsx';
import { DrawingStatus, FindInDrawing, LayersPane, SpaceTabs } from './drawing-panes.tsx';
import styles from './drawing-view.module.css';
import { type SnapPoint, snapPointNear } from './measuring.ts';
import { Painter } from './painter.ts';
import { PointMarks, usePointComments } from './point-comments.tsx';
import type { Scene } from './scene.ts';
import type { DrawingModel } from './use-drawing.ts';
import { type Frame, type Point, type Size, type Viewport, fitTo, movedBy, toPixels, toPlan, usePanZoom } from './viewport.ts';

interface OverlayProps {
  model: DrawingModel;
  frame: Frame | undefined;
  hold: SnapPoint | undefined;
  /** In plan coordinates. */
  pointer: Point | undefined;
}

/** The overlay of a drawing: search hits, a measurement, a selection frame. */
function DrawingOverlay({ model, frame, hold, pointer }: OverlayProps): ReactNode {
  const { sight, size, hits, hitAt, place, measure, points, isDone } = model;
  const at = (point: Point): Point => toPixels(sight, size, point);
  const open = measure && !isDone && (hold?.at ?? pointer);
  const line = [...points, ...(open && points.length > 0 ? [open] : [])].map(at);
  const snapped = hold && at(hold.at);
  return (
    <svg className={styles.over} width={size.width} height={size.height} aria-hidden="true">
      {hits.map(
        (hit, n) => hit.space === place && <rect key={n} {...rectOf(hit.box, at)} className={n === hitAt ? styles.hitNow : styles.hit} />,
      )}
      {measure === 'area' && line.length > 2 && <polygon points={line.join(' ')} className={styles.measured} />}
      {line.length > 1 && <polyline points={line.join(' ')} className={styles.measure} />}
      {points.map((point, n) => {
        const [x, y] = at(point);
        return <circle key={n} cx={x} cy={y} r={4} className={styles.point} />;
      })}
      {snapped &&
        (hold.kind === 'end' ? (
          <rect x={snapped[0] - 6} y={snapped[1] - 6} width={12} height={12} className={styles.hold} />
        ) : (
          <circle cx={snapped[0]} cy={snapped[1]} r={7} className={styles.hold} />
        ))}
      {frame && (
        <rect
          x={Math.min(frame.from[0], frame.to[0])}
          y={Math.min(frame.from[1], frame.to[1])}
          width={Math.abs(frame.to[0] - frame.from[0])}
          height={Math.abs(frame.to[1] - frame.from[1])}
          className={styles.frame}
        />
      )}
    </svg>
  );
}

/** Slightly larger than the text itself. */
function rectOf([left, bottom, right, top]: Box, at: (point: Point) => Point) {
  const [[x1, y1], [x2, y2]] = [at([left, top]), at([right, bottom])];
  return { x: x1 - 3, y: y1 - 3, width: Math.max(6, x2 - x1 + 6), height: Math.max(6, y2 - y1 + 6), rx: 2 };
}

interface StageProps {
  scene: Scene;
  sight: Viewport;
  size: Size;
  /** Accessible name. */
  label: string;
}

/** The canvas of a drawing. */
function DrawingStage({ scene, sight, size, label }: StageProps): ReactNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  const painter = useRef<Painter>(undefined);
  useEffect(() => {
    if (canvas.current === null) return;
    const own = new Painter(canvas.current);
    painter.current = own;
    return () => own.stop();
  }, []);
  useLayoutEffect(() => {
    if (size.width === 0 || size.height === 0) return;
    // the painter is created by the effect before, which on the first render runs after this one
    const frame = requestAnimationFrame(() =>
      painter.current?.show(scene, { sight, ...size, density: Math.min(2, devicePixelRatio || 1) }),
    );
    return () => cancelAnimationFrame(frame);
  }, [scene, sight, size]);
  return <canvas ref={canvas} className={styles.canvas} role="img" aria-label={label} data-drawing />;
}

/** The open side panes, and the mode of dragging. */
export interface Panes {
  layers: boolean;
  find: boolean;
  frames: boolean;
}

interface ViewProps {
  model: DrawingModel;
  label: string;
  panes: Panes;
  setPanes: (panes: Partial<Panes>) => void;
}

/** The snapping distance in pixels. */
const reach = 12;
const step = 60;

/** An interactive drawing: layouts, layers, search hits and measurements. */
export function DrawingView({ model, label, panes, setPanes }: ViewProps): ReactNode {
  const t = useText('preview.drawings');
  const points = usePointComments(model);
  const { stage, pointer, frame, hold } = useStage({ model, panes, setPanes }, points);
  const { sight, size, scene, measure } = model;
  const keys = keysOf(model, { setPanes, panes });
  return (
    <Row grow anchor align="stretch">
      {panes.layers && <LayersPane model={model} close={() => setPanes({ layers: false })} />}
      <Stack grow>
        {panes.find && <FindInDrawing model={model} close={() => setPanes({ find: false })} />}
        {/* the keys of a map: arrows, plus and minus */}
        <PanStage
          ref={stage}
          className={styles.stage}
          role="application"
          aria-label={t('stage')}
          tabIndex={0}
          tool={measure || panes.frames || points.isMarking ? 'cross' : 'hand'}
          data-ground={model.ground}
          // the layer on which a comment's place is chosen
          {...(points.isMarking && { 'data-choice': '' })}
          onFocus={(event) => event.target === event.currentTarget && event.target.matches(':focus-visible') && points.begin()}
          onKeyDown={(event) => {
            // the numbers of threads have keys of their own
            if (event.target !== event.currentTarget) return;
            if (points.key(event)) event.preventDefault();
            else keys(event);
          }}
        >
          <DrawingStage scene={scene} sight={sight} size={size} label={label} />
          <DrawingOverlay model={model} frame={frame} hold={hold} pointer={pointer} />
          <PointMarks model={model} points={points} />
        </PanStage>
        <ViewerLine as="footer" at="foot" gap={4} wrap>
          <SpaceTabs model={model} />
          <DrawingStatus model={model} pointer={hold?.at ?? pointer} />
        </ViewerLine>
      </Stack>
    </Row>
  );
}

/** Pointer handling of the stage: position in the plan, snapping, and a frame being drawn. */
function useStage({ model, panes, setPanes }: Omit<ViewProps, 'label'>, points: ReturnType<typeof usePointComments>) {
  const stage = useRef<HTMLDivElement>(null);
  const [pixel, setPixel] = useState<Point>();
  const [frame, setFrame] = useState<Frame>();
  const { sight, setSight, size, setSize, scene, measure } = model;
  useEffect(() => {
    if (stage.current === null) return;
    const watch = new ResizeObserver(([entry]) => entry && setSize({ width: entry.contentRect.width, height: entry.contentRect.height }));
    watch.observe(stage.current);
    return () => watch.disconnect();
  }, [setSize]);
  const planAt = (at: Point): Point => toPlan(sight, size, at);
  const holdAt = (at: Point): SnapPoint | undefined => snapPointNear(scene, planAt(at), reach / sight.scale);
  usePanZoom({
    stage,
    size,
    setSight,
    point: setPixel,
    press: (at) => {
      stage.current?.focus();
      if (points.isMarking) points.take(at);
      else if (measure) model.addPoint(holdAt(at)?.at ?? planAt(at));
    },
    frames: panes.frames,
    frame: (next, isDone) => {
      setFrame(isDone ? undefined : next);
      if (!isDone) return;
      setPanes({ frames: false });
      if (next === undefined) return;
      const [[x1, y1], [x2, y2]] = [planAt(next.from), planAt(next.to)];
      setSight(fitTo([Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)], size));
    },
  });
  return { stage, frame, pointer: pixel && planAt(pixel), hold: measure && pixel && holdAt(pixel) };
}

function keysOf(model: DrawingModel, { setPanes, panes }: Pick<ViewProps, 'setPanes' | 'panes'>) {
  const by = (x: number, y: number) => () => model.setSight((sight) => movedBy(sight, [x, y]));
  const keys: Record<string, () => void> = {
    ArrowLeft: by(step, 0),
    ArrowRight: by(-step, 0),
    ArrowUp: by(0, step),
    ArrowDown: by(0, -step),
    '+': () => model.zoomBy(1.25),
    '=': () => model.zoomBy(1.25),
    '-': () => model.zoomBy(0.8),
    Home: model.fit,
    Enter: model.endMeasure,
    Escape: () => {
      if (panes.frames) setPanes({ frames: false });
      else if (model.points.length > 0) model.dropPoints();
      else model.setMeasure(undefined);
    },
  };
  return (event: KeyboardEvent): void => {
    const run = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key];
    if (run === undefined) return;
    event.preventDefault();
    run();
  };
}
