import type { XmlEdit, XmlElement } from '../xml/xml-edit.ts';
import { escapeText } from '../xml/xml-edit.ts';
import { relocatedFormula } from './formula-tokens.ts';
import { shiftColumns } from './frame-patch.ts';
import {
  type FormulaShift,
  type LineChange,
  areasOf,
  movedArea,
  movedLine,
  movedRanges,
  movedSpan,
  areaOf,
  rangeText,
  shiftedFormula,
} from './line-changes.ts';
import { PatchRefusal } from './patch-refusal.ts';

/** Moves what a sheet says of its cells besides them: merges, formats by condition, validations, links, filters, breaks, sparklines. */
export function shiftFrame(xml: XmlEdit, shift: FormulaShift): void {
  const { change } = shift;
  if (change.axis === 'column') shiftColumns(xml, change);
  for (const element of xml.root.children) {
    if (element.name === 'dimension') setRange(xml, element, 'ref', change);
    else if (element.name === 'autoFilter') {
      if (!shiftFilter(xml, element, change)) xml.remove(element);
    } else if (element.name === 'sortState') shiftSort(xml, element, change);
    else if (element.name === 'conditionalFormatting') shiftRule(xml, element, shift);
    else if (element.name === 'mergeCells') shiftList(xml, element, (child) => shiftMerge(xml, child, change));
    else if (element.name === 'dataValidations') shiftList(xml, element, (child) => shiftRule(xml, child, shift));
    else if (element.name === 'hyperlinks') shiftList(xml, element, (child) => shiftLink(xml, child, shift));
    else if (element.name === 'protectedRanges' || element.name === 'ignoredErrors')
      shiftList(xml, element, (child) => child.name === 'extLst' || setRange(xml, child, 'sqref', change));
    else if (element.name === (change.axis === 'row' ? 'rowBreaks' : 'colBreaks')) shiftBreaks(xml, element, change);
    else if (element.name === 'extLst') shiftExtensions(xml, element, shift);
  }
}

/** Sets an attribute with ranges to where they go; false where nothing is left, and nothing is set. */
function setRange(xml: XmlEdit, element: XmlElement, name: string, change: LineChange): boolean {
  const before = xml.get(element, name);
  if (before === undefined) return true;
  const after = movedRanges(before, change);
  if (after !== undefined && after !== before) xml.set(element, name, after);
  return after !== undefined;
}

/** Keeps the children of a list for which `keep` says so, and their number; a list without children goes. */
function shiftList(xml: XmlEdit, list: XmlElement, keep: (child: XmlElement) => boolean): void {
  const gone = list.children.filter((child) => !keep(child));
  if (gone.length === 0) return;
  if (gone.length === list.children.length) return xml.remove(list);
  for (const child of gone) xml.remove(child);
  if (xml.get(list, 'count') !== undefined) xml.set(list, 'count', String(list.children.length - gone.length));
}

function shiftMerge(xml: XmlEdit, element: XmlElement, change: LineChange): boolean {
  const area = areaOf(xml.get(element, 'ref'));
  const moved = area && movedArea(area, change);
  if (moved === undefined || (moved.row === moved.lastRow && moved.column === moved.lastColumn)) return false;
  xml.set(element, 'ref', rangeText(moved));
  return true;
}

/** Moves a filter and the columns that it has conditions for; false where it is gone. */
export function shiftFilter(xml: XmlEdit, element: XmlElement, change: LineChange): boolean {
  const area = areaOf(xml.get(element, 'ref'));
  const moved = area && movedArea(area, change);
  // without its first row a filter has no heads
  if (area === undefined || moved === undefined || (change.axis === 'row' && movedLine(area.row, change) === undefined)) return false;
  xml.set(element, 'ref', rangeText(moved));
  for (const child of element.children) {
    if (child.name === 'sortState') shiftSort(xml, child, change);
    if (child.name !== 'filterColumn' || change.axis === 'row') continue;
    const column = movedLine(area.column + Number(xml.get(child, 'colId') ?? 0), change);
    if (column === undefined) xml.remove(child);
    else xml.set(child, 'colId', String(column - moved.column));
  }
  return true;
}

export function shiftSort(xml: XmlEdit, element: XmlElement, change: LineChange): void {
  const isLeft =
    setRange(xml, element, 'ref', change) &&
    element.children.every((child) => child.name !== 'sortCondition' || setRange(xml, child, 'ref', change));
  if (!isLeft) xml.remove(element);
}

function shiftLink(xml: XmlEdit, element: XmlElement, shift: FormulaShift): boolean {
  shiftLocation(xml, element, shift);
  return setRange(xml, element, 'ref', shift.change);
}

/** A place in this workbook that a link leads to; what is not a reference is a name. */
export function shiftLocation(xml: XmlEdit, element: XmlElement, shift: FormulaShift): void {
  const location = xml.get(element, 'location');
  if (location === undefined || !location.includes('!')) return;
  let moved = location;
  try {
    moved = shiftedFormula(location, shift);
  } catch (error) {
    if (!(error instanceof PatchRefusal)) throw error;
  }
  if (moved !== location) xml.set(element, 'location', moved);
}

function shiftBreaks(xml: XmlEdit, list: XmlElement, change: LineChange): void {
  const seen = new Set<number>();
  const kept = list.children.filter((child) => {
    const line = movedLine(Number(xml.get(child, 'id') ?? 0), change);
    if (line === undefined || line === 0 || seen.has(line)) return false;
    seen.add(line);
    xml.set(child, 'id', String(line));
    return true;
  });
  if (kept.length === list.children.length) return;
  if (kept.length === 0) return xml.remove(list);
  for (const child of list.children) if (!kept.includes(child)) xml.remove(child);
  xml.set(list, 'count', String(kept.length));
  xml.set(list, 'manualBreakCount', String(kept.filter((child) => xml.get(child, 'man') === '1').length));
}

const ruleFormulas = new Set(['f', 'formula', 'formula1', 'formula2']);

/** Formats or validations of an area, whose formulas are meant for its first cell; false where nothing of the area is left. */
function shiftRule(xml: XmlEdit, element: XmlElement, shift: FormulaShift): boolean {
  const inner = element.children.find(({ name }) => name === 'sqref');
  const before = inner === undefined ? (xml.get(element, 'sqref') ?? '') : xml.value(inner);
  const after = movedRanges(before, shift.change);
  if (after === undefined) {
    if (element.name === 'conditionalFormatting' || inner !== undefined) xml.remove(element);
    return false;
  }
  if (inner !== undefined) xml.setContent(inner, after);
  else if (after !== before) xml.set(element, 'sqref', after);
  const [rows, columns] = firstCellLeft(before, shift.change);
  const visit = (parent: XmlElement): void => {
    for (const child of parent.children) {
      const limit = child.name === 'cfvo' ? xml.get(child, 'val') : undefined;
      if (limit !== undefined && !isNumber(limit)) xml.set(child, 'val', shiftedFormula(relocated(limit, rows, columns), shift));
      if (child.children.length > 0) visit(child);
      else if (ruleFormulas.has(child.name)) setFormula(xml, child, (formula) => shiftedFormula(relocated(formula, rows, columns), shift));
    }
  };
  visit(element);
  return true;
}

/** The limits of colour scales are numbers, or formulas. */
const isNumber = (text: string): boolean => Number.isFinite(Number(text));

function relocated(formula: string, rows: number, columns: number): string {
  if (rows === 0 && columns === 0) return formula;
  const moved = relocatedFormula(formula, rows, columns);
  if (moved === undefined) throw new PatchRefusal('formula', formula.slice(0, 200));
  return moved;
}

/** How far the first cell that is left of a list of ranges is from the first of all. */
function firstCellLeft(list: string, change: LineChange): [rows: number, columns: number] {
  const areas = areasOf(list);
  const first = areas[0];
  const left = areas.find((area) => movedArea(area, change) !== undefined);
  if (first === undefined || left === undefined) return [0, 0];
  const isRow = change.axis === 'row';
  const start = isRow ? left.row : left.column;
  const kept = movedLine(start, change) === undefined ? change.at + change.count : start;
  return isRow ? [kept - first.row, left.column - first.column] : [left.row - first.row, kept - first.column];
}

/** Replaces a formula that is the content of an element. */
export function setFormula(xml: XmlEdit, element: XmlElement, change: (formula: string) => string | undefined): void {
  const before = xml.value(element);
  if (before === '') return;
  const after = change(before);
  if (after !== undefined && after !== before) xml.setContent(element, escapeText(after));
}

function shiftExtensions(xml: XmlEdit, extensions: XmlElement, shift: FormulaShift): void {
  for (const list of extensions.children.flatMap(({ children }) => children)) {
    if (list.name === 'conditionalFormattings' || list.name === 'dataValidations') {
      const gone = list.children.filter((rule) => !shiftRule(xml, rule, shift));
      if (gone.length === list.children.length && list.parent) xml.remove(list.parent);
      else if (gone.length > 0 && xml.get(list, 'count') !== undefined) xml.set(list, 'count', String(list.children.length - gone.length));
    } else if (list.name === 'sparklineGroups') shiftSparklines(xml, list, shift);
    else for (const inner of xml.all('sqref', list)) xml.setContent(inner, movedRanges(xml.value(inner), shift.change) ?? xml.value(inner));
  }
}

function shiftSparklines(xml: XmlEdit, list: XmlElement, shift: FormulaShift): void {
  const isGone = (sparkline: XmlElement): boolean => {
    const place = sparkline.children.find(({ name }) => name === 'sqref');
    const moved = place && movedRanges(xml.value(place), shift.change);
    if (place && moved !== undefined) xml.setContent(place, moved);
    return moved === undefined;
  };
  const goneGroups = list.children.filter((group) => {
    const sparklines = xml.all('sparkline', group);
    const gone = sparklines.filter(isGone);
    if (sparklines.length > 0 && gone.length === sparklines.length) return true;
    for (const one of gone) xml.remove(one);
    for (const formula of xml.all('f', group))
      if (!gone.includes(formula.parent ?? formula)) setFormula(xml, formula, (text) => shiftedFormula(text, shift));
    return false;
  });
  if (goneGroups.length === list.children.length && list.parent) xml.remove(list.parent);
  else for (const group of goneGroups) xml.remove(group);
}

/** Whether an area keeps its size where lines come or go: it moves as a whole or is removed as a whole. */
export function staysWhole(area: { row: number; column: number; lastRow: number; lastColumn: number }, change: LineChange): boolean {
  const [first, last] = change.axis === 'row' ? [area.row, area.lastRow] : [area.column, area.lastColumn];
  const span = movedSpan([first, last], change);
  return span === undefined || span[1] - span[0] === last - first;
}
