import type { OfficePackage } from '../office/patch-package.ts';
import { TaskFailure } from '../task.ts';
import { XmlEdit, type XmlElement } from '../xml/xml-edit.ts';
import type { Area } from './edits.ts';
import { areaOf } from './line-changes.ts';

/** A table of a sheet. */
export interface SheetTable {
  path: string;
  name: string;
  area: Area;
  /** Rows at its top and at its bottom. */
  heads: number;
  totals: number;
  columns: string[];
}

/** The tables of a sheet. */
export function tablesOf(parts: OfficePackage, sheet: string): SheetTable[] {
  const found: SheetTable[] = [];
  for (const { kind, target } of parts.relations(sheet))
    if (kind === 'table' && parts.has(target)) found.push(tableOf(new XmlEdit(parts.text(target)), target));
  return found;
}

function tableOf(xml: XmlEdit, path: string): SheetTable {
  const area = areaOf(xml.get(xml.root, 'ref'));
  if (area === undefined) throw new TaskFailure('broken');
  return {
    path,
    name: xml.get(xml.root, 'displayName') ?? xml.get(xml.root, 'name') ?? '',
    area,
    heads: Number(xml.get(xml.root, 'headerRowCount') ?? 1),
    totals: Number(xml.get(xml.root, 'totalsRowCount') ?? 0),
    columns: columnsOf(xml).map((column) => xml.get(column, 'name') ?? ''),
  };
}

export const columnsOf = (xml: XmlEdit): XmlElement[] => xml.child(xml.root, 'tableColumns')?.children ?? [];

/** Whether a cell is the head of a column of a table. */
export const isHead = ({ area, heads }: SheetTable, { row, column }: { row: number; column: number }): boolean =>
  row >= area.row && row < area.row + heads && column >= area.column && column <= area.lastColumn;
