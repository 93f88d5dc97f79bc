import type { MarkDesign, MarkUse } from '@dossier/contract/watermarks';
import type { Watermark } from './watermark-words.ts';

/** What the form of a watermark holds. */
export interface Said extends Omit<MarkDesign, 'lines'> {
  name?: string;
  /** One a row. */
  text: string;
  areas: number[];
  cabinetIds: string[];
  uses: MarkUse[];
  holders: Watermark['holders'];
}

const first: Omit<Said, 'name'> = {
  text: '{name} {time}',
  qr: '',
  place: 'tiled',
  density: 'normal',
  angle: 30,
  size: 14,
  colour: '#808080',
  opacity: 25,
  areas: [],
  cabinetIds: [],
  uses: ['view', 'print', 'pdf', 'share'],
  holders: 'without',
};

/** A watermark as its form shows it, or a new one. */
export function saidOf(watermark: Watermark | undefined): Said {
  if (watermark === undefined) return first;
  const { name, design, areas, cabinetIds, uses, holders } = watermark;
  const { lines, ...looks } = design;
  return { name, text: lines.join('\n'), ...looks, areas, cabinetIds, uses, holders };
}

const mostLines = 6;

/** What the form says of the looks; rows past the last are not sent. */
export function designOf({ text, qr, place, density, angle, size, colour, opacity }: Said): MarkDesign {
  const lines = text.split('\n').map((line) => line.trim());
  while (lines.at(-1) === '') lines.pop();
  return { lines: lines.slice(0, mostLines), qr: qr.trim(), place, density, angle, size, colour: colour.toLowerCase(), opacity };
}
