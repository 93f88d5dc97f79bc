import { gunzipSync } from 'node:zlib';
import { PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { boxAround, type Box, itemBoxes } from '@dossier/contract/drawing-boxes';
import { type Drawing, type DrawingSpace, readDrawing } from '@dossier/contract/drawing-file';
import type { Answer } from '../../../../ground/confined/job.ts';
import { embedLetters } from '../../../watermarks/paper/letters.ts';
import { times } from '../matrix.ts';
import { Pen } from './pen.ts';

/** The longer side of a page in points: A3 for what has no paper of its own, and no paper beyond these. */
const usual = 1190;
const [least, most] = [420, 2400];
const pointsOfMillimetre = 72 / 25.4;
const margin = 0.02;
const mostUnpacked = 256 << 20;

/** A drawing as a PDF: the model on the first page, each sheet on one of its own. */
export async function drawPaper(packed: Buffer, name: string): Promise<Answer> {
  const bytes = gunzipSync(packed, { maxOutputLength: mostUnpacked });
  const drawing = readDrawing(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
  const pdf = await PDFDocument.create();
  pdf.setTitle(name);
  const letters = await embedLetters(pdf);
  const pages = drawing.spaces.map((space, at) => ({ space, at })).filter(({ space, at }) => at > 0 || !isEmpty(space));
  let cut = drawing.cut;
  for (const { space } of pages.length > 0 ? pages : [{ space: drawing.spaces[0] as DrawingSpace }]) {
    const { box, width, height, scale } = pageOf(drawing, space);
    const pen = new Pen(letters, drawing);
    const [left, bottom] = [(width - (box[2] - box[0]) * scale) / 2, (height - (box[3] - box[1]) * scale) / 2];
    const at = [scale, 0, 0, scale, left - box[0] * scale, bottom - box[1] * scale] as const;
    drawWindows(pen, drawing, { space, at });
    pen.space(space, at, () => false);
    const page = pdf.addPage([width, height]);
    page.node.set(PDFName.of('Contents'), pdf.context.register(pdf.context.flateStream(pen.written())));
    page.node.set(PDFName.of('Resources'), pdf.context.obj({ Font: { W: letters.font.ref } }));
    cut ||= pen.isFull();
  }
  const saved = await pdf.save({ objectsPerTick: Number.POSITIVE_INFINITY });
  return { ok: true, text: '', bytes: Buffer.from(saved.buffer, saved.byteOffset, saved.length), pages: pdf.getPageCount(), cut };
}

const isEmpty = ({ items, texts, viewports }: DrawingSpace): boolean => items + texts.length + viewports.length === 0;

function pageOf({ styles, layers }: Drawing, space: DrawingSpace) {
  const isShown = (layer: number): boolean => layers[layer]?.hidden !== true;
  const around = boxAround(space, itemBoxes(space), { styles, isShown });
  const box = space.paper ?? withMargin(around ?? [0, 0, 1, 1]);
  const [across, up] = [box[2] - box[0], box[3] - box[1]];
  const longer = Math.max(across, up);
  const wanted = space.paper === undefined ? usual : Math.min(most, Math.max(least, longer * pointsOfMillimetre));
  const scale = wanted / longer;
  // what is long and thin lies on a page that can still be seen
  return { box, scale, width: Math.max(across * scale, wanted / 8), height: Math.max(up * scale, wanted / 8) };
}

function withMargin([left, bottom, right, top]: Box): Box {
  const by = Math.max(right - left, top - bottom, 1e-9) * margin;
  return [left - by, bottom - by, right + by, top + by];
}

/** The model as it is seen through the windows of a sheet. */
function drawWindows(
  pen: Pen,
  { spaces }: Drawing,
  { space, at }: { space: DrawingSpace; at: readonly [number, number, number, number, number, number] },
): void {
  const [model] = spaces;
  if (model === undefined) return;
  for (const { x, y, width, height, seen, hiddenLayers } of space.viewports) {
    const scale = height / (seen.height || height);
    const [cos, sin] = [Math.cos(seen.turn) * scale, Math.sin(seen.turn) * scale];
    const middle = [x + width / 2, y + height / 2] as const;
    const into = [cos, sin, -sin, cos, middle[0] - cos * seen.x + sin * seen.y, middle[1] - sin * seen.x - cos * seen.y] as const;
    const hidden = new Set(hiddenLayers);
    pen.within([x, y, x + width, y + height], at, () => pen.space(model, times(at, into), (layer) => hidden.has(layer)));
  }
}
