import type { Mark } from '@dossier/contract/watermarks';
import { type Page, stampsOf } from './stamps.ts';

/** What a mark needs of the context of a canvas. */
export interface Drawing {
  font: string;
  fillStyle: unknown;
  globalAlpha: number;
  globalCompositeOperation: string;
  textBaseline: string;
  textAlign: string;
  save(): void;
  restore(): void;
  resetTransform(): void;
  translate(x: number, y: number): void;
  rotate(angle: number): void;
  fillText(text: string, x: number, y: number): void;
  fillRect(x: number, y: number, width: number, height: number): void;
  measureText(text: string): { width: number };
}

const measured = 100;

/** Draws a mark over the picture of a page, in its pixels. `font` is a family that has all letters; who draws has registered it. */
export function drawMark(context: Drawing, mark: Mark, { width, height, font }: Page & { font: string }): void {
  context.save();
  context.resetTransform();
  context.globalCompositeOperation = 'source-over';
  context.font = `${measured}px "${font}"`;
  const stamps = stampsOf(mark, { width, height }, (text) => context.measureText(text).width / measured);
  if (stamps === undefined) return context.restore();
  const { stamp, angle, middles } = stamps;
  context.font = `${stamp.size}px "${font}"`;
  context.fillStyle = mark.colour;
  context.globalAlpha = mark.opacity;
  context.textBaseline = 'alphabetic';
  context.textAlign = 'left';
  for (const { x, y } of middles) {
    context.save();
    context.translate(x, height - y);
    context.rotate((-angle * Math.PI) / 180);
    for (const line of stamp.lines) context.fillText(line.text, line.x, -line.y);
    if (stamp.code !== undefined) {
      const { code } = stamp;
      const rows = mark.qr?.rows ?? [];
      forDark(rows, ({ row, from, length }) => {
        const top = -(code.y + (rows.length - row) * code.module);
        context.fillRect(code.x + from * code.module, top, length * code.module, code.module);
      });
    }
    context.restore();
  }
  context.restore();
}

/** The dark modules of a code as runs in its rows. */
export function forDark(rows: readonly string[], each: (run: { row: number; from: number; length: number }) => void): void {
  rows.forEach((text, row) => {
    for (const run of text.matchAll(/1+/g)) each({ row, from: run.index, length: run[0].length });
  });
}
