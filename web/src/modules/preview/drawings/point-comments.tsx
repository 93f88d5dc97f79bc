import type { PlaceOf } from '@dossier/contract/comments/places';
import type { Box } from '@dossier/contract/preview/drawing-rendering';
import { type KeyboardEvent, type ReactNode, useMemo, useState } from 'react';
import { commentAt, useCommentPlaces } from '../../../platform/comment-places.ts';
import { useText } from '../../../platform/i18n.ts';
import { VisuallyHidden } from '../../../platform/ui/layout.tsx';
import { Pin } from '../marks/pin.tsx';
import { useAskedPlace } from '../shown-place.ts';
import { useNumberedThreads } from '../placed-threads.ts';
import styles from './drawing-view.module.css';
import { wholeOf } from './scene.ts';
import type { DrawingModel } from './use-drawing.ts';
import { type Point, toPixels, toPlan } from './viewport.ts';

type PointPlace = PlaceOf<'point'>;

const inside = (part: number): number => Math.min(1, Math.max(0, part));

/** A point of the plan in parts of its extent, from the upper left as on pages; one beside it is taken at its edge. */
function placeOf([x, y]: Point, [left, bottom, right, top]: Box, page: number): PointPlace {
  const [across, up] = [Math.max(right - left, 1e-9), Math.max(top - bottom, 1e-9)];
  return { kind: 'point', page, x: inside((x - left) / across), y: inside((top - y) / up) };
}

const pointOf = ({ x, y }: PointPlace, [left, bottom, right, top]: Box): Point => [left + x * (right - left), top - y * (top - bottom)];

/** How close a thread is shown, in parts of the extent. */
const closeUp = 0.25;
/** Pixels that an arrow key moves the cross, and with Shift. */
const [stride, leap] = [8, 40];

const arrows: Record<string, Point> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The points of an open drawing that are commented on, and the choice of another one. */
export function usePointComments(model: DrawingModel) {
  const { drawing, scene, place: space, setPlace, aimAt, sight, size } = model;
  const isMarking = useCommentPlaces((places) => places.isMarking);
  const whole = useMemo(() => wholeOf(drawing, scene.plan), [drawing, scene.plan]);
  const [cross, setCross] = useState<Point>();
  if (!isMarking && cross !== undefined) setCross(undefined);
  useAskedPlace(['point'], size.width > 0, (asked) => {
    const at = asked.page - 1;
    const plan = model.planAt(at);
    if (plan === undefined) return;
    const box = wholeOf(drawing, plan);
    const [x, y] = pointOf(asked, box);
    const scale = Math.min(size.width / Math.max(1e-9, box[2] - box[0]), size.height / Math.max(1e-9, box[3] - box[1])) / closeUp;
    setPlace(at);
    aimAt({ x, y, scale }, at !== space);
  });
  const middle: Point = [size.width / 2, size.height / 2];
  const take = (pixel: Point): void => {
    setCross(undefined);
    commentAt(placeOf(toPlan(sight, size, pixel), whole, space + 1));
  };
  /** Whether a key was one of the choice. */
  const key = (event: KeyboardEvent): boolean => {
    if (!isMarking) return false;
    const by = arrows[event.key];
    const [x, y] = cross ?? middle;
    const far = event.shiftKey ? leap : stride;
    if (event.key === 'Escape') useCommentPlaces.setState({ isMarking: false });
    else if (event.key === 'Enter' && cross === undefined) setCross(middle);
    else if (event.key === 'Enter') take([x, y]);
    else if (by === undefined) return false;
    else setCross([Math.min(size.width, Math.max(0, x + by[0] * far)), Math.min(size.height, Math.max(0, y + by[1] * far))]);
    return true;
  };
  /** The stage has got the focus by keys: the cross begins in its middle. */
  const begin = (): void => {
    if (isMarking) setCross(cross ?? middle);
  };
  return { isMarking, whole, cross, begin, take, key };
}

/** The numbers of the threads on the open model or layout, the chosen point, and the cross that keys move. */
export function PointMarks({ model, points }: { model: DrawingModel; points: ReturnType<typeof usePointComments> }): ReactNode {
  const t = useText('preview.viewer');
  const threads = useNumberedThreads();
  const chosen = useCommentPlaces((places) => places.chosen);
  const { sight, size, place: space } = model;
  const { whole, cross } = points;
  const at = (place: PointPlace): { left: number; top: number } | undefined => {
    const [left, top] = toPixels(sight, size, pointOf(place, whole));
    return left >= 0 && top >= 0 && left <= size.width && top <= size.height ? { left, top } : undefined;
  };
  const told = cross && placeOf(toPlan(sight, size, cross), whole, space + 1);
  const chosenAt = chosen?.kind === 'point' && chosen.page === space + 1 ? at(chosen) : undefined;
  return (
    <>
      {threads.map((thread) => {
        if (thread.place.kind !== 'point' || thread.place.page !== space + 1) return null;
        const style = at(thread.place);
        return (
          style && (
            <span key={thread.id} className={styles.pin} style={style}>
              <Pin thread={thread} />
            </span>
          )
        );
      })}
      {chosenAt && <i className={styles.cross} style={chosenAt} />}
      {cross && <i className={styles.cross} style={{ left: cross[0], top: cross[1] }} />}
      <VisuallyHidden role="status">
        {told && t('pointAt', { left: Math.round(told.x * 100), top: Math.round(told.y * 100) })}
      </VisuallyHidden>
    </>
  );
}
