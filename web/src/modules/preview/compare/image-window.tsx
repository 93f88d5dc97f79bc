import type { PageBox } from '@dossier/contract/preview/pages';
import { type ReactNode, memo, useEffect, useRef, useState } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { Row, Stack } from '../../../platform/ui/layout.tsx';
import { Spinner } from '../../../platform/ui/spinner.tsx';
import { PageState } from '../pages/page-parts.tsx';
import { DarkStage, Swatch } from '../viewer-parts.tsx';
import styles from './compare.module.css';
import type { Change, WindowProps } from './use-comparison.ts';

const pictureUrl = (previewToken: string): string => `/look/picture/${previewToken}/picture.jpg?width=1600`;

/** Two images: side by side, overlaid with a slider, in two colours, or as differences. */
export function ImageWindow(props: WindowProps): ReactNode {
  const { looks, mode } = props;
  const urls: [string, string] = [pictureUrl(looks.look), pictureUrl(looks.other)];
  if (mode === 'side') return <Beside {...props} urls={urls} />;
  return <OverlaidImages key={mode} urls={urls} how={mode === 'slider' || mode === 'overlay' ? mode : 'difference'} />;
}

function Beside({ open, found, current, choose, urls }: WindowProps & { urls: [string, string] }): ReactNode {
  const t = useText('preview.compare');
  const [failed, setFailed] = useState(false);
  if (failed) return <PageState>{t('pictureFailed')}</PageState>;
  return (
    <div className={styles.two}>
      {(['before', 'after'] as const).map((side, at) => (
        <DarkStage
          key={side}
          role="region"
          aria-label={t(side === 'before' ? 'beforeNamed' : 'afterNamed', { name: open[side].view.name })}
        >
          <Row justify="center" className={styles.image}>
            <Fitted url={urls[at] ?? ''} onFailed={() => setFailed(true)}>
              <ChangeBoxes
                places={found.changes.map((change, place) => ({
                  at: place,
                  change,
                  boxes: (side === 'before' ? change.placesBefore : change.placesAfter)?.[0]?.boxes ?? [],
                }))}
                current={current}
                choose={choose}
              />
            </Fitted>
          </Row>
        </DarkStage>
      ))}
    </div>
  );
}

/** An image fitted to its area, with boxes. */
function Fitted({ url, onFailed, children }: { url: string; onFailed: () => void; children: ReactNode }): ReactNode {
  const [ratio, setRatio] = useState<number>();
  return (
    <div
      className={styles.fitted}
      style={{ '--ratio': ratio ?? 1, visibility: ratio === undefined ? 'hidden' : 'visible' } as React.CSSProperties}
    >
      <img
        src={url}
        alt=""
        draggable={false}
        onError={onFailed}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => setRatio(naturalWidth / Math.max(1, naturalHeight))}
      />
      {children}
    </div>
  );
}

/** Two images drawn as one. */
type ImagePair = [before: HTMLImageElement, after: HTMLImageElement];

/** Scales both to the wider one; the shorter one is extended with white. */
function canvasFor(canvas: HTMLCanvasElement, [before, after]: ImagePair) {
  const width = Math.max(before.naturalWidth, after.naturalWidth);
  const heights = [before, after].map((image) => Math.round((image.naturalHeight * width) / Math.max(1, image.naturalWidth)));
  canvas.width = width;
  canvas.height = Math.max(...heights);
  const brush = canvas.getContext('2d', { willReadFrequently: true });
  return { brush, width, height: canvas.height, heights };
}

/** The first image up to a fraction of the width, the second from there on. */
function drawSlider(canvas: HTMLCanvasElement, two: ImagePair, part: number): void {
  const { brush, width, height, heights } = canvasFor(canvas, two);
  if (!brush) return;
  const at = Math.round(width * part);
  brush.drawImage(two[1], 0, 0, width, heights[1] ?? height);
  brush.save();
  brush.beginPath();
  brush.rect(0, 0, at, height);
  brush.clip();
  brush.fillStyle = '#fff';
  brush.fillRect(0, 0, at, height);
  brush.drawImage(two[0], 0, 0, width, heights[0] ?? height);
  brush.restore();
  brush.fillStyle = '#1890ff';
  brush.fillRect(at - 1, 0, Math.max(2, width / 500), height);
}

function pixelsOf(
  canvas: HTMLCanvasElement,
  two: ImagePair,
): { brush: CanvasRenderingContext2D; pixels: [ImageData, ImageData] } | undefined {
  const { brush, width, height, heights } = canvasFor(canvas, two);
  if (!brush) return undefined;
  const [before, after] = two.map((image, at) => {
    brush.fillStyle = '#fff';
    brush.fillRect(0, 0, width, height);
    brush.drawImage(image, 0, 0, width, heights[at] ?? height);
    return brush.getImageData(0, 0, width, height);
  });
  return before && after ? { brush, pixels: [before, after] } : undefined;
}

const grey = (data: Uint8ClampedArray, at: number): number =>
  (data[at] ?? 0) * 0.3 + (data[at + 1] ?? 0) * 0.59 + (data[at + 2] ?? 0) * 0.11;

/** Dark in the first only is red, in the second only blue-green; in both it stays dark. */
function drawOverlay(canvas: HTMLCanvasElement, two: ImagePair): void {
  const found = pixelsOf(canvas, two);
  if (!found) return;
  const [{ data: one }, after] = found.pixels;
  const { data } = after;
  for (let at = 0; at < data.length; at += 4) {
    const [was, is] = [grey(one, at), grey(data, at)];
    data[at] = is;
    data[at + 1] = was;
    data[at + 2] = was;
  }
  found.brush.putImageData(after, 0, 0);
}

/** Smaller differences come from lossy compression. */
const tolerance = 36;

/** Differences in a bright colour, everything else pale. */
function drawDifference(canvas: HTMLCanvasElement, two: ImagePair): void {
  const found = pixelsOf(canvas, two);
  if (!found) return;
  const [{ data: one }, after] = found.pixels;
  const { data } = after;
  for (let at = 0; at < data.length; at += 4) {
    const differs = [0, 1, 2].some((colour) => Math.abs((one[at + colour] ?? 0) - (data[at + colour] ?? 0)) > tolerance);
    const pale = 190 + grey(data, at) * 0.25;
    [data[at], data[at + 1], data[at + 2]] = differs ? [255, 47, 146] : [pale, pale, pale];
  }
  found.brush.putImageData(after, 0, 0);
}

interface OverlaidProps {
  urls: [string, string];
  how: 'slider' | 'overlay' | 'difference';
}

const drawBy = { slider: drawSlider, overlay: drawOverlay, difference: drawDifference };

/** Two images drawn as one, in the client: the images are those for this user, with their watermarks. */
export function OverlaidImages({ urls, how }: OverlaidProps): ReactNode {
  const t = useText('preview.compare');
  const canvas = useRef<HTMLCanvasElement>(null);
  const [two, setTwo] = useState<ImagePair | 'failed'>();
  const [at, setAt] = useState(50);
  const [before, after] = urls;
  useEffect(() => {
    let gone = false;
    Promise.all([loadImage(before), loadImage(after)]).then(
      (loaded) => gone || setTwo(loaded),
      () => gone || setTwo('failed'),
    );
    return () => {
      gone = true;
    };
  }, [before, after]);
  useEffect(() => {
    if (canvas.current && two && two !== 'failed') drawBy[how](canvas.current, two, at / 100);
  }, [two, how, at]);
  return (
    <DarkStage>
      <Stack grow pad={3} align="center" justify="center" className={styles.stage}>
        {two === undefined && <Spinner label={t('loading')} delay={300} />}
        {two === 'failed' ? <p role="alert">{t('pictureFailed')}</p> : <canvas ref={canvas} role="img" aria-label={t(how)} />}
      </Stack>
      <Row gap={3} justify="center" rigid className={styles.legend}>
        {how === 'slider' ? (
          <>
            <span>{t('before')}</span>
            <input
              type="range"
              min={0}
              max={100}
              value={at}
              aria-label={t('slider')}
              onChange={({ target }) => setAt(Number(target.value))}
            />
            <span>{t('after')}</span>
          </>
        ) : (
          <>
            <LegendEntry colour={how === 'overlay' ? '#f0483e' : '#ff2f92'} text={t(how === 'overlay' ? 'onlyBefore' : 'different')} />
            {how === 'overlay' && <LegendEntry colour="#18b4c8" text={t('onlyAfter')} />}
          </>
        )}
      </Row>
    </DarkStage>
  );
}

const LegendEntry = ({ colour, text }: { colour: string; text: string }): ReactNode => (
  <Row as="span" gap={2}>
    <Swatch colour={colour} />
    {text}
  </Row>
);

async function loadImage(url: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = url;
  await image.decode();
  return image;
}

interface ChangeBoxesProps {
  places: { at: number; change: Change; boxes: PageBox[] }[] | undefined;
  current: number;
  choose: (at: number) => void;
}

/** The boxes of changes on a page; a click selects one. The list serves keyboard users. */
export const ChangeBoxes = memo(function ChangeBoxes({ places, current, choose }: ChangeBoxesProps): ReactNode {
  return places?.map(({ at, change, boxes }) =>
    boxes.map((box) => (
      <i
        key={`${at} ${box.x} ${box.y}`}
        className={styles.box}
        data-kind={change.kind}
        data-missing={box.width === 0 || undefined}
        data-chosen={at === current || undefined}
        onClick={() => choose(at)}
        style={{
          left: `${box.x * 100}%`,
          top: `${box.y * 100}%`,
          width: `${box.width * 100}%`,
          height: `${box.height * 100}%`,
          ...(box.turn && { transform: `rotate(${box.turn}deg)` }),
        }}
      />
    )),
  );
});
