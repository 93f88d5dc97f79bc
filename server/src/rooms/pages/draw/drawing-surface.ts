import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type Canvas, createCanvas, DOMMatrix, GlobalFonts, Path2D, type SKRSContext2D } from '@napi-rs/canvas';

/** The name under which Chinese can always be drawn, whatever fonts the machine has. */
export const chineseFont = 'Noto Sans SC';

// what draws PDF brings a copy of the drawing library of its own: paths of the one are nothing to the other
Object.assign(globalThis, { DOMMatrix, Path2D });
if (!GlobalFonts.has(chineseFont)) {
  const folder = dirname(createRequire(import.meta.url).resolve('@expo-google-fonts/noto-sans-sc/package.json'));
  GlobalFonts.registerFromPath(join(folder, '400Regular', 'NotoSansSC_400Regular.ttf'), chineseFont);
}

/** A context that draws in Chinese what no other font has. */
function contextOf(canvas: Canvas, settings?: { alpha: false }): SKRSContext2D {
  const context = canvas.getContext('2d', settings);
  const font = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(context), 'font');
  Object.defineProperty(context, 'font', {
    get: () => font?.get?.call(context),
    set: (value: string): void => {
      font?.set?.call(context, `${value}, "${chineseFont}"`);
    },
  });
  return context;
}

interface Surface {
  canvas: Canvas | null;
  context: SKRSContext2D | null;
}

/** Makes what PDF draws on. */
export class CanvasFactory {
  create(width: number, height: number): Surface {
    const canvas = createCanvas(Math.max(1, width), Math.max(1, height));
    return { canvas, context: contextOf(canvas) };
  }

  getNoAlphaContext(canvas: Canvas): SKRSContext2D {
    return contextOf(canvas, { alpha: false });
  }

  reset({ canvas }: Surface, ...[width, height]: [number, number]): void {
    if (canvas !== null) Object.assign(canvas, { width: Math.max(1, width), height: Math.max(1, height) });
  }

  destroy(surface: Surface): void {
    // the memory is given back at once
    if (surface.canvas !== null) Object.assign(surface.canvas, { width: 0, height: 0 });
    Object.assign(surface, { canvas: null, context: null });
  }
}
