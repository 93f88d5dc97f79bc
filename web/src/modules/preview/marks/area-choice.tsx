import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { useCommentPlaces } from '../../../platform/comment-places.ts';
import { useText } from '../../../platform/i18n.ts';
import { VisuallyHidden } from '../../../platform/ui/layout.tsx';
import { type Box, type LayerPose, type Point, boxBetween, isClick, movedBox, sizedBox, stepOnLayer } from './mark-boxes.ts';
import { choiceMark } from './mark-tool.tsx';
import styles from './marks.module.css';
import { boxStyle } from './pin.tsx';

/** What an area leaves free in its first place, and by how much a key moves or sizes it, in parts of the page. */
const firstSize = { width: 0.2, height: 0.1 };
const step = 0.02;

const arrows: Record<string, Point> = {
  ArrowLeft: { x: -step, y: 0 },
  ArrowRight: { x: step, y: 0 },
  ArrowUp: { x: 0, y: -step },
  ArrowDown: { x: 0, y: step },
};

/** Where keys begin: in the middle of what the window shows of a layer; of one that may be turned, in its own middle. */
function firstBox(layer: HTMLElement, { pose, points }: Pick<AreaChoiceProps, 'pose' | 'points'>): Box {
  const { left, top, right, bottom, width: across, height: down } = layer.getBoundingClientRect();
  const middle = { x: 0.5, y: 0.5 };
  if (pose === undefined && across > 0 && down > 0) {
    middle.x = ((Math.max(left, 0) + Math.min(right, innerWidth)) / 2 - left) / across;
    middle.y = ((Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2 - top) / down;
  }
  const { width, height } = points ? { width: 0, height: 0 } : firstSize;
  return movedBox({ x: middle.x - width / 2, y: middle.y - height / 2, width, height }, { x: 0, y: 0 });
}

interface AreaChoiceProps {
  /** What the layer is for, and its keys. */
  label: string;
  pose: LayerPose | undefined;
  points: boolean;
  choose: (box: Box) => void;
}

const pointOf = ({ nativeEvent: { offsetX, offsetY }, currentTarget }: PointerEvent<HTMLElement>): Point => ({
  x: offsetX / currentTarget.offsetWidth,
  y: offsetY / currentTarget.offsetHeight,
});

/** The box that a drag draws. */
function useDrag(setBox: (box: Box | undefined) => void, choose: (box: Box) => void) {
  const start = useRef<Point>(undefined);
  const forget = (): void => {
    start.current = undefined;
    setBox(undefined);
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>): void => {
      if (event.button !== 0) return;
      event.preventDefault();
      event.currentTarget.setPointerCapture(event.pointerId);
      start.current = pointOf(event);
      setBox(boxBetween(start.current, start.current));
    },
    onPointerMove: (event: PointerEvent<HTMLElement>): void => {
      if (start.current) setBox(boxBetween(start.current, pointOf(event)));
    },
    onPointerUp: (event: PointerEvent<HTMLElement>): void => {
      if (!start.current) return;
      const drawn = boxBetween(start.current, pointOf(event));
      forget();
      choose(drawn);
    },
    onPointerCancel: forget,
    onBlur: forget,
  };
}

/**
 * Takes the drags on a page: their places are those of the layer itself, however it is turned and enlarged. By keys, arrows move an area, Shift with
 * arrows sizes it, Enter takes it and Escape leaves.
 */
export function AreaChoice(props: AreaChoiceProps): ReactNode {
  const { label, pose, choose } = props;
  const t = useText('preview.viewer');
  const mark = useRef<HTMLElement>(null);
  const [box, setBox] = useState<Box>();
  const [isByKeys, setByKeys] = useState(false);
  const drag = useDrag((drawn) => {
    setByKeys(false);
    setBox(drawn);
  }, choose);
  const placeByKeys = (next: Box): void => {
    setByKeys(true);
    setBox(next);
  };
  const keys = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const by = arrows[event.key];
    const now = box ?? firstBox(event.currentTarget, props);
    if (event.key === 'Escape') useCommentPlaces.setState({ isMarking: false });
    else if (event.key === 'Enter') choose(now);
    else if (by === undefined) return;
    else {
      const onLayer = stepOnLayer(by, pose);
      placeByKeys(event.shiftKey ? sizedBox(now, grown(onLayer, by.x + by.y)) : movedBox(now, onLayer));
      // a picture is moved by its stage alone
      if (pose === undefined) requestAnimationFrame(() => mark.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' }));
    }
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      className={styles.choice}
      data-own-drag
      {...{ [choiceMark]: '' }}
      role="application"
      aria-label={label}
      tabIndex={0}
      onFocus={({ currentTarget }) => currentTarget.matches(':focus-visible') && placeByKeys(firstBox(currentTarget, props))}
      onKeyDown={keys}
      {...drag}
    >
      {box && <ChosenMark ref={mark} box={box} scale={pose?.scale ?? 1} />}
      <VisuallyHidden role="status">{isByKeys && box && t(isClick(box) ? 'pointAt' : 'areaAt', inPercent(box))}</VisuallyHidden>
    </div>
  );
}

/** Sizes change on the axis of a step: right and down they grow, however the layer is turned. */
const grown = ({ x, y }: Point, by: number): Point => ({ x: Math.abs(x) * Math.sign(by), y: Math.abs(y) * Math.sign(by) });

/** A box as it is spoken. */
const inPercent = ({ x, y, width, height }: Box) => ({
  left: Math.round(x * 100),
  top: Math.round(y * 100),
  width: Math.round(width * 100),
  height: Math.round(height * 100),
});

/** What is chosen on a layer: its area, or a cross on its point. */
export function ChosenMark({ box, scale, ref }: { box: Box; scale: number; ref?: React.Ref<HTMLElement> }): ReactNode {
  const isPoint = box.width === 0 && box.height === 0;
  const style = isPoint ? { left: `${box.x * 100}%`, top: `${box.y * 100}%`, scale: String(1 / scale) } : boxStyle(box);
  return <i ref={ref} className={isPoint ? styles.cross : styles.chosen} style={style} />;
}
