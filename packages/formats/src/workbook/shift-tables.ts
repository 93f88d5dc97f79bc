import type { OfficePackage } from '../office/patch-package.ts';
import type { XmlEdit } from '../xml/xml-edit.ts';
import type { Area } from './edits.ts';
import { type LineChange, movedArea, movedLine, rangeText } from './line-changes.ts';
import { PatchRefusal } from './patch-refusal.ts';
import { shiftFilter, shiftSort } from './shift-frame.ts';
import { type SheetTable, columnsOf } from './tables.ts';

/** A head that a new column of a table needs: its place once the columns have moved. */
export interface NewHead {
  row: number;
  column: number;
  text: string;
}

/** What a change does to a table besides moving it. */
export interface TableChange {
  isGone: boolean;
  /** Columns that are removed from it, by name. */
  lost: string[];
  heads: NewHead[];
}

/** Moves a table; refuses to take its head or all of its rows. Nothing is written of a table that is gone. */
export function shiftTable(parts: OfficePackage, table: SheetTable, change: LineChange): TableChange {
  const { area } = table;
  const moved = movedArea(area, change);
  if (moved === undefined) return { isGone: true, lost: table.columns, heads: [] };
  if (change.axis === 'row') needHeadAndRows(table, change, moved);
  const result: TableChange = { isGone: false, lost: [], heads: [] };
  parts.edit(table.path, (xml) => {
    xml.set(xml.root, 'ref', rangeText(moved));
    for (const child of xml.root.children) {
      if (child.name === 'autoFilter' && !shiftFilter(xml, child, change)) throw new PatchRefusal('table', table.name);
      if (child.name === 'sortState') shiftSort(xml, child, change);
    }
    if (change.axis === 'column' && change.kind === 'remove') result.lost = removeColumns(xml, area, change);
    else if (change.axis === 'column' && change.at > area.column && change.at <= area.lastColumn)
      result.heads = addColumns(xml, table, change);
  });
  return result;
}

function needHeadAndRows({ name, area, heads, totals }: SheetTable, change: LineChange, moved: Area): void {
  const last = area.row + heads - 1;
  for (let row = area.row; row <= last; row++) if (movedLine(row, change) === undefined) throw new PatchRefusal('table', name);
  if (totals > 0 && movedLine(area.lastRow, change) === undefined) throw new PatchRefusal('table', name);
  if (moved.lastRow - moved.row + 1 <= heads + totals) throw new PatchRefusal('table', name);
  // between two rows of heads no row can come
  if (change.kind === 'insert' && change.at > area.row && change.at <= last) throw new PatchRefusal('table', name);
}

function removeColumns(xml: XmlEdit, area: Area, change: LineChange): string[] {
  const columns = columnsOf(xml);
  const gone = columns.filter((_, place) => movedLine(area.column + place, change) === undefined);
  for (const column of gone) xml.remove(column);
  const list = xml.child(xml.root, 'tableColumns');
  if (list && gone.length > 0) xml.set(list, 'count', String(columns.length - gone.length));
  return gone.map((column) => xml.get(column, 'name') ?? '');
}

function addColumns(xml: XmlEdit, { area, heads }: SheetTable, { at, count }: LineChange): NewHead[] {
  const columns = columnsOf(xml);
  const taken = new Set(columns.map((column) => (xml.get(column, 'name') ?? '').toLowerCase()));
  const ids = columns.map((column) => Number(xml.get(column, 'id') ?? 0));
  const names: string[] = [];
  for (let number = 1; names.length < count; number++) if (!taken.has(`column${number}`)) names.push(`Column${number}`);
  const next = columns[at - area.column];
  const first = Math.max(0, ...ids) + 1;
  const made = names.map((name, place) => `<${xml.prefix}tableColumn id="${first + place}" name="${name}"/>`).join('');
  const list = xml.child(xml.root, 'tableColumns');
  if (next === undefined || list === undefined) throw new PatchRefusal('table');
  xml.insertBefore(next, made);
  xml.set(list, 'count', String(columns.length + count));
  return heads === 0 ? [] : names.map((text, place) => ({ row: area.row + heads - 1, column: at + place, text }));
}
