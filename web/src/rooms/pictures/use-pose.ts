import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { fitted, moved, type Pose, type Size, turned, zoomAt } from './pose.ts';

export interface PoseControl {
  stage: RefObject<HTMLDivElement | null>;
  pose: Pose;
  /** Whether the picture just fits, so that the next double click shows it in life size. */
  fitting: boolean;
  place: (picture: Size) => void;
  zoom: (factor: number, point?: { x: number; y: number }) => void;
  move: (by: { x: number; y: number }) => void;
  turn: (step: -1 | 1) => void;
  flip: (axis: 'flipX' | 'flipY') => void;
  fit: () => void;
  lifeSize: () => void;
}

const unknown: Size = { width: 0, height: 0 };
const middle = { x: 0, y: 0 };

/** The pose of one picture on its stage, and everything that changes it. */
export function usePose(): PoseControl {
  const stage = useRef<HTMLDivElement>(null);
  const picture = useRef(unknown);
  const [fitting, setFitting] = useState(true);
  const [pose, setPose] = useState<Pose>(() => fitted(unknown, unknown));
  const sizes = useCallback(
    () => ({ picture: picture.current, stage: { width: stage.current?.clientWidth ?? 0, height: stage.current?.clientHeight ?? 0 } }),
    [],
  );
  const fit = useCallback(() => {
    setFitting(true);
    setPose((before) => turned({ ...before, turn: before.turn - 90 }, 1, sizes()));
  }, [sizes]);
  useEffect(() => {
    const box = stage.current;
    if (!box || !fitting) return;
    const watch = new ResizeObserver(fit);
    watch.observe(box);
    return () => watch.disconnect();
  }, [fitting, fit]);
  const zoom = useCallback((factor: number, point = middle) => {
    setFitting(false);
    setPose((before) => zoomAt(before, factor, point));
  }, []);
  return {
    stage,
    pose,
    fitting,
    zoom,
    fit,
    place: (size) => {
      picture.current = size;
      setFitting(true);
      setPose(fitted(size, sizes().stage));
    },
    move: (by) => setPose((before) => moved(before, by, sizes())),
    turn: (step) => {
      setFitting(true);
      setPose((before) => turned(before, step, sizes()));
    },
    flip: (axis) => setPose((before) => ({ ...before, [axis]: !before[axis] })),
    lifeSize: () => {
      setFitting(false);
      setPose((before) => ({ ...before, scale: 1, x: 0, y: 0 }));
    },
  };
}
