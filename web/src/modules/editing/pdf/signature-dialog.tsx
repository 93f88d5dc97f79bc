import { Button, Input, Modal, Tabs } from 'antd';
import { type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { useCloseChanged } from '../../../platform/ui/close-changed.ts';
import { Stack, Text } from '../../../platform/ui/layout.tsx';
import styles from './signature-dialog.module.css';

/** The canvas of a signature, in pixels: it is shown at half of its size. */
const paper = { width: 800, height: 260 };
const ink = '#1b2a4a';
const penWidth = 6;
const handwriting = "'Segoe Script', 'Snell Roundhand', 'Apple Chancery', 'STXingkai', 'Xingkai SC', 'KaiTi', 'Kaiti SC', cursive";
const largestLetters = 150;

type Way = 'type' | 'draw';

/** Asks for a signature, drawn or typed, and adds it as a picture. */
export function SignatureDialog({ close, add }: { close: () => void; add: (picture: Blob) => void }): ReactNode {
  const t = useText('editing.pdf');
  const [isOpen, setOpen] = useState(true);
  const [way, setWay] = useState<Way>('type');
  const [name, setName] = useState('');
  const [isDrawn, setDrawn] = useState(false);
  const typed = useRef<HTMLCanvasElement>(null);
  const drawn = useRef<HTMLCanvasElement>(null);
  const closing = useCloseChanged(
    () => name.trim() !== '' || isDrawn,
    () => setOpen(false),
  );
  const isReady = way === 'type' ? name.trim() !== '' : isDrawn;
  const put = async (): Promise<void> => {
    const picture = await cropped((way === 'type' ? typed : drawn).current);
    if (picture !== undefined) add(picture);
    setOpen(false);
  };
  return (
    <Modal
      open={isOpen}
      title={t('signature')}
      width={480}
      okText={t('putSignature')}
      okButtonProps={{ disabled: !isReady }}
      onOk={() => void put()}
      {...closing}
      afterClose={close}
    >
      <Text as="p" size="s" tone="muted" spaced>
        {t('signatureHint')}
      </Text>
      <Tabs
        activeKey={way}
        onChange={(key) => setWay(key as Way)}
        items={[
          {
            key: 'type',
            label: t('typeSignature'),
            children: <TypedSignature canvas={typed} name={name} setName={setName} submit={() => isReady && void put()} />,
          },
          { key: 'draw', label: t('drawSignature'), children: <DrawnSignature canvas={drawn} setDrawn={setDrawn} /> },
        ]}
      />
    </Modal>
  );
}

interface TypedProps {
  canvas: React.RefObject<HTMLCanvasElement | null>;
  name: string;
  setName: (name: string) => void;
  submit: () => void;
}

function TypedSignature({ canvas, name, setName, submit }: TypedProps): ReactNode {
  const t = useText('editing.pdf');
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    context.clearRect(0, 0, paper.width, paper.height);
    context.font = `${largestLetters}px ${handwriting}`;
    const size = Math.min(largestLetters, (largestLetters * (paper.width - 80)) / Math.max(1, context.measureText(name).width));
    context.font = `${size}px ${handwriting}`;
    context.fillStyle = ink;
    context.textBaseline = 'middle';
    context.fillText(name, 40, paper.height / 2);
  }, [canvas, name]);
  return (
    <Stack gap={2}>
      <Input
        autoFocus
        maxLength={60}
        aria-label={t('yourName')}
        placeholder={t('yourName')}
        value={name}
        onChange={({ target }) => setName(target.value)}
        onPressEnter={submit}
      />
      <canvas ref={canvas} {...paper} className={styles.paper} role="img" aria-label={name} />
    </Stack>
  );
}

function DrawnSignature({ canvas, setDrawn }: { canvas: TypedProps['canvas']; setDrawn: (isDrawn: boolean) => void }): ReactNode {
  const t = useText('editing.pdf');
  const place = ({ currentTarget: target, clientX, clientY }: PointerEvent<HTMLCanvasElement>): [number, number] => {
    const box = target.getBoundingClientRect();
    return [((clientX - box.left) * paper.width) / box.width, ((clientY - box.top) * paper.height) / box.height];
  };
  const begin = (event: PointerEvent<HTMLCanvasElement>): void => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    context.strokeStyle = ink;
    context.lineWidth = penWidth;
    [context.lineCap, context.lineJoin] = ['round', 'round'];
    context.beginPath();
    context.moveTo(...place(event));
  };
  const go = (event: PointerEvent<HTMLCanvasElement>): void => {
    const context = canvas.current?.getContext('2d');
    if (!context || event.buttons === 0) return;
    context.lineTo(...place(event));
    context.stroke();
    setDrawn(true);
  };
  const clear = (): void => {
    canvas.current?.getContext('2d')?.clearRect(0, 0, paper.width, paper.height);
    setDrawn(false);
  };
  return (
    <Stack gap={2} align="start">
      <canvas
        ref={canvas}
        {...paper}
        className={styles.paper}
        role="img"
        aria-label={t('drawSignature')}
        onPointerDown={begin}
        onPointerMove={go}
      />
      <Button size="small" onClick={clear}>
        {t('clear')}
      </Button>
    </Stack>
  );
}

/** The part of a canvas that has something on it, as PNG; undefined where nothing is. */
async function cropped(canvas: HTMLCanvasElement | null): Promise<Blob | undefined> {
  const context = canvas?.getContext('2d');
  if (!canvas || !context) return undefined;
  const { data } = context.getImageData(0, 0, paper.width, paper.height);
  let [left, top, right, bottom] = [paper.width, paper.height, -1, -1];
  for (let at = 3; at < data.length; at += 4) {
    if (data[at] === 0) continue;
    const x = ((at - 3) / 4) % paper.width;
    const y = Math.floor((at - 3) / 4 / paper.width);
    [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)];
  }
  if (right < left) return undefined;
  const [width, height] = [right - left + 1, bottom - top + 1];
  const part = new OffscreenCanvas(width, height);
  part.getContext('2d')?.drawImage(canvas, left, top, width, height, 0, 0, width, height);
  return part.convertToBlob({ type: 'image/png' });
}
