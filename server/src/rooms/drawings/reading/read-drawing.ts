import { type Drawing, type DrawingSpace, traceItem } from '@dossier/contract/drawing-file';
import { type Drawer, type Endless, Expansion, viewportOf } from './expand.ts';
import { same } from './matrix.ts';
import { type Dxf, type Layout, modelBlock, paperBlock, readDxf } from './read-dxf.ts';
import { lineTo, moveTo, newPath } from './shape.ts';
import { type Budget, newBudget, SpaceWriter, styleList } from './space-writer.ts';
import { shownColour } from './tables.ts';

const mostLayers = 20_000;

/** A DXF as it is shown. */
export function readDrawing(bytes: Buffer): Drawing {
  const dxf = readDxf(bytes);
  const layers = [...dxf.tables.layers.values()].map(({ name, colour, hidden }) => ({ name, colour: shownColour(colour), hidden }));
  const places = new Map(layers.map(({ name }, place) => [name.toUpperCase(), place]));
  const unknown = (name: string): number => {
    if (layers.length >= mostLayers) return 0;
    const place = layers.push({ name, colour: shownColour(7), hidden: false }) - 1;
    places.set(name.toUpperCase(), place);
    return place;
  };
  const styles = styleList();
  const drawer: Drawer = { dxf, styles, layers: places, unknown };
  const budget = newBudget();
  const drawn = spacesOf(dxf).map((layout) => drawSpace(drawer, layout, budget));
  const spaces = drawn.filter(({ items, texts, viewports }, at) => at === 0 || items + texts.length + viewports.length > 0);
  return { unit: dxf.tables.unit, layers, styles: styles.styles, spaces, cut: dxf.cut };
}

/** The model first, then the sheets that anything is on. */
function spacesOf({ layouts, blocks }: Dxf): Layout[] {
  const model: Layout = { name: '', order: 0, block: modelBlock, paper: undefined };
  const sheets = layouts.filter(({ block }) => block !== modelBlock).toSorted((a, b) => a.order - b.order);
  const isEmpty = (blocks.get(paperBlock)?.shapes.length ?? 0) === 0;
  const old: Layout[] = sheets.length > 0 || isEmpty ? [] : [{ name: '', order: 1, block: paperBlock, paper: undefined }];
  return [model, ...sheets, ...old];
}

function drawSpace(drawer: Drawer, { name, block, paper }: Layout, budget: Budget): DrawingSpace {
  const writer = new SpaceWriter(budget);
  const expansion = new Expansion(drawer, writer);
  expansion.draw(block);
  for (const object of expansion.viewportObjects) {
    const viewport = block === modelBlock ? undefined : viewportOf(object, (handle) => drawer.dxf.tables.layerHandles.get(handle));
    if (viewport !== undefined) writer.viewports.push(viewport);
  }
  if (expansion.endless.length > 0) addEndless(writer, expansion.endless, writer.end(name, paper));
  return writer.end(name, paper);
}

/** Endless lines go ten times as far as everything else. */
function addEndless(writer: SpaceWriter, lines: Endless[], space: DrawingSpace): void {
  const far = 10 * Math.max(1, sizeOf(space));
  for (const { style, at, along, both } of lines) {
    const [x, y] = at;
    const length = Math.hypot(...along) || 1;
    const [dx, dy] = [(along[0] / length) * far, (along[1] / length) * far];
    const path = newPath();
    if (both) moveTo(path, x - dx, y - dy);
    else moveTo(path, x, y);
    lineTo(path, x + dx, y + dy);
    writer.path(style, path, same);
  }
}

function sizeOf(space: DrawingSpace): number {
  let [left, bottom, right, top] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const see = (x: number, y: number): void => {
    [left, bottom, right, top] = [Math.min(left, x), Math.min(bottom, y), Math.max(right, x), Math.max(top, y)];
  };
  const to = { moveTo: see, lineTo: see, closePath: () => undefined };
  for (let n = 0; n < space.items; n++) traceItem(space, n, { to, error: Number.POSITIVE_INFINITY });
  return right >= left ? Math.hypot(right - left, top - bottom) : 1;
}
