import { emptySheet } from '../office/empty-workbook.ts';
import type { XmlEdit } from '../xml/xml-edit.ts';
import { withAttributes } from '../xml/xml-edit.ts';
import type { BookPatch } from './book-patch.ts';
import type { WorkbookEdit } from './edits.ts';
import { formulaTokens, scopeText } from './formula-tokens.ts';
import { editFrame } from './frame-patch.ts';
import { renamedFormula } from './line-changes.ts';
import { PatchRefusal } from './patch-refusal.ts';
import { chartFormulas } from './workbook-obstacles.ts';

const worksheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml';
const [maxName, maxSheetId] = [31, 65_534];

/** Adds, removes, renames, moves or hides a sheet. */
export function patchSheets(patch: BookPatch, edit: Extract<WorkbookEdit, { kind: `${string}Sheet` }>): void {
  if (patch.book.isStructureLocked) throw new PatchRefusal('protected', 'workbook');
  if (edit.kind === 'addSheet') addSheet(patch, edit);
  else if (edit.kind === 'removeSheet') removeSheet(patch, edit.sheet);
  else if (edit.kind === 'renameSheet') renameSheet(patch, edit.sheet, edit.name);
  else if (edit.kind === 'moveSheet') moveSheet(patch, edit.sheet, edit.at);
  else hideSheet(patch, edit.sheet, edit.hidden);
  patch.relist();
}

function needName(patch: BookPatch, name: string, own?: number): void {
  const isAllowed =
    name.length > 0 && name.length <= maxName && !/[[\]:*?/\\\0-\x1f\uFFFE\uFFFF]/.test(name) && !/^'|'$/.test(name) && name.isWellFormed();
  const isTaken = patch.book.sheets.some((one) => one.sheetId !== own && one.name.toLowerCase() === name.toLowerCase());
  if (!isAllowed || isTaken || name.toLowerCase() === 'history') throw new PatchRefusal('name', name.slice(0, 40));
}

function addSheet(patch: BookPatch, { sheet, name, at }: Extract<WorkbookEdit, { kind: 'addSheet' }>): void {
  needName(patch, name);
  const { sheets, path } = patch.book;
  if (!Number.isSafeInteger(sheet) || sheet < 1 || sheet > maxSheetId || sheets.some(({ sheetId }) => sheetId === sheet))
    throw new PatchRefusal('sheet');
  if (!Number.isSafeInteger(at) || at < 0 || at > sheets.length) throw new PatchRefusal('place');
  let number = sheets.length + 1;
  while (patch.parts.has(`xl/worksheets/sheet${number}.xml`)) number++;
  const part = `xl/worksheets/sheet${number}.xml`;
  patch.parts.add(part, worksheetType, emptySheet);
  const id = patch.parts.addRelation(path, 'worksheet', part);
  relist(patch, (list, xml) => {
    const attributes: [string, string][] = [
      ['name', name],
      ['sheetId', String(sheet)],
      [`${relationPrefix(xml)}id`, id],
    ];
    return list.toSpliced(at, 0, { sheetId: sheet, raw: `<${xml.prefix}sheet${withAttributes('', attributes)}/>` });
  });
}

/** The prefix of relationships in a workbook, as its first sheet writes it. */
function relationPrefix(xml: XmlEdit): string {
  const first = xml.child(xml.root, 'sheets')?.children[0];
  return (first && /\s([\w.-]+:)id\s*=/.exec(xml.raw(first))?.[1]) ?? 'r:';
}

function removeSheet(patch: BookPatch, sheetId: number): void {
  const listed = patch.listed(sheetId);
  needOtherVisible(patch, sheetId);
  needUnreferred(patch, sheetId);
  patch.forget(sheetId);
  relist(patch, (list) => list.filter((one) => one.sheetId !== sheetId));
  patch.parts.removeRelation(patch.book.path, listed.relationId);
  patch.parts.removeWithOwned(listed.path);
  patch.recalculates = true;
}

function needOtherVisible(patch: BookPatch, sheetId: number): void {
  if (!patch.book.sheets.some((one) => one.sheetId !== sheetId && !one.isHidden)) throw new PatchRefusal('lastSheet');
}

/** Refuses where formulas of other sheets, names of the workbook, charts or pivots refer to a sheet. */
function needUnreferred(patch: BookPatch, sheetId: number): void {
  const names = patch.book.sheets.map(({ name }) => name.toLowerCase());
  const place = patch.book.sheets.findIndex((one) => one.sheetId === sheetId);
  const check = (formula: string, own: number | undefined): undefined => {
    if (own === sheetId || !formula.includes('!')) return;
    const tokens = formulaTokens(formula);
    if (tokens === undefined) throw new PatchRefusal('formula', formula.slice(0, 200));
    for (const token of tokens) {
      if (token.kind !== 'scope' || token.outside) continue;
      const [first, last] = [names.indexOf(token.first.toLowerCase()), names.indexOf(token.last.toLowerCase())];
      if (place >= Math.min(first, last) && place <= Math.max(first, last)) throw new PatchRefusal('referred', formula.slice(0, 200));
    }
  };
  patch.mapCells(check);
  patch.mapFrames(check);
  patch.mapNames(check);
  patch.mapTables(check);
  for (const { path, sheetId: own } of patch.charts())
    patch.parts.edit(path, (xml) => {
      for (const element of chartFormulas(xml)) check(xml.value(element), own);
    });
  const tables = patch.parts.relations(patch.book.sheets[place]?.path ?? '').some(({ kind }) => kind === 'table' || kind === 'pivotTable');
  // a table may be named by formulas anywhere
  if (tables || pivotSources(patch).some(({ sheet }) => sheet.toLowerCase() === names[place])) throw new PatchRefusal('referred', 'tables');
}

/** The caches of pivot tables with the names of the sheets that they come from. */
function pivotSources(patch: BookPatch): { path: string; sheet: string }[] {
  const found: { path: string; sheet: string }[] = [];
  for (const { kind, target } of patch.parts.relations(patch.book.path))
    if (kind === 'pivotCacheDefinition' && patch.parts.has(target))
      patch.parts.edit(target, (xml) => {
        for (const source of xml.all('worksheetSource')) found.push({ path: target, sheet: xml.get(source, 'sheet') ?? '' });
      });
  return found;
}

function renameSheet(patch: BookPatch, sheetId: number, name: string): void {
  needName(patch, name, sheetId);
  const before = patch.listed(sheetId).name;
  if (before === name) return;
  const isIt = (one: string): boolean => one.toLowerCase() === before.toLowerCase();
  const rename = (formula: string): string | undefined =>
    formula.includes('!')
      ? renamedFormula(formula, ({ first, last }) => {
          if (!isIt(first) && !isIt(last)) return undefined;
          return scopeText(isIt(first) ? name : first, isIt(last) ? name : last);
        })
      : undefined;
  patch.mapCells(rename);
  patch.mapFrames(rename);
  patch.mapNames(rename);
  patch.mapCharts(rename);
  patch.mapTables(rename);
  for (const { path, sheet } of pivotSources(patch)) {
    if (!isIt(sheet)) continue;
    patch.parts.edit(path, (xml) => {
      for (const source of xml.all('worksheetSource')) if (isIt(xml.get(source, 'sheet') ?? '')) xml.set(source, 'sheet', name);
    });
  }
  patch.parts.edit(patch.book.path, (xml) => {
    for (const element of xml.child(xml.root, 'sheets')?.children ?? [])
      if (Number(xml.get(element, 'sheetId')) === sheetId) xml.set(element, 'name', name);
  });
}

function moveSheet(patch: BookPatch, sheetId: number, at: number): void {
  patch.listed(sheetId);
  if (!Number.isSafeInteger(at) || at < 0 || at >= patch.book.sheets.length) throw new PatchRefusal('place');
  relist(patch, (list) => {
    const moved = list.find((one) => one.sheetId === sheetId);
    const others = list.filter((one) => one.sheetId !== sheetId);
    return moved === undefined ? list : others.toSpliced(at, 0, moved);
  });
  // a reference from one sheet to another takes in those between them
  patch.recalculates = true;
}

function hideSheet(patch: BookPatch, sheetId: number, hidden: boolean): void {
  patch.listed(sheetId);
  if (hidden) needOtherVisible(patch, sheetId);
  patch.parts.edit(patch.book.path, (xml) => {
    for (const element of xml.child(xml.root, 'sheets')?.children ?? [])
      if (Number(xml.get(element, 'sheetId')) === sheetId) xml.set(element, 'state', hidden ? 'hidden' : null);
  });
  patch.relist();
  if (!hidden) return;
  relist(patch, (list) => list);
  if (patch.listed(sheetId).kind !== 'worksheet') return;
  // selected sheets are edited together, those that are not shown too
  editFrame(patch.sheet(sheetId).text, (xml) => {
    for (const view of xml.all('sheetView')) xml.set(view, 'tabSelected', null);
  });
}

interface ListedText {
  sheetId: number;
  raw: string;
}

/** Writes the list of sheets anew: names of single sheets, and the sheet in front, which are told by their place, follow. */
function relist(patch: BookPatch, change: (list: ListedText[], xml: XmlEdit) => ListedText[]): void {
  const hidden = new Set(patch.book.sheets.filter(({ isHidden }) => isHidden).map(({ sheetId }) => sheetId));
  const before = patch.book.sheets.map(({ sheetId }) => sheetId);
  patch.parts.edit(patch.book.path, (xml) => {
    const element = xml.child(xml.root, 'sheets');
    if (element === undefined) return;
    const list = element.children.map((one) => ({ sheetId: Number(xml.get(one, 'sheetId')), raw: xml.raw(one) }));
    const after = change(list, xml);
    if (after !== list) xml.setContent(element, after.map(({ raw }) => raw).join(''));
    const places = new Map(after.map(({ sheetId }, place) => [sheetId, place]));
    const names = xml.child(xml.root, 'definedNames');
    let left = names?.children.length ?? 0;
    for (const name of names?.children ?? []) {
      const own = xml.get(name, 'localSheetId');
      if (own === undefined) continue;
      const place = places.get(before[Number(own)] ?? -1);
      if (place === undefined) {
        xml.remove(name);
        left--;
      } else if (String(place) !== own) xml.set(name, 'localSheetId', String(place));
    }
    if (names && left === 0) xml.remove(names);
    const visible = after.findIndex(({ sheetId }) => !hidden.has(sheetId));
    for (const view of xml.all('workbookView'))
      for (const name of ['activeTab', 'firstSheet']) {
        const place = Number(xml.get(view, name) ?? 0);
        const sheetId = before[place] ?? -1;
        const moved = hidden.has(sheetId) ? visible : (places.get(sheetId) ?? visible);
        if (moved !== place) xml.set(view, name, String(moved));
      }
  });
}
