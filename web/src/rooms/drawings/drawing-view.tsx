import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useText } from '../../ground/text.ts';
import { DrawingOver } from './drawing-over.tsx';
import { DrawingStage } from './drawing-stage.tsx';
import { DrawingStatus } from './drawing-status.tsx';
import styles from './drawings.module.css';
import { FindInDrawing } from './find-in-drawing.tsx';
import { LayersPane } from './layers-pane.tsx';
import { fitTo, movedBy, type Point, toPlan } from './sight.ts';
import { type Hold, holdNear } from './snap.ts';
import { SpaceTabs } from './space-tabs.tsx';
import type { DrawingModel } from './use-drawing-model.ts';
import { type Frame, useHand } from './use-hand.ts';

/** What stands beside the drawing, and how a pull is taken. */
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

/** So near a pointer takes hold of an end. */
const reach = 12;
const step = 60;

/** A drawing that one moves about in: its sheets, layers, places of words and measures. */
export function DrawingView({ model, label, panes, setPanes }: ViewProps): ReactNode {
  const t = useText('drawings');
  const { stage, pointer, frame, hold } = useStage({ model, panes, setPanes });
  const { sight, size, scene, measure } = model;
  const keys = keysOf(model, { setPanes, panes });
  return (
    <div className={styles.view}>
      {panes.layers && <LayersPane model={model} close={() => setPanes({ layers: false })} />}
      <div className={styles.middle}>
        {panes.find && <FindInDrawing model={model} close={() => setPanes({ find: false })} />}
        {/* the keys of a map: arrows, plus and minus */}
        <div
          ref={stage}
          className={styles.stage}
          role="application"
          aria-label={t('stage')}
          tabIndex={0}
          data-tool={measure || panes.frames ? 'cross' : 'hand'}
          data-ground={model.ground}
          onKeyDown={(event) => keys(event)}
        >
          <DrawingStage scene={scene} sight={sight} size={size} label={label} />
          <DrawingOver model={model} frame={frame} hold={hold} pointer={pointer} />
        </div>
        <footer className={styles.foot}>
          <SpaceTabs model={model} />
          <DrawingStatus model={model} pointer={hold?.at ?? pointer} />
        </footer>
      </div>
    </div>
  );
}

/** The stage under the hand: where the pointer is in the plan, what it takes hold of, and a frame that is being pulled. */
function useStage({ model, panes, setPanes }: Omit<ViewProps, 'label'>) {
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
  const holdAt = (at: Point): Hold | undefined => holdNear(scene, planAt(at), reach / sight.scale);
  useHand({
    stage,
    size,
    setSight,
    point: setPixel,
    press: (at) => {
      stage.current?.focus();
      if (measure) model.addPoint(holdAt(at)?.at ?? planAt(at));
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
