import { RotateLeftOutlined, RotateRightOutlined, SwapOutlined, ZoomInOutlined, ZoomOutOutlined } from '@ant-design/icons';
import { type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { ToolButton } from '../../../platform/ui/tool-button.tsx';
import type { View } from '../view-request.ts';
import { type PrintJob, loadPicture, usePrintJob } from '../viewer/printing.tsx';
import { PanStage } from '../viewer-parts.tsx';
import styles from './image.module.css';

/** The transform of an image on its stage: rotation, mirroring, scale and offset from the centre (pixels). */
interface ImageTransform {
  scale: number;
  x: number;
  y: number;
  turn: number;
  flipX: boolean;
  flipY: boolean;
}

interface Size {
  width: number;
  height: number;
}

const smallest = 0.05;
const largest = 20;

/** The scale at which a rotated image fits its stage; at most 1. */
export function fitScale(picture: Size, stage: Size, turn: number): number {
  if (picture.width <= 0 || picture.height <= 0 || stage.width <= 0 || stage.height <= 0) return 1;
  const lying = turn % 180 !== 0;
  const width = lying ? picture.height : picture.width;
  const height = lying ? picture.width : picture.height;
  return Math.min(1, stage.width / width, stage.height / height);
}

/** An image centred on its stage, fitted. */
export function fitted(picture: Size, stage: Size): ImageTransform {
  return { scale: fitScale(picture, stage, 0), x: 0, y: 0, turn: 0, flipX: false, flipY: false };
}

/** Zooms by a factor; the point under the pointer (relative to the stage's centre) stays fixed. */
export function zoomAt(transform: ImageTransform, factor: number, point: { x: number; y: number }): ImageTransform {
  const scale = Math.min(largest, Math.max(smallest, transform.scale * factor));
  const grown = scale / transform.scale;
  return { ...transform, scale, x: point.x - (point.x - transform.x) * grown, y: point.y - (point.y - transform.y) * grown };
}

/** Rotates by 90° to the right (1) or left (-1), and fits the image again. */
export function rotated(transform: ImageTransform, step: -1 | 1, sizes: { picture: Size; stage: Size }): ImageTransform {
  const turn = transform.turn + step * 90;
  return { ...transform, turn, x: 0, y: 0, scale: fitScale(sizes.picture, sizes.stage, turn) };
}

/** Moves an image, within the stage. */
export function moved(transform: ImageTransform, by: { x: number; y: number }, sizes: { picture: Size; stage: Size }): ImageTransform {
  const lying = transform.turn % 180 !== 0;
  const width = (lying ? sizes.picture.height : sizes.picture.width) * transform.scale;
  const height = (lying ? sizes.picture.width : sizes.picture.height) * transform.scale;
  const reachX = (width + sizes.stage.width) / 2 - 40;
  const reachY = (height + sizes.stage.height) / 2 - 40;
  return { ...transform, x: clamp(transform.x + by.x, reachX), y: clamp(transform.y + by.y, reachY) };
}

/** The CSS transform; mirrors on the visible axis, whatever the rotation. */
export function toTransform(transform: ImageTransform): string {
  const mirror = `scale(${transform.flipX ? -1 : 1}, ${transform.flipY ? -1 : 1})`;
  return `translate(${transform.x}px, ${transform.y}px) ${mirror} rotate(${transform.turn}deg) scale(${transform.scale})`;
}

function clamp(value: number, reach: number): number {
  const most = Math.max(0, reach);
  return Math.min(most, Math.max(-most, value));
}

export interface ImageTransformControl {
  stage: RefObject<HTMLDivElement | null>;
  pose: ImageTransform;
  /** Whether the image is fitted, so that the next double click shows it at 100 %. */
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

/** The transform of an image on its stage, and its operations. */
export function useImageTransform(): ImageTransformControl {
  const stage = useRef<HTMLDivElement>(null);
  const picture = useRef(unknown);
  const [fitting, setFitting] = useState(true);
  const [pose, setPose] = useState<ImageTransform>(() => fitted(unknown, unknown));
  const sizes = useCallback(
    () => ({ picture: picture.current, stage: { width: stage.current?.clientWidth ?? 0, height: stage.current?.clientHeight ?? 0 } }),
    [],
  );
  const fit = useCallback(() => {
    setFitting(true);
    setPose((before) => rotated({ ...before, turn: before.turn - 90 }, 1, sizes()));
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
      setPose((before) => rotated(before, step, sizes()));
    },
    flip: (axis) => setPose((before) => ({ ...before, [axis]: !before[axis] })),
    lifeSize: () => {
      setFitting(false);
      setPose((before) => ({ ...before, scale: 1, x: 0, y: 0 }));
    },
  };
}

interface Gestures {
  move: (by: { x: number; y: number }) => void;
  zoom: (factor: number, point: { x: number; y: number }) => void;
}

interface Point {
  x: number;
  y: number;
}

/** Wheel, drag and pinch on a stage, as moves and zooms about a point relative to its centre. */
function useGestures(stage: RefObject<HTMLElement | null>, gestures: Gestures): void {
  const latest = useRef(gestures);
  latest.current = gestures;
  useEffect(() => {
    const box = stage.current;
    if (!box) return;
    const fingers = new Map<number, Point>();
    const fromMiddle = (point: Point): Point => {
      const { left, top, width, height } = box.getBoundingClientRect();
      return { x: point.x - left - width / 2, y: point.y - top - height / 2 };
    };
    const wheel = (event: WheelEvent): void => {
      event.preventDefault();
      const strength = event.ctrlKey ? 0.01 : event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 0.05 : 0.0018;
      latest.current.zoom(Math.exp(-event.deltaY * strength), fromMiddle({ x: event.clientX, y: event.clientY }));
    };
    const down = (event: PointerEvent): void => {
      // what lies over the picture takes its own drags
      if (event.button !== 0 || (event.target as Element).closest('[data-own-drag]')) return;
      fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      box.setPointerCapture(event.pointerId);
    };
    const go = (event: PointerEvent): void => {
      const before = fingers.get(event.pointerId);
      if (!before) return;
      const after = { x: event.clientX, y: event.clientY };
      const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
      fingers.set(event.pointerId, after);
      if (!other) latest.current.move({ x: after.x - before.x, y: after.y - before.y });
      else pinch(latest.current, { before, after, other }, fromMiddle);
    };
    const up = (event: PointerEvent): void => void fingers.delete(event.pointerId);
    box.addEventListener('wheel', wheel, { passive: false });
    box.addEventListener('pointerdown', down);
    box.addEventListener('pointermove', go);
    box.addEventListener('pointerup', up);
    box.addEventListener('pointercancel', up);
    return () => {
      box.removeEventListener('wheel', wheel);
      box.removeEventListener('pointerdown', down);
      box.removeEventListener('pointermove', go);
      box.removeEventListener('pointerup', up);
      box.removeEventListener('pointercancel', up);
    };
  }, [stage]);
}

function pinch(
  to: Gestures,
  { before, after, other }: Record<'before' | 'after' | 'other', Point>,
  fromMiddle: (point: Point) => Point,
): void {
  const distance = (a: Point, b: Point): number => Math.max(1, Math.hypot(a.x - b.x, a.y - b.y));
  to.move({ x: (after.x - before.x) / 2, y: (after.y - before.y) / 2 });
  to.zoom(distance(after, other) / distance(before, other), fromMiddle({ x: (after.x + other.x) / 2, y: (after.y + other.y) / 2 }));
}

interface PictureStageProps {
  control: ImageTransformControl;
  url: string | undefined;
  name: string;
  onShown: () => void;
  onFailed: () => void;
  /** Over the picture, and moved with it. */
  marks?: ReactNode;
  children?: ReactNode;
}

const drawnWithoutSize = { width: 800, height: 600 };
const showsPixels = 4;

/** An image on a near-black background: wheel and pinch zoom, dragging moves, a double click shows 100 %. */
export function ImageStage({ control, url, name, onShown, onFailed, marks, children }: PictureStageProps): ReactNode {
  const { stage, pose, fitting, place, fit, lifeSize } = control;
  const [shown, setShown] = useState<{ url: string; size: Size }>();
  // of the picture before
  const size = shown?.url === url ? shown?.size : undefined;
  useGestures(stage, control);
  const transform = `translate(-50%, -50%) ${toTransform(pose)}`;
  return (
    <PanStage className={styles.stage} ref={stage} onDoubleClick={fitting ? lifeSize : fit}>
      {url && (
        <img
          key={url}
          src={url}
          alt={name}
          draggable={false}
          style={{
            transform,
            // a drawing that tells only its proportions would be as wide as the window
            ...size,
            imageRendering: pose.scale >= showsPixels ? 'pixelated' : 'auto',
          }}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
            const natural = naturalWidth > 0 ? { width: naturalWidth, height: naturalHeight } : drawnWithoutSize;
            setShown({ url, size: natural });
            place(natural);
            onShown();
          }}
          onError={onFailed}
        />
      )}
      {marks !== undefined && size && (
        <div className={styles.marks} style={{ ...size, transform }}>
          {marks}
        </div>
      )}
      {children}
    </PanStage>
  );
}

const zoomStep = 1.25;

/** The shortcuts of these operations. */
export function transformKeys({ zoom, fit, turn }: ImageTransformControl): Record<string, () => void> {
  return {
    '+': () => zoom(zoomStep),
    '=': () => zoom(zoomStep),
    '-': () => zoom(1 / zoomStep),
    '0': fit,
    r: () => turn(1),
  };
}

/** Zoom, rotate and mirror. */
export function ImageTools({ control, disabled }: { control: ImageTransformControl; disabled: boolean }): ReactNode {
  const t = useText('preview.viewer');
  const { pose, zoom, turn, flip, fit, fitting, lifeSize } = control;
  return (
    <>
      <ToolButton label={t('zoomOut')} hotkey="-" icon={<ZoomOutOutlined />} disabled={disabled} onClick={() => zoom(1 / zoomStep)} />
      <ToolButton
        label={fitting ? t('lifeSize') : t('fitWindow')}
        text={`${Math.round(pose.scale * 100)}%`}
        disabled={disabled}
        onClick={fitting ? lifeSize : fit}
      />
      <ToolButton label={t('zoomIn')} hotkey="+" icon={<ZoomInOutlined />} disabled={disabled} onClick={() => zoom(zoomStep)} />
      <ToolButton label={t('turnLeft')} icon={<RotateLeftOutlined />} disabled={disabled} onClick={() => turn(-1)} />
      <ToolButton label={t('turnRight')} hotkey="r" icon={<RotateRightOutlined />} disabled={disabled} onClick={() => turn(1)} />
      <ToolButton label={t('flipHorizontal')} icon={<SwapOutlined />} on={pose.flipX} disabled={disabled} onClick={() => flip('flipX')} />
      <ToolButton
        label={t('flipVertical')}
        icon={<SwapOutlined rotate={90} />}
        on={pose.flipY}
        disabled={disabled}
        onClick={() => flip('flipY')}
      />
    </>
  );
}

/** An A4 page in points. */
const [short, long] = [595, 842];

/** Prints an image in the server's print version, on a page in the image's orientation. */
export function useImagePrinting(printed: { view: Pick<View, 'id' | 'rights'>; currentRev: string | undefined }): PrintJob {
  return usePrintJob(printed, async ({ streamUrl: url, add }) => {
    const { naturalWidth, naturalHeight } = await loadPicture(url);
    add({ url, ...(naturalWidth > naturalHeight ? { width: long, height: short } : { width: short, height: long }) });
  });
}
