import { XmlEdit, type XmlElement, withAttributes } from '../xml/xml-edit.ts';
import { attributeOf } from '../xml/scan-xml.ts';
import type { Area, WorkbookEdit } from './edits.ts';
import { columnLetters } from './cell-references.ts';
import { maxColumns, maxRows } from './formula-tokens.ts';
import { type LineChange, areaOf, overlap, rangeText } from './line-changes.ts';
import { PatchRefusal } from './patch-refusal.ts';
import { sheetOrder } from './sheet-frame.ts';
import type { SheetText } from './sheet-text.ts';

/** Edits the frame of a sheet by small changes of its text. */
export function editFrame(sheet: SheetText, change: (xml: XmlEdit) => void): void {
  const xml = new XmlEdit(sheet.frame);
  change(xml);
  sheet.frame = xml.result();
}

/** An element of the frame of a sheet, with its content, that stands where its schema wants it. */
const insertInFrame = (xml: XmlEdit, name: string, text: string): void => xml.insertInOrder(xml.root, text, { name, names: sheetOrder });

type Lines = Extract<WorkbookEdit, { kind: 'size' | 'hide' }>;

/** Sets the size of rows or columns, or hides them. */
export function patchLines(sheet: SheetText, edit: Lines): void {
  const limit = edit.axis === 'row' ? maxRows : maxColumns;
  if (!isSpan(edit.first, edit.last, limit)) throw new PatchRefusal('place');
  const sizes = edit.axis === 'row' ? 409.5 : 255;
  if (edit.kind === 'size' && edit.size !== null && !(edit.size >= 0 && edit.size <= sizes)) throw new PatchRefusal('value', 'size');
  if (edit.axis === 'row') patchRows(sheet, edit);
  else patchColumns(sheet, edit);
}

const isSpan = (first: number, last: number, limit: number): boolean =>
  Number.isSafeInteger(first) && Number.isSafeInteger(last) && first >= 0 && first <= last && last < limit;

function attributesOf(edit: Lines): [name: string, value: string | null][] {
  if (edit.kind === 'hide') return [['hidden', edit.hidden ? '1' : null]];
  if (edit.axis === 'column')
    return [
      ['width', edit.size === null ? null : String(edit.size)],
      ['customWidth', edit.size === null ? null : '1'],
      ['bestFit', null],
    ];
  return [
    ['ht', edit.size === null ? null : String(edit.size)],
    ['customHeight', edit.size === null ? null : '1'],
  ];
}

function patchRows(sheet: SheetText, edit: Lines): void {
  const isDefault = edit.kind === 'hide' ? !edit.hidden : edit.size === null;
  const changes = attributesOf(edit);
  // rows that are not there have the default already
  const rows = isDefault ? sheet.rowsBetween(edit.first, edit.last) : undefined;
  for (const row of rows ?? rowsBetween(sheet, edit)) {
    const attributes = withAttributes(row.attributes, changes);
    if (attributes === row.attributes) continue;
    sheet.touch(row);
    row.attributes = attributes;
  }
}

function* rowsBetween(sheet: SheetText, { first, last }: Lines) {
  if (last - first > 200_000) throw new PatchRefusal('limit', 'new rows');
  for (let row = first; row <= last; row++) yield sheet.ensureRow(row);
}

interface ColumnRun {
  first: number;
  last: number;
  attributes: string;
}

function columnRuns(xml: XmlEdit): ColumnRun[] {
  const cols = xml.child(xml.root, 'cols')?.children ?? [];
  return cols.map((element) => ({
    first: Number(xml.get(element, 'min')) - 1,
    last: Math.min(Number(xml.get(element, 'max')), maxColumns) - 1,
    attributes: tagAttributes(xml, element),
  }));
}

const tagAttributes = (xml: XmlEdit, element: XmlElement): string =>
  xml.text.slice(element.start + element.tag.length + 1, element.openEnd - (xml.text[element.openEnd - 2] === '/' ? 2 : 1)).trimEnd();

function writeColumns(xml: XmlEdit, runs: ColumnRun[]): void {
  const tag = `${xml.prefix}col`;
  const texts = runs
    .filter(({ attributes }) => isTold(attributes))
    .toSorted((a, b) => a.first - b.first)
    .map(({ first, last, attributes }) => {
      // a width is required
      const width: [string, string][] = attributeOf(attributes, 'width') === undefined ? [['width', String(usualWidth(xml))]] : [];
      return `<${tag}${withAttributes(attributes, [['min', String(first + 1)], ['max', String(last + 1)], ...width])}/>`;
    });
  const cols = xml.child(xml.root, 'cols');
  const text = texts.length === 0 ? '' : `<${tag}s>${texts.join('')}</${tag}s>`;
  if (cols) xml.replace(cols.start, cols.end, text);
  else if (text !== '') insertInFrame(xml, 'cols', text);
}

/** Whether a column says anything besides its place. */
const isTold = (attributes: string): boolean =>
  withAttributes(attributes, [
    ['min', null],
    ['max', null],
  ]).trim() !== '';

function usualWidth(xml: XmlEdit): number {
  const format = xml.child(xml.root, 'sheetFormatPr');
  const width = Number(format && xml.get(format, 'defaultColWidth'));
  return width > 0 ? width : 9.140625;
}

function patchColumns(sheet: SheetText, edit: Lines): void {
  const changes = attributesOf(edit);
  editFrame(sheet, (xml) => {
    const runs: ColumnRun[] = [];
    let next = edit.first;
    for (const run of columnRuns(xml).toSorted((a, b) => a.first - b.first)) {
      const [from, to] = [Math.max(run.first, edit.first), Math.min(run.last, edit.last)];
      if (from > to) {
        runs.push(run);
        continue;
      }
      if (run.first < from) runs.push({ ...run, last: from - 1 });
      if (next < from) runs.push({ first: next, last: from - 1, attributes: withAttributes('', changes) });
      runs.push({ first: from, last: to, attributes: withAttributes(run.attributes, changes) });
      if (run.last > to) runs.push({ ...run, first: to + 1 });
      next = to + 1;
    }
    if (next <= edit.last) runs.push({ first: next, last: edit.last, attributes: withAttributes('', changes) });
    writeColumns(xml, runs);
  });
}

/** Moves the widths and styles of columns; those that are inserted have none. */
export function shiftColumns(xml: XmlEdit, { kind, at, count }: LineChange): void {
  if (xml.child(xml.root, 'cols') === undefined) return;
  const runs = columnRuns(xml).flatMap((run): ColumnRun[] => {
    const pieces: ColumnRun[] = [];
    const [before, start] = [Math.min(run.last, at - 1), kind === 'insert' ? at : at + count];
    if (run.first <= before) pieces.push({ ...run, last: before });
    const moved = kind === 'insert' ? count : -count;
    const [first, last] = [Math.max(run.first, start) + moved, Math.min(run.last + moved, maxColumns - 1)];
    if (first <= last) pieces.push({ ...run, first, last });
    return pieces;
  });
  writeColumns(xml, runs);
}

function needArea(area: Area): void {
  if (!isSpan(area.row, area.lastRow, maxRows) || !isSpan(area.column, area.lastColumn, maxColumns)) throw new PatchRefusal('place');
}

/** Merges the cells of an area. Tables and arrays hold no merged cells. */
export function mergeCells(sheet: SheetText, area: Area, taken: Area[]): void {
  needArea(area);
  if (area.row === area.lastRow && area.column === area.lastColumn) throw new PatchRefusal('place', 'one cell');
  if (taken.some((one) => overlap(one, area))) throw new PatchRefusal('merge');
  editFrame(sheet, (xml) => {
    const list = xml.child(xml.root, 'mergeCells');
    const made = `<${xml.prefix}mergeCell ref="${rangeText(area)}"/>`;
    for (const element of list?.children ?? []) {
      const other = areaOf(xml.get(element, 'ref'));
      if (other && overlap(other, area)) throw new PatchRefusal('merge', rangeText(other));
    }
    if (list === undefined) insertInFrame(xml, 'mergeCells', `<${xml.prefix}mergeCells count="1">${made}</${xml.prefix}mergeCells>`);
    else {
      xml.append(list, made);
      xml.set(list, 'count', String(list.children.length + 1));
    }
  });
}

/** Splits all merged cells that an area touches. */
export function unmergeCells(sheet: SheetText, area: Area): void {
  needArea(area);
  editFrame(sheet, (xml) => {
    const list = xml.child(xml.root, 'mergeCells');
    const gone = (list?.children ?? []).filter((element) => {
      const other = areaOf(xml.get(element, 'ref'));
      return other !== undefined && overlap(other, area);
    });
    if (list === undefined || gone.length === 0) return;
    if (gone.length === list.children.length) return xml.remove(list);
    for (const element of gone) xml.remove(element);
    xml.set(list, 'count', String(list.children.length - gone.length));
  });
}

/** Keeps the first rows and columns in view; none of both lets all scroll. */
export function freezePanes(sheet: SheetText, rows: number, columns: number): void {
  if (!isSpan(0, rows, maxRows) || !isSpan(0, columns, maxColumns)) throw new PatchRefusal('place');
  editFrame(sheet, (xml) => {
    const p = xml.prefix;
    const pane = paneText(p, rows, columns);
    const views = xml.child(xml.root, 'sheetViews');
    const view = views && xml.child(views, 'sheetView');
    if (view === undefined) {
      if (pane !== '')
        insertInFrame(xml, 'sheetViews', `<${p}sheetViews><${p}sheetView workbookViewId="0">${pane}</${p}sheetView></${p}sheetViews>`);
      return;
    }
    const kept = view.children.filter(({ name }) => name !== 'pane' && name !== 'selection').map((element) => xml.raw(element));
    xml.setContent(view, pane + kept.join(''));
    xml.set(view, 'topLeftCell', null);
  });
}

function paneText(p: string, rows: number, columns: number): string {
  if (rows === 0 && columns === 0) return '';
  const pane = rows === 0 ? 'topRight' : columns === 0 ? 'bottomLeft' : 'bottomRight';
  const splits = `${columns === 0 ? '' : ` xSplit="${columns}"`}${rows === 0 ? '' : ` ySplit="${rows}"`}`;
  const others = pane === 'bottomRight' ? `<${p}selection pane="topRight"/><${p}selection pane="bottomLeft"/>` : '';
  const cell = `${columnLetters(columns)}${rows + 1}`;
  return `<${p}pane${splits} topLeftCell="${cell}" activePane="${pane}" state="frozen"/>${others}<${p}selection pane="${pane}" activeCell="${cell}" sqref="${cell}"/>`;
}
