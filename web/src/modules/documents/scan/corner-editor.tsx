import { Button } from 'antd';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { Row, Stack } from '../../../platform/ui/layout.tsx';
import { type Corners, type Point, isPage, wholePicture } from './page-pixels.ts';
import styles from './scan.module.css';
import { usePictureUrl } from './use-picture-url.ts';

interface CornerEditorProps {
  picture: Blob;
  corners: Corners;
  apply: (corners: Corners) => void;
  cancel: () => void;
}

const names = ['topLeft', 'topRight', 'bottomRight', 'bottomLeft'] as const;
/** What an arrow key moves a corner by, as a share of the picture; with shift by so many times that. */
const [step, faster] = [0.01, 5];
const moves: Record<string, Point> = {
  ArrowLeft: { x: -step, y: 0 },
  ArrowRight: { x: step, y: 0 },
  ArrowUp: { x: 0, y: -step },
  ArrowDown: { x: 0, y: step },
};

const within = (share: number): number => Math.min(Math.max(share, 0), 1);

/** Chooses the part of a picture that is the page, by its four corners: by finger or keys. */
export function CornerEditor({ picture, corners, apply, cancel }: CornerEditorProps): ReactNode {
  const t = useText('documents.scan');
  const url = usePictureUrl(picture);
  const frame = useRef<HTMLDivElement>(null);
  const [now, setNow] = useState(corners);
  /** A corner stays where it is where it would cross the others. */
  const move = (at: number, { x, y }: Point): void =>
    setNow((before) => {
      const moved = before.map((corner, other) => (other === at ? { x: within(x), y: within(y) } : corner)) as unknown as Corners;
      return isPage(moved) ? moved : before;
    });
  const drag = (at: number) => (event: PointerEvent<HTMLElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const box = frame.current?.getBoundingClientRect();
    if (box !== undefined) move(at, { x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height });
  };
  const press = (at: number) => (event: KeyboardEvent) => {
    const [by, corner] = [moves[event.key], now[at]];
    if (by === undefined || corner === undefined) return;
    event.preventDefault();
    const times = event.shiftKey ? faster : 1;
    move(at, { x: corner.x + by.x * times, y: corner.y + by.y * times });
  };
  return (
    <Stack grow gap={3}>
      <Stack grow align="center" justify="center" className={styles.stage}>
        <div ref={frame} className={styles.frame}>
          <img src={url} alt="" className={styles.picture} draggable={false} />
          <svg className={styles.outline} viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
            <polygon points={now.map(({ x, y }) => `${x},${y}`).join(' ')} />
          </svg>
          {names.map((name, at) => (
            <button
              key={name}
              type="button"
              className={styles.corner}
              style={{ left: `${(now[at]?.x ?? 0) * 100}%`, top: `${(now[at]?.y ?? 0) * 100}%` }}
              aria-label={t(name)}
              onKeyDown={press(at)}
              onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
              onPointerMove={drag(at)}
            />
          ))}
        </div>
      </Stack>
      <Row gap={2} wrap justify="between">
        <Button size="large" type="text" onClick={() => setNow(wholePicture)}>
          {t('wholePicture')}
        </Button>
        <Row gap={2}>
          <Button size="large" onClick={cancel}>
            {t('cancel')}
          </Button>
          <Button size="large" type="primary" onClick={() => apply(now)}>
            {t('applyCrop')}
          </Button>
        </Row>
      </Row>
    </Stack>
  );
}
