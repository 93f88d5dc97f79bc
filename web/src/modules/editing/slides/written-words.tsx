import type { SlideDeck, TextShape } from '@dossier/contract/editing/slide-edits';
import { type CSSProperties, type ReactNode, useLayoutEffect, useState } from 'react';
import styles from './slides-editor.module.css';

/** English Metric Units of a point. */
const pointUnits = 12_700;
/** Pixels that a box is looked at with, at most so many each way. */
const sampled = 120;
/** Colours that differ by less in red, green and blue together are one. */
const sameColour = 96;

type Box = NonNullable<TextShape['box']>;
type Size = Pick<SlideDeck, 'width' | 'height'>;
type Colours = Pick<CSSProperties, 'background' | 'color'>;

interface WrittenWordsProps {
  text: TextShape;
  size: Size;
  /** The drawing that they lie over, once it has come. */
  picture: HTMLImageElement | null;
}

/** The words of a text in its place, over the drawing of what it said before: in its size and in the colours that the drawing has there. */
export function WrittenWords({ text, size, picture }: WrittenWordsProps): ReactNode {
  const { box, look, paragraphs } = text;
  const [colours, setColours] = useState<Colours>({});
  const place = box && [box.x / size.width, box.y / size.height, box.width / size.width, box.height / size.height].join(' ');
  useLayoutEffect(() => {
    if (picture === null || place === undefined) return;
    const read = (): void => setColours((known) => coloursAt(picture, place.split(' ').map(Number)) ?? known);
    if (picture.complete) read();
    picture.addEventListener('load', read);
    return () => picture.removeEventListener('load', read);
  }, [picture, place]);
  const style: CSSProperties = {
    ...colours,
    justifyContent: { t: 'flex-start', ctr: 'center', b: 'flex-end' }[look?.anchor ?? 't'],
    textAlign: ({ l: 'start', ctr: 'center', r: 'end' } as const)[look?.align ?? 'l'],
    fontSize: `${(100 * (look?.size ?? 18) * pointUnits) / size.width}cqw`,
    ...(look?.isBold === true && { fontWeight: 700 }),
    ...(box === undefined ? {} : { '--inset': `${(100 * 7.2 * pointUnits) / size.width}cqw` }),
  };
  return (
    <span className={styles.written} style={style}>
      {paragraphs.join('\n')}
    </span>
  );
}

/** Where a box is on its slide. */
export const placed = ({ x, y, width, height, turned }: Box, size: Size): CSSProperties => ({
  left: `${(100 * x) / size.width}%`,
  top: `${(100 * y) / size.height}%`,
  width: `${(100 * width) / size.width}%`,
  height: `${(100 * height) / size.height}%`,
  ...(turned !== 0 && { rotate: `${turned}deg` }),
});

/** The commonest colour of a part of a picture, and of the others the commonest that can be read on it. */
function coloursAt(picture: HTMLImageElement, [x = 0, y = 0, width = 0, height = 0]: number[]): Colours | undefined {
  const { naturalWidth, naturalHeight } = picture;
  const canvas = document.createElement('canvas');
  const [across, down] = [Math.min(sampled, naturalWidth * width), Math.min(sampled, naturalHeight * height)].map(Math.floor) as [
    number,
    number,
  ];
  const context = across > 0 && down > 0 ? canvas.getContext('2d', { willReadFrequently: true }) : null;
  if (!context) return undefined;
  [canvas.width, canvas.height] = [across, down];
  // each pixel as it is: means of ink and paper are neither
  context.imageSmoothingEnabled = false;
  context.drawImage(picture, x * naturalWidth, y * naturalHeight, width * naturalWidth, height * naturalHeight, 0, 0, across, down);
  const { data } = context.getImageData(0, 0, across, down);
  const counts = new Map<number, number>();
  for (let at = 0; at < data.length; at += 4) {
    // to steps of eight, as compression scatters colours
    const colour = ((data[at] ?? 0) & 0xf8) * 65_536 + ((data[at + 1] ?? 0) & 0xf8) * 256 + ((data[at + 2] ?? 0) & 0xf8);
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const common = [...counts].toSorted(([, one], [, other]) => other - one).map(([colour]) => partsOf(colour));
  const [paper = [255, 255, 255]] = common;
  const ink =
    common.find((colour) => distance(colour, paper) > 2 * sameColour) ?? common.find((colour) => distance(colour, paper) > sameColour);
  return { background: shade(paper), color: ink === undefined ? (sum(paper) > 380 ? '#222' : '#fff') : shade(ink) };
}

const partsOf = (colour: number): number[] => [colour >> 16, (colour >> 8) & 255, colour & 255].map((part) => (part >= 248 ? 255 : part));
const sum = (parts: number[]): number => parts.reduce((all, part) => all + part, 0);
const distance = (one: number[], other: number[]): number => sum(one.map((part, at) => Math.abs(part - (other[at] ?? 0))));
const shade = (parts: number[]): string => `rgb(${parts.join(' ')})`;
