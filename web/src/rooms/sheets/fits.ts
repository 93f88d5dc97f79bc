let pen: CanvasRenderingContext2D | null | undefined;

/** Whether a number has room in its cell: one that is cut off would be read as another number. */
export function fits(text: string, { width, size, bold }: { width: number; size: number; bold: boolean }): boolean {
  // no digit is wider than this
  if (text.length * size * 0.45 > width) return false;
  if (text.length * size * 0.75 < width) return true;
  pen ??= document.createElement('canvas').getContext('2d');
  if (!pen) return true;
  pen.font = `${bold ? 600 : 400} ${size}px ${getComputedStyle(document.body).fontFamily}`;
  return pen.measureText(text).width <= width + 1;
}
