import type { CommentPlace } from '@dossier/contract/comments/places';
import { getCommonBounds } from '@excalidraw/excalidraw';
import type { ExcalidrawElement } from '@excalidraw/excalidraw/element/types';
import { drawingMargin } from '../../preview/draw-excalidraw.ts';

type Bounds = readonly [left: number, top: number, right: number, bottom: number];

/** Where the shapes of a drawing lay when its window was opened: the places of comments are parts of what was drawn then. */
export class DrawingPlaces {
  private readonly extent: Bounds;
  private readonly shapes: ReadonlyMap<string, Bounds>;

  constructor(elements: readonly ExcalidrawElement[]) {
    const shown = elements.filter(({ isDeleted }) => !isDeleted);
    const [left, top, right, bottom] = getCommonBounds(shown);
    this.extent = [left - drawingMargin, top - drawingMargin, right + drawingMargin, bottom + drawingMargin];
    this.shapes = new Map(shown.map((element) => [element.id, getCommonBounds([element])]));
  }

  /** The area of some shapes, or their point where they have none; undefined where none of them was there. */
  placeOf(ids: readonly string[]): CommentPlace | undefined {
    const bounds = ids.flatMap((id) => [this.shapes.get(id)].filter((one) => one !== undefined));
    if (bounds.length === 0) return undefined;
    const [left, top, right, bottom] = this.extent;
    const part = (at: number, from: number, to: number): number => Math.min(1, Math.max(0, (at - from) / (to - from)));
    const x = part(Math.min(...bounds.map((one) => one[0])), left, right);
    const y = part(Math.min(...bounds.map((one) => one[1])), top, bottom);
    const width = part(Math.max(...bounds.map((one) => one[2])), left, right) - x;
    const height = part(Math.max(...bounds.map((one) => one[3])), top, bottom) - y;
    if (width > 0 && height > 0) return { kind: 'area', page: 1, x, y, width, height };
    return { kind: 'point', page: 1, x: x + width / 2, y: y + height / 2 };
  }
}
