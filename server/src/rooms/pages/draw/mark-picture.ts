import { createCanvas, loadImage } from '@napi-rs/canvas';
import type { Mark } from '@dossier/contract/watermarks';
import type { Answer, Job } from '../../../ground/confined/job.ts';
import { drawMark } from '../../../ground/confined/mark/draw-mark.ts';
import { chineseFont } from './drawing-surface.ts';

const quality = 85;

/** A picture of ours with a mark in it. */
export async function markPicture({ path, terms }: Job): Promise<Answer> {
  const picture = await loadImage(path);
  const { width, height } = picture;
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.drawImage(picture, 0, 0);
  drawMark(context, terms?.mark as Mark, { width, height, font: chineseFont });
  const bytes = await canvas.encode('jpeg', quality);
  // the memory is given back at once
  Object.assign(canvas, { width: 0, height: 0 });
  return { ok: true, text: '', bytes };
}
