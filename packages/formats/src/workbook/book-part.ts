import type { OfficePackage } from '../office/patch-package.ts';
import { TaskFailure } from '../task.ts';
import { XmlEdit } from '../xml/xml-edit.ts';

/** A sheet in the list of a workbook, in its order. */
export interface BookSheet {
  sheetId: number;
  name: string;
  isHidden: boolean;
  relationId: string;
  path: string;
  /** The last word of its relationship: `worksheet`, `chartsheet` or another. */
  kind: string;
}

/** A defined name; `sheet` is the sheetId of the one where alone it is known. */
export interface BookName {
  name: string;
  formula: string;
  sheet?: number | undefined;
}

/** The part of a workbook that lists its sheets. */
export interface BookPart {
  path: string;
  sheets: BookSheet[];
  names: BookName[];
  date1904: boolean;
  isStructureLocked: boolean;
  /** Links to other files, which formulas name by their number from 1. */
  links: number;
}

const maxSheets = 1000;

/** Reads the part of a workbook that lists its sheets. */
export function bookPart(parts: OfficePackage): BookPart {
  const path = parts.relations('').find(({ kind, outside }) => kind === 'officeDocument' && !outside)?.target ?? '';
  if (!parts.has(path)) throw new TaskFailure('unsupported');
  const xml = new XmlEdit(parts.text(path));
  if (xml.root.name !== 'workbook') throw new TaskFailure('unsupported');
  const relations = new Map(parts.relations(path).map((relation) => [relation.id, relation]));
  const list = xml.child(xml.root, 'sheets')?.children.filter(({ name }) => name === 'sheet') ?? [];
  const sheets = list.map((element): BookSheet => {
    const relationId = xml.get(element, 'id') ?? '';
    const { target = '', kind = '' } = relations.get(relationId) ?? {};
    const isHidden = (xml.get(element, 'state') ?? 'visible') !== 'visible';
    const name = xml.get(element, 'name') ?? '';
    return { sheetId: Number(xml.get(element, 'sheetId')), name, isHidden, relationId, path: target, kind };
  });
  const areDistinct = new Set(sheets.map(({ sheetId }) => sheetId)).size === sheets.length;
  if (sheets.length === 0 || !areDistinct || sheets.some(({ path: part, sheetId }) => !parts.has(part) || !Number.isSafeInteger(sheetId)))
    throw new TaskFailure('broken');
  if (sheets.length > maxSheets) throw new TaskFailure('too-large');
  const properties = xml.child(xml.root, 'workbookPr');
  const protection = xml.child(xml.root, 'workbookProtection');
  return {
    path,
    sheets,
    names: namesOf(xml, sheets),
    date1904: isTrue(properties && xml.get(properties, 'date1904')),
    isStructureLocked: isTrue(protection && xml.get(protection, 'lockStructure')),
    links: [...relations.values()].filter(({ kind }) => kind === 'externalLink').length,
  };
}

function namesOf(xml: XmlEdit, sheets: BookSheet[]): BookName[] {
  const list = xml.child(xml.root, 'definedNames')?.children ?? [];
  return list.map((element) => {
    const place = xml.get(element, 'localSheetId');
    const sheet = place === undefined ? undefined : sheets[Number(place)]?.sheetId;
    return { name: xml.get(element, 'name') ?? '', formula: xml.value(element), ...(sheet !== undefined && { sheet }) };
  });
}

/** Whether a boolean attribute is true. */
export const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true';
