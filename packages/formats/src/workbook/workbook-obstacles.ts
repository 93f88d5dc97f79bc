import type { OfficePackage } from '../office/patch-package.ts';
import { XmlEdit } from '../xml/xml-edit.ts';
import { type BookPart, type BookSheet, isTrue } from './book-part.ts';
import { formulaTokens } from './formula-tokens.ts';
import { sheetOrder, sheetPieces } from './sheet-frame.ts';

/** What limits the editing of a workbook, or is kept without being shown by an editor. */
export type ObstacleKind =
  /** A sheet whose cells, or a workbook whose list of sheets cannot be edited. */
  | 'protectedSheet'
  | 'protectedBook'
  /** A digital signature, which any edit makes invalid. */
  | 'signature'
  /** Kept as they are, and in no way of any edit; the detail is their number. */
  | 'macros'
  | 'charts'
  | 'pictures'
  | 'externalLinks'
  /** Arrays can be edited only as a whole; the detail is their number. */
  | 'arrayFormulas'
  /** From here on: no rows and columns can be inserted and removed in this workbook. */
  | 'pivotTables'
  | 'dataTables'
  | 'severalSheets'
  | 'unreadableFormulas'
  | 'threadedComments'
  | 'controls'
  | 'slicers'
  | 'queryTables'
  | 'sharedBook'
  | 'unknownCharts'
  | 'otherParts';

export interface Obstacle {
  kind: ObstacleKind;
  /** Its sheetId, where it lies on one sheet. */
  sheet?: number;
  detail?: string;
}

const harmless: ReadonlySet<ObstacleKind> = new Set([
  'protectedSheet',
  'protectedBook',
  'signature',
  'macros',
  'charts',
  'pictures',
  'externalLinks',
  'arrayFormulas',
]);

/** Relationships of sheets that do not stop rows from moving; others are named, or are parts that nobody here knows. */
const knownKinds = new Set(['drawing', 'vmlDrawing', 'comments', 'hyperlink', 'table', 'printerSettings', 'image']);
const stoppingKinds: Record<string, ObstacleKind> = {
  pivotTable: 'pivotTables',
  threadedComment: 'threadedComments',
  control: 'controls',
  ctrlProp: 'controls',
  oleObject: 'controls',
  package: 'controls',
  slicer: 'slicers',
  timeline: 'slicers',
  queryTable: 'queryTables',
};
/** Elements of a sheet with places in them that are not shifted. */
const stoppingElements: Record<string, ObstacleKind> = {
  oleObjects: 'controls',
  controls: 'controls',
  AlternateContent: 'controls',
};
const unshifted = new Set(['scenarios', 'dataConsolidate', 'customSheetViews', 'cellWatches', 'smartTags', 'webPublishItems']);
/** Extensions of sheets: conditional formats, validations, sparklines, ignored errors, protected ranges, page layout view. */
const knownExtensions = new Set([
  'conditionalFormattings',
  'dataValidations',
  'sparklineGroups',
  'ignoredErrors',
  'protectedRanges',
  'PLV',
]);

/** The formulas of a sheet. */
export interface SheetFormulas {
  sheetId: number;
  cells: readonly { formula?: string; array?: object }[];
}

/** What stands in the way of editing a workbook. */
export function workbookObstacles(
  parts: OfficePackage,
  book: BookPart,
  formulas: readonly SheetFormulas[],
): { obstacles: Obstacle[]; canShift: boolean } {
  const finder = new ObstacleFinder(parts);
  finder.ofBook(book);
  for (const sheet of book.sheets) finder.ofSheet(sheet);
  for (const sheet of formulas) finder.ofFormulas(sheet);
  const { obstacles } = finder;
  return { obstacles, canShift: obstacles.every(({ kind }) => harmless.has(kind)) };
}

class ObstacleFinder {
  readonly obstacles: Obstacle[] = [];
  readonly #parts: OfficePackage;

  constructor(parts: OfficePackage) {
    this.#parts = parts;
  }

  ofBook(book: BookPart): void {
    const kinds = this.#parts.relations(book.path).map(({ kind }) => kind);
    const count = (kind: string): number => kinds.filter((one) => one === kind).length;
    if (book.isStructureLocked) this.#add('protectedBook');
    if (count('vbaProject') > 0) this.#add('macros');
    if (book.links > 0) this.#add('externalLinks', { detail: String(book.links) });
    if (count('pivotCacheDefinition') > 0) this.#add('pivotTables');
    if (count('slicerCache') + count('timelineCache') > 0) this.#add('slicers');
    if (count('xmlMaps') > 0) this.#add('otherParts', { detail: 'xmlMaps' });
    if (count('revisionHeaders') > 0) this.#add('sharedBook');
    if (this.#parts.relations('').some(({ kind }) => kind === 'origin')) this.#add('signature');
    if (book.names.some(({ formula }) => !isReadable(formula))) this.#add('unreadableFormulas', { detail: 'names' });
    if (book.names.some(({ formula }) => namesSeveralSheets(formula))) this.#add('severalSheets', { detail: 'names' });
  }

  ofSheet(sheet: BookSheet): void {
    const at = { sheet: sheet.sheetId };
    if (sheet.kind !== 'worksheet' && sheet.kind !== 'chartsheet') this.#add('otherParts', { ...at, detail: sheet.kind });
    for (const { kind, target, outside } of this.#parts.relations(sheet.path)) {
      const stopping = stoppingKinds[kind];
      if (stopping !== undefined) this.#add(stopping, at);
      else if (!knownKinds.has(kind)) this.#add('otherParts', { ...at, detail: kind });
      if (kind === 'drawing' && !outside) this.#ofDrawing(target, sheet.sheetId);
      if (kind === 'table' && !outside && this.#parts.relations(target).length > 0) this.#add('queryTables', at);
      if (kind === 'vmlDrawing' && !outside) this.#ofVml(target, sheet.sheetId);
    }
    if (sheet.kind === 'worksheet') this.#ofFrame(sheet);
  }

  ofFormulas({ sheetId, cells }: SheetFormulas): void {
    let arrays = 0;
    const at = { sheet: sheetId };
    for (const { formula, array } of cells) {
      if (array !== undefined) arrays++;
      if (formula === undefined) {
        if (array !== undefined) this.#add('dataTables', at);
        continue;
      }
      if (!isReadable(formula)) this.#add('unreadableFormulas', { ...at, detail: formula.slice(0, 200) });
      else if (namesSeveralSheets(formula)) this.#add('severalSheets', at);
    }
    if (arrays > 0) this.#add('arrayFormulas', { ...at, detail: String(arrays) });
  }

  #add(kind: ObstacleKind, where: Omit<Obstacle, 'kind'> = {}): void {
    if (this.obstacles.some((one) => one.kind === kind && one.sheet === where.sheet)) return;
    this.obstacles.push({ kind, ...where });
  }

  #ofFrame({ path, sheetId }: BookSheet): void {
    const xml = new XmlEdit(sheetPieces(this.#parts.text(path)).frame);
    const at = { sheet: sheetId };
    for (const element of xml.root.children) {
      const stopping = stoppingElements[element.name];
      if (stopping !== undefined) this.#add(stopping, at);
      else if (unshifted.has(element.name) || !sheetOrder.includes(element.name)) this.#add('otherParts', { ...at, detail: element.name });
      if (element.name === 'sheetProtection' && isTrue(xml.get(element, 'sheet'))) this.#add('protectedSheet', at);
      if (element.name !== 'extLst') continue;
      for (const { name } of element.children.flatMap(({ children }) => children)) {
        if (name === 'slicerList' || name === 'timelineRefs') this.#add('slicers', at);
        else if (!knownExtensions.has(name)) this.#add('otherParts', { ...at, detail: name });
      }
    }
    const texts = ['f', 'formula', 'formula1', 'formula2'].flatMap((name) => xml.all(name)).map((element) => xml.value(element));
    const limits = xml.all('cfvo').map((element) => xml.get(element, 'val') ?? '');
    texts.push(...limits.filter((limit) => !Number.isFinite(Number(limit))));
    if (!texts.every(isReadable)) this.#add('unreadableFormulas', at);
    else if (texts.some(namesSeveralSheets)) this.#add('severalSheets', at);
  }

  #ofDrawing(part: string, sheetId: number): void {
    const at = { sheet: sheetId };
    const xml = new XmlEdit(this.#parts.text(part));
    const kinds = this.#parts.relations(part);
    const [charts, pictures] = [kinds.filter(({ kind }) => kind === 'chart' || kind === 'chartEx').length, xml.all('pic').length];
    if (charts > 0) this.#add('charts', { ...at, detail: String(charts) });
    if (pictures > 0) this.#add('pictures', { ...at, detail: String(pictures) });
    // a text that shows a cell, and shapes that run macros by their place are not shifted
    const linked = ['sp', 'cxnSp', 'pic'].flatMap((name) => xml.all(name)).some((shape) => (xml.get(shape, 'textlink') ?? '') !== '');
    if (linked) this.#add('otherParts', { ...at, detail: 'textlink' });
    for (const { kind, target, outside } of kinds) {
      if (kind === 'chartEx' || (kind === 'chart' && !outside && !this.#isKnownChart(target))) this.#add('unknownCharts', at);
      if (kind === 'oleObject' || kind === 'control') this.#add('controls', at);
    }
  }

  #isKnownChart(part: string): boolean {
    const xml = new XmlEdit(this.#parts.text(part));
    const texts = chartFormulas(xml).map((element) => xml.value(element));
    return xml.root.name === 'chartSpace' && texts.every((text) => isReadable(text) && !namesSeveralSheets(text));
  }

  /** Notes are shifted; form controls have links to cells. */
  #ofVml(part: string, sheetId: number): void {
    const text = this.#parts.bytes(part).toString('latin1');
    for (const [, kind] of text.matchAll(/ObjectType\s*=\s*["']([^"']*)/g))
      if (kind !== 'Note' && kind !== 'Pict') this.#add('controls', { sheet: sheetId });
  }
}

/** The elements of a chart that hold references to cells. */
export const chartFormulas = (xml: XmlEdit) =>
  ['f', 'sqref', 'formulaRef'].flatMap((name) => xml.all(name)).filter(({ children }) => children.length === 0);

const isReadable = (formula: string): boolean => formulaTokens(formula) !== undefined;

const namesSeveralSheets = (formula: string): boolean =>
  formula.includes(':') &&
  (formulaTokens(formula) ?? []).some((token) => token.kind === 'scope' && token.first.toLowerCase() !== token.last.toLowerCase());
