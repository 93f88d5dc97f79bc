import { attributeOf } from '../xml/scan-xml.ts';
import { withAttributes } from '../xml/xml-edit.ts';
import type { BookPatch, OpenSheet } from './book-patch.ts';
import type { CellEdit } from './edits.ts';
import { type ScopeToken, formulaTokens, maxColumns, maxRows } from './formula-tokens.ts';
import { editFrame } from './frame-patch.ts';
import { type FormulaShift, type LineChange, areaOf, movedArea, movedLine, rangeText, shiftedFormula } from './line-changes.ts';
import { PatchRefusal } from './patch-refusal.ts';
import { shiftFrame, staysWhole } from './shift-frame.ts';
import { shiftComments, shiftDrawing, shiftNoteBoxes } from './shift-parts.ts';
import { type NewHead, shiftTable } from './shift-tables.ts';
import { type SheetTable, columnsOf, tablesOf } from './tables.ts';
import { type SheetText, arrayFormula } from './sheet-text.ts';

/** Inserts or removes rows or columns of a sheet, and moves all that lies on it or refers to it. */
export function shiftBook(patch: BookPatch, sheetId: number, change: LineChange): void {
  const limit = change.axis === 'row' ? maxRows : maxColumns;
  const { at, count } = change;
  const isSpan = Number.isSafeInteger(at) && Number.isSafeInteger(count) && at >= 0 && count >= 1 && at + count <= limit;
  if (!isSpan) throw new PatchRefusal('place');
  const sheet = patch.sheet(sheetId);
  const heads = shiftTables(patch, sheet, change);
  prepareFormulas(patch, sheet);
  moveCells(sheet, change);
  const shiftOn = shiftsTo(patch, sheetId, change);
  const follow = (formula: string, own: number | undefined): string | undefined =>
    own === sheetId || formula.includes('!') ? shiftedFormula(formula, shiftOn(own)) : undefined;
  patch.addMove({ sheetId, shiftOn });
  const others = (formula: string, own: number | undefined): string | undefined => (own === sheetId ? undefined : follow(formula, own));
  patch.mapFrames(others);
  patch.mapCharts(follow);
  patch.mapTables(follow);
  patch.mapNames((formula, own) => shiftedFormula(formula, { ...shiftOn(own), onlyFixed: true }));
  editFrame(sheet.text, (xml) => shiftFrame(xml, shiftOn(sheetId)));
  for (const { kind, target } of patch.parts.relations(sheet.listed.path)) {
    if (!patch.parts.has(target)) continue;
    if (kind === 'drawing') shiftDrawing(patch.parts, target, change);
    else if (kind === 'comments') shiftComments(patch.parts, target, change);
    else if (kind === 'vmlDrawing') shiftNoteBoxes(patch.parts, target, change);
  }
  for (const { row, column, text } of heads) sheet.cells.edit({ row, column, value: text });
  patch.recalculates = true;
}

/** How formulas of each sheet follow a change of one; refuses references to several sheets at once, which can only follow all of them. */
function shiftsTo(patch: BookPatch, sheetId: number, change: LineChange): (own: number | undefined) => FormulaShift {
  const names = patch.book.sheets.map(({ name }) => name.toLowerCase());
  const place = patch.book.sheets.findIndex((one) => one.sheetId === sheetId);
  const leads = (scope: ScopeToken | undefined, own: number | undefined): boolean => {
    if (scope === undefined) return own === sheetId;
    if (scope.outside) return false;
    const [first, last] = [names.indexOf(scope.first.toLowerCase()), names.indexOf(scope.last.toLowerCase())];
    if (first === last) return first === place;
    if (place >= Math.min(first, last) && place <= Math.max(first, last)) throw new PatchRefusal('shift', scope.text);
    return false;
  };
  return (own) => ({ change, leadsThere: (scope) => leads(scope, own) });
}

/** Shared formulas whose members could move apart become formulas of their own. */
function prepareFormulas(patch: BookPatch, changed: OpenSheet): void {
  changed.cells.expandShared();
  for (const { text, cells, listed } of patch.worksheets()) {
    if (listed.sheetId === changed.listed.sheetId) continue;
    let leadsAway = false;
    text.eachFormula(({ formula, kind }) => {
      if (kind === 'dataTable') throw new PatchRefusal('shift', 'data table');
      leadsAway ||= kind === 'shared' && formula.includes('!');
    }, /\st\s*=\s*["'](?:dataTable|shared)/);
    if (leadsAway) cells.expandShared();
  }
}

function moveCells({ text, cells }: OpenSheet, change: LineChange): void {
  for (const area of cells.arrays()) if (!staysWhole(area, change)) throw new PatchRefusal('array', rangeText(area));
  text.eachFormula(({ formula, attributes, kind }, cell, row) => {
    if (kind === 'dataTable') throw new PatchRefusal('shift', 'data table');
    const area = kind === 'array' ? areaOf(attributeOf(attributes, 'ref')) : undefined;
    const moved = area && movedArea(area, change);
    if (moved === undefined) return;
    text.touch(row);
    text.setFormula(cell, { formula, attributes: withAttributes(attributes, [['ref', rangeText(moved)]]) });
  }, arrayFormula);
  cells.forgetPlaces();
  if (change.axis === 'row') moveRows(text, change);
  else moveColumns(text, change);
}

function moveRows(text: SheetText, change: LineChange): void {
  const last = text.rows.at(-1);
  if (change.kind === 'insert' && last && last.row >= change.at && last.row + change.count >= maxRows)
    throw new PatchRefusal('limit', 'rows');
  text.rows = text.rows.filter((row) => {
    const moved = movedLine(row.row, change);
    if (moved === undefined) {
      text.dropRow(row);
      return false;
    }
    if (moved !== row.row) text.touch(row);
    row.row = moved;
    return true;
  });
}

function moveColumns(text: SheetText, change: LineChange): void {
  for (const row of text.rows) {
    const cells = text.cells(row);
    const last = cells.at(-1);
    if (last === undefined || last.column < change.at) continue;
    if (change.kind === 'insert' && last.column + change.count >= maxColumns) throw new PatchRefusal('limit', 'columns');
    text.touch(row);
    row.attributes = withAttributes(row.attributes, [['spans', null]]);
    row.cells = cells.filter((cell) => {
      const moved = movedLine(cell.column, change);
      if (moved === undefined) text.drop(cell);
      cell.column = moved ?? -1;
      return moved !== undefined;
    });
  }
}

function shiftTables(patch: BookPatch, { listed, text }: OpenSheet, change: LineChange): NewHead[] {
  const heads: NewHead[] = [];
  for (const table of tablesOf(patch.parts, listed.path)) {
    const result = shiftTable(patch.parts, table, change);
    heads.push(...result.heads);
    if (result.lost.length > 0) needUnnamed(patch, table.name, result.isGone ? undefined : result.lost);
    if (!result.isGone) continue;
    for (const { id, target } of patch.parts.relations(listed.path)) {
      if (target !== table.path) continue;
      patch.parts.removeRelation(listed.path, id);
      patch.parts.removeWithOwned(target);
      editFrame(text, (xml) => {
        const list = xml.child(xml.root, 'tableParts');
        const gone = list?.children.find((one) => xml.get(one, 'id') === id);
        if (list === undefined || gone === undefined) return;
        if (list.children.length === 1) return xml.remove(list);
        xml.remove(gone);
        xml.set(list, 'count', String(list.children.length - 1));
      });
    }
  }
  return heads;
}

/** Gives a column of a table the name that its head gets; refuses where formulas name it. */
export function renameColumn(patch: BookPatch, table: SheetTable, { column, value, formula }: CellEdit): void {
  const place = column - table.area.column;
  const before = table.columns[place] ?? '';
  if (value === before && typeof formula !== 'string') return;
  const isTaken = typeof value === 'string' && table.columns.some((name, at) => at !== place && name.toLowerCase() === value.toLowerCase());
  if (typeof value !== 'string' || value === '' || value.length > 255 || isTaken || typeof formula === 'string')
    throw new PatchRefusal('table', 'head');
  needUnnamed(patch, table.name, [before]);
  patch.parts.edit(table.path, (xml) => {
    const element = columnsOf(xml)[place];
    if (element) xml.set(element, 'name', value.replaceAll('\n', '_x000a_'));
  });
  table.columns[place] = value;
}

/** Refuses to remove a table, or columns of it, that formulas name. */
function needUnnamed(patch: BookPatch, table: string, columns: string[] | undefined): void {
  const check = (formula: string): undefined => {
    for (const token of formulaTokens(formula) ?? []) {
      if (token.kind !== 'name') continue;
      const name = token.brackets === '' ? token.text : token.text.slice(0, -token.brackets.length);
      const isOwn = name === '' || name.toLowerCase() === table.toLowerCase();
      const named = token.brackets.replaceAll("'", '').toLowerCase();
      if (isOwn && (columns === undefined || columns.some((column) => named.includes(column.replaceAll("'", '').toLowerCase()))))
        throw new PatchRefusal('table', formula.slice(0, 200));
    }
  };
  patch.mapCells(check);
  patch.mapFrames(check);
  patch.mapNames(check);
  patch.mapTables(check);
}
