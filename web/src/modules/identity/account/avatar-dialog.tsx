import { PictureOutlined } from '@ant-design/icons';
import { avatarPaths, session } from '@dossier/contract/identity/sessions';
import { Button, Modal, Slider, Upload } from 'antd';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { CallError, sendFile } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { invalidateRoutes } from '../../../platform/query.ts';
import { Avatar } from '../../../platform/ui/avatar.tsx';
import { useCloseChanged } from '../../../platform/ui/close-changed.ts';
import { Hint } from '../../../platform/ui/hint.tsx';
import { Stack, Text } from '../../../platform/ui/layout.tsx';
import { useCurrentUser } from '../current-user.ts';
import styles from './account.module.css';

interface StageProps {
  picture: ImageBitmap;
  crop: Crop;
  change: (crop: Crop) => void;
}

const shown = 280;
const steps: Record<string, [number, number]> = { ArrowLeft: [8, 0], ArrowRight: [-8, 0], ArrowUp: [0, 8], ArrowDown: [0, -8] };

/** Draws the visible part of the image. */
function drawCut(canvas: HTMLCanvasElement, image: ImageBitmap, crop: Crop): void {
  const { left, top, side } = cutOf(image, crop);
  const pen = canvas.getContext('2d');
  if (pen === null) return;
  pen.imageSmoothingQuality = 'high';
  pen.clearRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(image, left, top, side, side, 0, 0, canvas.width, canvas.height);
}

/** The crop window: dragged, moved by the arrow keys, zoomed by the wheel, the slider and + and −. */
function CropStage({ picture: image, crop, change }: StageProps): ReactNode {
  const t = useText('identity.sign-in');
  const hint = useId();
  const zoomTo = (zoom: number): void => change(withinPicture(image, { ...crop, zoom }));
  return (
    <Stack gap={2} align="center">
      <Pane picture={image} crop={crop} change={change} zoomTo={zoomTo} hint={hint} />
      <Slider
        style={{ width: shown }}
        ariaLabelForHandle={t('avatarZoom')}
        min={1}
        max={mostZoom}
        step={0.01}
        value={crop.zoom}
        tooltip={{ formatter: null }}
        onChange={zoomTo}
      />
      <Text as="p" id={hint} size="s" tone="muted">
        {t('avatarMove')}
      </Text>
    </Stack>
  );
}

function Pane({ picture: image, crop, change, zoomTo, hint }: StageProps & { zoomTo: (zoom: number) => void; hint: string }): ReactNode {
  const t = useText('identity.sign-in');
  const canvas = useRef<HTMLCanvasElement>(null);
  const last = useRef<{ x: number; y: number }>(undefined);
  useEffect(() => {
    if (canvas.current) drawCut(canvas.current, image, crop);
  }, [image, crop]);
  const press = (event: KeyboardEvent): void => {
    const step = steps[event.key];
    if (step) change(moved(image, crop, { x: step[0], y: step[1], shown }));
    else if (event.key === '+' || event.key === '=') zoomTo(crop.zoom * 1.1);
    else if (event.key === '-') zoomTo(crop.zoom / 1.1);
    else return;
    event.preventDefault();
  };
  const drag = (event: PointerEvent): void => {
    if (last.current === undefined) return;
    change(moved(image, crop, { x: event.clientX - last.current.x, y: event.clientY - last.current.y, shown }));
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

/** Selects an image, crops it to a square and saves it. */
export function AvatarDialog({ close }: { close: () => void }): ReactNode {
  const t = useText('identity.sign-in');
  const [open, setOpen] = useState(true);
  const [image, setPicture] = useState<ImageBitmap>();
  const [crop, setCrop] = useState<Crop>(middle);
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<string>();
  const closing = useCloseChanged(
    () => image !== undefined,
    () => setOpen(false),
  );
  const choose = async (file: Blob): Promise<void> => {
    setWrong(undefined);
    if (file.size > avatarPaths.largestSource) return setWrong(t('avatarTooLarge'));
    const read = await createImageBitmap(file).catch(() => undefined);
    if (read === undefined) return setWrong(t('avatarUnreadable'));
    setCrop(middle);
    setPicture(read);
  };
  const save = async (): Promise<void> => {
    if (image === undefined) return;
    setBusy(true);
    const failed = await keep(image, crop);
    setBusy(false);
    if (failed !== undefined) return setWrong(failed);
    notice.success(t('avatarSaved'));
    setOpen(false);
  };
  return (
    <Modal
      open={open}
      title={t('setAvatar')}
      width={380}
      okText={t('avatarSave')}
      okButtonProps={{ disabled: image === undefined }}
      confirmLoading={busy}
      onOk={() => void save()}
      {...closing}
      afterClose={close}
    >
      {image ? <CropStage picture={image} crop={crop} change={setCrop} /> : <Present />}
      <Text as="p" tone="danger" className={styles.error} role="alert">
        {wrong}
      </Text>
      <Choose again={image !== undefined} choose={(file) => void choose(file)} />
    </Modal>
  );
}

function Choose({ again, choose }: { again: boolean; choose: (file: Blob) => void }): ReactNode {
  const t = useText('identity.sign-in');
  const take = (file: Blob): false => {
    choose(file);
    return false;
  };
  return (
    <Upload accept="image/png,image/jpeg,image/webp,image/gif" showUploadList={false} beforeUpload={take}>
      <Button icon={<PictureOutlined />}>{t(again ? 'avatarOther' : 'avatarChoose')}</Button>
    </Upload>
  );
}

/** The present avatar, before another image is selected. */
function Present(): ReactNode {
  const t = useText('identity.sign-in');
  const user = useCurrentUser();
  return (
    <Stack gap={2} align="center">
      <Avatar name={user.fullName} url={user.avatarUrl} size={120} />
      <Hint>{t('avatarChooseHint')}</Hint>
    </Stack>
  );
}

/** Uploads the cropped image; returns an error text. */
async function keep(image: ImageBitmap, crop: Crop): Promise<string | undefined> {
  const canvas = Object.assign(document.createElement('canvas'), { width: avatarPaths.side, height: avatarPaths.side });
  drawCut(canvas, image, crop);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
  if (blob === null) return undefined;
  try {
    await sendFile(avatarPaths.put, blob, 'avatar.png');
    await invalidateRoutes(session.current);
    return undefined;
  } catch (error) {
    if (error instanceof CallError) return error.message;
    throw error;
  }
}

/**
 * The position of an image under the square crop window: the image point at the window's centre, as fractions of its sides, and the zoom.
 */
interface Crop {
  x: number;
  y: number;
  /** At 1 the shorter side fills the window. */
  zoom: number;
}

interface Size {
  width: number;
  height: number;
}

export const mostZoom = 5;

/** The visible part of the image, in its own pixels. */
export function cutOf(picture: Size, crop: Crop): { left: number; top: number; side: number } {
  const side = Math.min(picture.width, picture.height) / crop.zoom;
  return { left: crop.x * picture.width - side / 2, top: crop.y * picture.height - side / 2, side };
}

/** The nearest crop at which the image covers the window. */
export function withinPicture(picture: Size, crop: Crop): Crop {
  const zoom = Math.min(mostZoom, Math.max(1, crop.zoom));
  const side = Math.min(picture.width, picture.height) / zoom;
  const within = (part: number, whole: number): number => Math.min(1 - side / 2 / whole, Math.max(side / 2 / whole, part));
  return { zoom, x: within(crop.x, picture.width), y: within(crop.y, picture.height) };
}

/** Moves the image by pixels of a window that is `shown` pixels wide. */
export function moved(picture: Size, crop: Crop, by: { x: number; y: number; shown: number }): Crop {
  const { side } = cutOf(picture, crop);
  const x = crop.x - (by.x / by.shown) * (side / picture.width);
  const y = crop.y - (by.y / by.shown) * (side / picture.height);
  return withinPicture(picture, { ...crop, x, y });
}

export const middle: Crop = { x: 0.5, y: 0.5, zoom: 1 };
