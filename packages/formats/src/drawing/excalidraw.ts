import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing';

type Json = null | boolean | number | string | Json[] | JsonObject;
export interface JsonObject {
  [key: string]: Json;
}

/** An element of a drawing: what is known of every one; the rest is that of its type, or of programs to come. */
export type DrawnElement = JsonObject & {
  id: string;
  type: string;
  index?: string | null;
  version?: number;
  isDeleted?: boolean;
  link?: string | null;
};

/** A drawing as its editors share it: elements and pictures by their id, and the settings of the canvas by their name. */
export interface Drawing {
  elements: Map<string, DrawnElement>;
  files: Map<string, JsonObject>;
  app: Map<string, Json>;
}

/** The drawing of a file, with the number of entries in its list of elements: what is not valid among them stays in the file, too. */
export type ReadDrawing = Drawing & { entries: number };

/** Thrown for bytes that are no drawing, or one beyond the bounds. */
export class UnreadableDrawing extends Error {}

/** Bounds of a drawing that is edited; a page full of handwriting has some thousand elements. */
export const drawingLimits = {
  elements: 20_000,
  /** Entries in the list of elements, with those that are none. */
  entries: 40_000,
  /** Characters of one element as JSON: the points of a line drawn by hand for minutes. */
  element: 1 << 20,
  /** Levels of objects and arrays in an element; the library itself needs four. */
  depth: 12,
  files: 500,
  /** Characters of one picture as a data URL. */
  file: 6 << 20,
  /** The largest version of an element: no number of honest changes reaches it, and it can still be counted up. */
  version: 2 ** 40,
} as const;

const idPattern = /^(?!__proto__$)[\w.:-]{1,100}$/;
const maxIndex = 500;
/** Pictures that a browser shows as an image, where nothing in them is run. */
const pictureAddress =
  /^data:image\/(?:png|jpeg|jfif|gif|webp|bmp|avif|x-icon|svg\+xml)(?:;charset=[\w-]{1,20})?;base64,[A-Za-z0-9+/]*={0,2}$/;
const colour = /^[#\w(),.%\s-]{1,60}$/;

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** Whether a value consists of what JSON can say, and is bounded in depth and in the characters of its JSON. */
function isPlain(value: unknown, { depth, size }: { depth: number; size: number }): boolean {
  let left = size;
  const visit = (one: unknown, level: number): boolean => {
    left -= typeof one === 'string' ? one.length + 2 : 4;
    if (left < 0) return false;
    if (one === null || typeof one === 'boolean' || typeof one === 'string') return true;
    if (typeof one === 'number') return Number.isFinite(one);
    if (level === 0) return false;
    if (Array.isArray(one)) return one.every((part) => visit(part, level - 1));
    return (
      isObject(one) &&
      !Object.hasOwn(one, '__proto__') &&
      Object.entries(one).every(([key, part]) => visit(key, 0) && visit(part, level - 1))
    );
  };
  return visit(value, depth);
}

/** Whether a text is a place in the order of elements; with any other the library fails as soon as something is drawn above it. */
function isOrderKey(index: string): boolean {
  if (index.length > maxIndex) return false;
  try {
    generateKeyBetween(index, null);
    return true;
  } catch {
    return false;
  }
}

type Check = (value: Json) => boolean;

const isNumber: Check = (value) => typeof value === 'number';
const isCount: Check = (value) => Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= drawingLimits.version;
const within =
  (least: number, most: number): Check =>
  (value) =>
    typeof value === 'number' && value >= least && value <= most;
const isText: Check = (value) => typeof value === 'string';
const isFlag: Check = (value) => typeof value === 'boolean';
const orNone =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
const withFields =
  (checks: Record<string, Check>): Check =>
  (value) =>
    isObject(value) && Object.entries(checks).every(([name, check]) => value[name] === undefined || check(value[name]));

/** The largest side of an element, and its largest distance from the origin: hatching is drawn line by line, and much more would block a browser. */
const maxSide = 1_000_000;
const maxDistance = 100_000_000;
const isSide = within(-maxSide, maxSide);
const isPoint: Check = (value) => Array.isArray(value) && value.length >= 2 && value.every(isSide);
const isBinding = withFields({ elementId: isText, focus: orNone(isSide), gap: orNone(isSide), fixedPoint: orNone(isPoint) });

/** The fields that the library relies on, in elements of any type, where they are there. */
const isDrawable = withFields({
  x: within(-maxDistance, maxDistance),
  y: within(-maxDistance, maxDistance),
  width: isSide,
  height: isSide,
  angle: within(-1000, 1000),
  strokeColor: isText,
  backgroundColor: isText,
  fillStyle: isText,
  strokeStyle: isText,
  strokeWidth: within(0, 1000),
  roughness: within(0, 100),
  opacity: within(0, 100),
  seed: isNumber,
  version: isCount,
  versionNonce: isCount,
  index: orNone((value) => typeof value === 'string' && isOrderKey(value)),
  isDeleted: isFlag,
  locked: isFlag,
  link: orNone(isText),
  groupIds: listOf(isText),
  frameId: orNone(isText),
  roundness: orNone(withFields({ type: isNumber, value: isSide })),
  boundElements: orNone(listOf(withFields({ id: isText, type: isText }))),
  customData: orNone(isObject),
  text: isText,
  originalText: isText,
  fontSize: within(0.1, 10_000),
  fontFamily: isNumber,
  lineHeight: within(0.1, 100),
  textAlign: isText,
  verticalAlign: isText,
  containerId: orNone(isText),
  points: listOf(isPoint),
  pressures: listOf(isSide),
  lastCommittedPoint: orNone(isPoint),
  startBinding: orNone(isBinding),
  endBinding: orNone(isBinding),
  startArrowhead: orNone(isText),
  endArrowhead: orNone(isText),
  fileId: orNone(isText),
  scale: isPoint,
  crop: orNone(withFields({ x: isSide, y: isSide, width: isSide, height: isSide, naturalWidth: isSide, naturalHeight: isSide })),
  name: orNone(isText),
});

/** Fields that must be there, by the type of the element. */
const needed: Record<string, readonly string[]> = {
  text: ['text'],
  freedraw: ['points'],
  line: ['points'],
  arrow: ['points'],
};

/** Whether a value is the element of this id. */
export function isElement(id: string, value: unknown): value is DrawnElement {
  if (!idPattern.test(id) || !isObject(value) || value.id !== id) return false;
  const { type } = value;
  return (
    typeof type === 'string' &&
    /^[a-z-]{1,40}$/i.test(type) &&
    isPlain(value, { depth: drawingLimits.depth, size: drawingLimits.element }) &&
    ['x', 'y', ...(Object.hasOwn(needed, type) ? (needed[type] ?? []) : [])].every((name) => value[name] !== undefined) &&
    isDrawable(value)
  );
}

/** Whether a value is the picture of this id. */
export function isPicture(id: string, value: unknown): value is JsonObject {
  if (!idPattern.test(id) || !isObject(value) || value.id !== id) return false;
  const { mimeType, dataURL } = value;
  return (
    typeof mimeType === 'string' &&
    /^image\/[\w.+-]{1,40}$/.test(mimeType) &&
    typeof dataURL === 'string' &&
    pictureAddress.test(dataURL) &&
    isPlain(value, { depth: 3, size: drawingLimits.file })
  );
}

const isGrid = (value: unknown): boolean => typeof value === 'number' && value >= 0 && value <= 1000;
const settings: Record<string, (value: unknown) => boolean> = {
  viewBackgroundColor: (value) => typeof value === 'string' && colour.test(value),
  gridSize: (value) => value === null || isGrid(value),
  gridStep: isGrid,
  gridModeEnabled: (value) => typeof value === 'boolean',
};

/** Whether a value is the setting of the canvas of this name. */
export const isCanvasSetting = (name: string, value: unknown): value is Json =>
  Object.hasOwn(settings, name) && settings[name]?.(value) === true;

/** Schemes of links that run a script or show a page made of the link. */
const activeScheme = /^(?:javascript|data|vbscript):/i;

/** Whether a link of an element leads somewhere, instead of running something. */
export const isHarmlessLink = (link: Json | undefined): boolean =>
  // browsers skip spaces and control characters in front of a scheme and within it
  typeof link !== 'string' || !activeScheme.test([...link].filter((sign) => sign > ' ' && sign !== '\u007f').join(''));

/** Elements that show pages of elsewhere: never loaded, and never made here. */
export const isEmbedding = ({ type }: JsonObject): boolean => type === 'embeddable' || type === 'iframe';

const mark = '\ufeff';

const emptyFile: JsonObject = { type: 'excalidraw', version: 2, source: 'Dossier', elements: [], appState: {}, files: {} };

function readRoot(bytes: Uint8Array): { text: string; root: JsonObject } {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  let root: unknown;
  try {
    root = JSON.parse(text.startsWith(mark) ? text.slice(1) : text);
  } catch {
    throw new UnreadableDrawing('no JSON');
  }
  if (!isObject(root) || root.type !== 'excalidraw' || !Array.isArray(root.elements)) throw new UnreadableDrawing('no drawing');
  return { text, root };
}

/**
 * Gives a place in the order to the elements that lack one, between their neighbours: files from before there were indices, and from programs that do
 * not know them, have their elements in the order of the list.
 */
function placeElements(elements: Map<string, DrawnElement>): void {
  const list = [...elements.values()];
  let last: string | null = null;
  let lacking: DrawnElement[] = [];
  const place = (next: string | null): void => {
    for (const [at, index] of generateNKeysBetween(last, next, lacking.length).entries()) {
      const element = lacking[at];
      if (element !== undefined) elements.set(element.id, { ...element, index });
    }
    lacking = [];
  };
  for (const element of list) {
    const { index } = element;
    if (typeof index === 'string' && (last === null || index > last)) {
      place(index);
      last = index;
    } else lacking.push(element);
  }
  place(null);
}

/** The drawing of a file. What is not valid in it is left out, and stays in the file as it is. */
export function parseDrawing(bytes: Uint8Array): ReadDrawing {
  const drawing: ReadDrawing = { elements: new Map(), files: new Map(), app: new Map(), entries: 0 };
  if (bytes.length === 0) return drawing;
  const { root } = readRoot(bytes);
  const entries = root.elements as Json[];
  drawing.entries = entries.length;
  for (const element of entries) {
    const id = isObject(element) ? element.id : undefined;
    if (typeof id === 'string' && !drawing.elements.has(id) && isElement(id, element)) drawing.elements.set(id, element);
  }
  for (const [id, file] of Object.entries(isObject(root.files) ? root.files : {})) if (isPicture(id, file)) drawing.files.set(id, file);
  for (const [name, value] of Object.entries(isObject(root.appState) ? root.appState : {}))
    if (isCanvasSetting(name, value)) drawing.app.set(name, value);
  placeElements(drawing.elements);
  return drawing;
}

const isEqual = (one: unknown, other: unknown): boolean => {
  if (one === other) return true;
  if (Array.isArray(one) || Array.isArray(other))
    return Array.isArray(one) && Array.isArray(other) && one.length === other.length && one.every((part, at) => isEqual(part, other[at]));
  if (!isObject(one) || !isObject(other)) return false;
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every((key) => Object.hasOwn(other, key) && isEqual(one[key], other[key]));
};

type RawReviver = (this: unknown, key: string, value: unknown, context: { source?: string }) => unknown;
const { rawJSON } = JSON as unknown as { rawJSON: (source: string) => unknown };

/** Like JSON.parse, but numbers and texts that are written in an unusual way are written like that again. */
function parseAsWritten(text: string): Record<string, unknown> {
  const revive: RawReviver = (_, value, { source }) => (source !== undefined && source !== JSON.stringify(value) ? rawJSON(source) : value);
  return JSON.parse(text, revive as (key: string, value: unknown) => unknown) as Record<string, unknown>;
}

const byIndex = (one: DrawnElement, other: DrawnElement): number => {
  const [a, b] = [one.index ?? '', other.index ?? ''];
  if (a !== b) return a < b ? -1 : 1;
  return one.id < other.id ? -1 : 1;
};

/** The pictures that elements show. */
export const picturesOf = (elements: Iterable<JsonObject>): Set<Json | undefined> =>
  new Set([...elements].flatMap(({ fileId, isDeleted }) => (isDeleted === true ? [] : [fileId])));

/** The elements of the file before: `plain` to know them by, `written` as they stand there. */
interface ListBefore {
  plain: readonly Json[];
  written: readonly unknown[];
}

function writeElements(drawing: Drawing, before: Drawing, { plain, written }: ListBefore): unknown[] {
  const asWritten = new Map<string, unknown>();
  /** What is not in the drawing, by the element that it follows. */
  const strays = new Map<string, unknown[]>();
  let last = '';
  for (const [at, element] of plain.entries()) {
    const id = isObject(element) ? element.id : undefined;
    if (typeof id === 'string' && before.elements.has(id) && !asWritten.has(id)) {
      asWritten.set(id, written[at]);
      last = id;
    } else {
      const known = strays.get(last);
      if (known === undefined) strays.set(last, [written[at]]);
      else known.push(written[at]);
    }
  }
  const out: unknown[] = [];
  const putStraysAfter = (id: string): void => {
    for (const stray of strays.get(id) ?? []) out.push(stray);
  };
  putStraysAfter('');
  for (const element of [...drawing.elements.values()].toSorted(byIndex)) {
    const { id } = element;
    const isTouched = !isEqual(element, before.elements.get(id));
    if (!isTouched) out.push(asWritten.get(id));
    else if (element.isDeleted !== true) out.push(element);
    putStraysAfter(id);
  }
  for (const id of before.elements.keys()) if (!drawing.elements.has(id)) putStraysAfter(id);
  return out;
}

function writeFiles(drawing: Drawing, before: Drawing, written: Record<string, unknown>): Record<string, unknown> {
  const used = picturesOf(drawing.elements.values());
  const usedBefore = picturesOf(before.elements.values());
  const out: Record<string, unknown> = {};
  for (const [id, file] of Object.entries(written)) {
    const now = drawing.files.get(id);
    // of a deleted element the picture goes as well
    if (before.files.has(id) && (now === undefined || (usedBefore.has(id) && !used.has(id)))) continue;
    out[id] = now === undefined || isEqual(now, before.files.get(id)) ? file : now;
  }
  for (const [id, file] of drawing.files) if (!Object.hasOwn(out, id) && used.has(id)) out[id] = file;
  return out;
}

/**
 * The file of a drawing that was edited: what nobody touched comes back as it is written in the file before, with keys, elements and pictures that the
 * editor does not know. An untouched drawing has the bytes of its file.
 */
export function rewriteDrawing(original: Uint8Array, drawing: Drawing): Uint8Array {
  const before = parseDrawing(original);
  if ((['elements', 'files', 'app'] as const).every((part) => isEqual(Object.fromEntries(before[part]), Object.fromEntries(drawing[part]))))
    return original;
  const isNew = original.length === 0;
  const { text, root: plain } = isNew ? { text: '', root: emptyFile } : readRoot(original);
  const body = text.startsWith(mark) ? text.slice(1) : text;
  const root = isNew ? { ...emptyFile } : parseAsWritten(body);
  const app: Record<string, unknown> = isObject(root.appState) ? { ...root.appState } : {};
  for (const [name, value] of drawing.app) if (!before.app.has(name) || !isEqual(value, before.app.get(name))) app[name] = value;
  const files = writeFiles(drawing, before, isObject(root.files) ? root.files : {});
  Object.assign(root, {
    elements: writeElements(drawing, before, { plain: plain.elements as Json[], written: root.elements as unknown[] }),
    ...((root.appState !== undefined || Object.keys(app).length > 0) && { appState: app }),
    ...((root.files !== undefined || Object.keys(files).length > 0) && { files }),
  });
  const indent = isNew ? '  ' : (/^\s*\{\r?\n([ \t]*)/.exec(body)?.[1] ?? '');
  const end = /\s*$/.exec(body)?.[0] ?? '';
  return new TextEncoder().encode(`${text.startsWith(mark) ? mark : ''}${JSON.stringify(root, null, indent)}${end}`);
}

/** Whether a drawing has no more elements, entries beside them and pictures than an editor can hold. */
export const isWithinLimits = ({ elements, files, entries }: ReadDrawing): boolean =>
  elements.size <= drawingLimits.elements && entries <= drawingLimits.entries && files.size <= drawingLimits.files;

/** The words in a drawing, in the order of its elements. */
export function drawingText(bytes: Uint8Array): string {
  const words: string[] = [];
  for (const { isDeleted, originalText, text, name } of [...parseDrawing(bytes).elements.values()].toSorted(byIndex)) {
    const own = originalText ?? text ?? name;
    if (isDeleted !== true && typeof own === 'string' && own !== '') words.push(own);
  }
  return words.join('\n');
}
