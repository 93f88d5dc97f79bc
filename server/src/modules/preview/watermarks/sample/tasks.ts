import type { Mark } from '@dossier/contract/preview/watermarks';
import type { Tasks } from '@dossier/formats/task';
import { GlobalFonts, type SKRSContext2D, createCanvas } from '@napi-rs/canvas';
import { drawMark } from '../mark-drawing/draw-mark.ts';

const font = 'Noto Sans SC';
const [short, long] = [760, 1075];
const margin = 84;

interface Words {
  title: string;
  text: string;
  space: string;
}

/** Draws the sample page of a watermark; the file of the job is the font. */
export const tasks: Tasks = {
  async sample({ path, terms }) {
    const { mark, words, landscape } = terms as { mark?: Mark; words: Words; landscape: boolean };
    if (!GlobalFonts.has(font)) GlobalFonts.registerFromPath(path, font);
    const [width, height] = landscape ? [long, short] : [short, long];
    const canvas = createCanvas(width, height);
    const context = canvas.getContext('2d');
    writePage(context, { words, width, height });
    if (mark !== undefined) drawMark(context, mark, { width, height, font });
    return { ok: true, text: '', bytes: await canvas.encode('webp', 82) };
  },
};

function writePage(context: SKRSContext2D, { words, width, height }: { words: Words; width: number; height: number }): void {
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.fillStyle = '#1f2329';
  context.font = `30px "${font}"`;
  context.fillText(words.title, margin, margin + 30);
  context.font = `16px "${font}"`;
  context.fillStyle = '#3c4148';
  const parts = words.space === '' ? Array.from(words.text) : words.text.split(words.space);
  let [row, y] = ['', margin + 90];
  for (let at = 0; y < height - margin; at++) {
    const part = parts[at % parts.length] ?? '';
    const next = row === '' ? part : row + words.space + part;
    const ends = at % parts.length === parts.length - 1;
    if (context.measureText(next).width > width - 2 * margin) {
      context.fillText(row, margin, y);
      [row, y] = [part, y + 30];
    } else row = next;
    if (!ends) continue;
    context.fillText(row, margin, y);
    [row, y] = ['', y + 52];
  }
}
