import { Slider } from 'antd';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { useText } from '../../ground/text.ts';
import styles from './avatar.module.css';
import { type Crop, cutOf, mostZoom, moved, withinPicture } from './crop.ts';

interface StageProps {
  picture: ImageBitmap;
  crop: Crop;
  change: (crop: Crop) => void;
}

const shown = 280;
const steps: Record<string, [number, number]> = { ArrowLeft: [8, 0], ArrowRight: [-8, 0], ArrowUp: [0, 8], ArrowDown: [0, -8] };

/** Draws the part of the picture that stands in the window. */
export function drawCut(canvas: HTMLCanvasElement, picture: ImageBitmap, crop: Crop): void {
  const { left, top, side } = cutOf(picture, crop);
  const pen = canvas.getContext('2d');
  if (pen === null) return;
  pen.imageSmoothingQuality = 'high';
  pen.clearRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(picture, left, top, side, side, 0, 0, canvas.width, canvas.height);
}

/** The window on the picture: dragged, moved by the arrow keys, zoomed by the wheel, the slider and + and −. */
export function CropStage({ picture, crop, change }: StageProps): ReactNode {
  const t = useText('session');
  const hint = useId();
  const zoomTo = (zoom: number): void => change(withinPicture(picture, { ...crop, zoom }));
  return (
    <div className={styles.stage}>
      <Pane picture={picture} crop={crop} change={change} zoomTo={zoomTo} hint={hint} />
      <Slider
        className={styles.zoom ?? ''}
        ariaLabelForHandle={t('avatarZoom')}
        min={1}
        max={mostZoom}
        step={0.01}
        value={crop.zoom}
        tooltip={{ formatter: null }}
        onChange={zoomTo}
      />
      <p id={hint} className={styles.hint}>
        {t('avatarMove')}
      </p>
    </div>
  );
}

function Pane({ picture, crop, change, zoomTo, hint }: StageProps & { zoomTo: (zoom: number) => void; hint: string }): ReactNode {
  const t = useText('session');
  const canvas = useRef<HTMLCanvasElement>(null);
  const last = useRef<{ x: number; y: number }>(undefined);
  useEffect(() => {
    if (canvas.current) drawCut(canvas.current, picture, crop);
  }, [picture, crop]);
  const press = (event: KeyboardEvent): void => {
    const step = steps[event.key];
    if (step) change(moved(picture, crop, { x: step[0], y: step[1], shown }));
    else if (event.key === '+' || event.key === '=') zoomTo(crop.zoom * 1.1);
    else if (event.key === '-') zoomTo(crop.zoom / 1.1);
    else return;
    event.preventDefault();
  };
  const drag = (event: PointerEvent): void => {
    if (last.current === undefined) return;
    change(moved(picture, crop, { x: event.clientX - last.current.x, y: event.clientY - last.current.y, shown }));
    last.current = { x: event.clientX, y: event.clientY };
  };
  const grasp = (event: PointerEvent): void => {
    event.currentTarget.setPointerCapture(event.pointerId);
    last.current = { x: event.clientX, y: event.clientY };
  };
  return (
    <div
      className={styles.window}
      role="application"
      tabIndex={0}
      aria-label={t('setAvatar')}
      aria-describedby={hint}
      onKeyDown={press}
      onWheel={(event) => zoomTo(crop.zoom * (event.deltaY < 0 ? 1.08 : 1 / 1.08))}
      onPointerDown={grasp}
      onPointerMove={drag}
      onPointerUp={() => {
        last.current = undefined;
      }}
    >
      <canvas ref={canvas} width={shown * 2} height={shown * 2} />
    </div>
  );
}
