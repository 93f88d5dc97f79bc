import { type PartDifference, bytesHash, dangling, isWellFormed, undeclared } from '../office/compare-packages.ts';
import { OfficePackage } from '../office/patch-package.ts';
import { openZipOf, type ZipParts } from '../zip/zip-parts.ts';
import { type BookPart, bookPart } from './book-part.ts';
import type { Area, CellError, CellValue, WorkbookEdit } from './edits.ts';
import { type EditableSheet, type EditableWorkbook, readEditableWorkbook } from './editable-workbook.ts';
import { differsInUnusedStrings, stringsPart } from './shared-strings.ts';
import { ExpectedWorkbook, styleKey } from './expected-workbook.ts';

/** What is otherwise in an edited workbook than its edits say. */
export interface PatchDifference {
  kind: PartDifference['kind'] | 'sheets' | 'cell' | 'merges' | 'styles' | 'names';
  /** The part, or the place as sheetId, row and column. */
  at: string;
}

const maxUnpacked = 400 * 1024 * 1024;
/** More of them say nothing more. */
const mostTold = 50;

/**
 * Compares an edited workbook with the one that it came from and the edits, by other means than those that wrote it: parts that the edits do not touch
 * are equal byte for byte, all cells are what they were or what an edit says, and the package is whole.
 */
export async function checkPatch(base: Buffer, edited: Buffer, edits: readonly WorkbookEdit[]): Promise<PatchDifference[]> {
  const [before, after] = [await openZipOf(base, maxUnpacked), await openZipOf(edited, maxUnpacked)];
  try {
    const differences = await comparedParts(before, after, { edits, book: bookPart(new OfficePackage(base)) });
    const others = differences.length === 0 ? [] : await withoutUnusedStrings(differences, base, edited);
    if (others.length > 0) return others.slice(0, mostTold);
    const [old, now] = [await readEditableWorkbook(base), await readEditableWorkbook(edited)];
    return comparedContent(old, now, edits).slice(0, mostTold);
  } finally {
    before.close();
    after.close();
  }
}

/** The differences without that of the shared strings, where no more of these differs than that unused ones are empty. */
async function withoutUnusedStrings(differences: PatchDifference[], base: Buffer, edited: Buffer): Promise<PatchDifference[]> {
  const part = stringsPart(new OfficePackage(edited))?.toLowerCase();
  const own = differences.find(({ kind, at }) => kind === 'changed' && at.toLowerCase() === part);
  return own !== undefined && (await differsInUnusedStrings(base, edited)) ? differences.filter((one) => one !== own) : differences;
}

/** What edits may touch. */
interface Touched {
  edits: readonly WorkbookEdit[];
  book: BookPart;
}

async function comparedParts(before: ZipParts, after: ZipParts, touched: Touched): Promise<PatchDifference[]> {
  const differences: PatchDifference[] = [];
  const [there, known] = [new Set(after.names.map((name) => name.toLowerCase())), new Set(before.names.map((name) => name.toLowerCase()))];
  const has = (...kinds: WorkbookEdit['kind'][]): boolean => touched.edits.some(({ kind }) => kinds.includes(kind));
  const mayChange = changeable(touched);
  for (const part of before.names) {
    if (!there.has(part.toLowerCase())) {
      const mayGo = /(?:^|\/)calcChain\.xml$/i.test(part) || has('removeSheet') || (has('remove') && /\/tables\//i.test(part));
      if (!mayGo) differences.push({ kind: 'lost', at: part });
    } else if ((await bytesHash(before, part)) !== (await bytesHash(after, part))) {
      if (!mayChange(part)) differences.push({ kind: 'changed', at: part });
      else if (/\.(?:xml|rels)$/i.test(part) && !(await isWellFormed(after, part))) differences.push({ kind: 'broken', at: part });
    }
  }
  let sheets = touched.edits.filter(({ kind }) => kind === 'addSheet').length;
  for (const part of after.names) {
    if (known.has(part.toLowerCase())) continue;
    const isSheet = /^xl\/worksheets\/sheet\d+\.xml$/.test(part) && sheets-- > 0;
    if (!isSheet) differences.push({ kind: 'added', at: part });
    else if (!(await isWellFormed(after, part))) differences.push({ kind: 'broken', at: part });
  }
  const unwhole = [...(await undeclared(after)), ...(await dangling(before, after))];
  const before0 = new Set((await undeclared(before)).map(({ part }) => part));
  return differences.concat(unwhole.filter(({ part }) => !before0.has(part)).map(({ part, kind }) => ({ kind, at: part })));
}

/** The parts that edits may change: those of the book, of the sheets that they name, and where lines move or names change all that holds formulas. */
function changeable({ edits, book }: Touched): (part: string) => boolean {
  const fixed = new Set<string>();
  const add = (part: string): void => void fixed.add(part.toLowerCase());
  const folder = book.path.slice(0, book.path.lastIndexOf('/') + 1);
  const isWide = edits.some(({ kind }) => kind === 'insert' || kind === 'remove' || kind === 'renameSheet');
  const changesBook = isWide || edits.some(({ kind }) => kind.endsWith('Sheet') || kind === 'cells');
  if (changesBook)
    for (const part of ['[Content_Types].xml', book.path, `${folder}_rels/${book.path.slice(folder.length)}.rels`]) add(part);
  if (edits.some((edit) => edit.kind === 'cells' && edit.cells.some(({ style }) => style !== undefined && style !== null)))
    add(`${folder}styles.xml`);
  const named = new Set(edits.map(({ sheet }) => sheet));
  for (const { sheetId, path } of book.sheets) if (named.has(sheetId) || isWide) add(path);
  const holders =
    /\/(?:drawings|charts|tables|pivotCache|chartsheets)\/[^/]*\.(?:xml|vml)$|\/comments[^/]*\.xml$|\/worksheets\/_rels\/[^/]*\.rels$/i;
  const heads = edits.some(({ kind }) => kind === 'cells');
  return (part) => fixed.has(part.toLowerCase()) || (isWide && holders.test(part)) || (heads && /\/tables\/[^/]*\.xml$/i.test(part));
}

function comparedContent(base: EditableWorkbook, now: EditableWorkbook, edits: readonly WorkbookEdit[]): PatchDifference[] {
  const expected = new ExpectedWorkbook(base, edits);
  const told = (sheets: { sheetId: number; name: string; hidden: boolean }[]): string =>
    JSON.stringify(sheets.map(({ sheetId, name, hidden }) => [sheetId, name, hidden]));
  if (told(expected.sheets) !== told(now.sheets)) return [{ kind: 'sheets', at: told(now.sheets).slice(0, 200) }];
  const differences: PatchDifference[] = [];
  const keys = now.styles.map(styleKey);
  for (const [place, style] of base.styles.entries())
    if (keys[place] !== styleKey(style)) differences.push({ kind: 'styles', at: String(place) });
  for (const [place, sheet] of now.sheets.entries()) {
    differences.push(...comparedCells(expected, sheet, { keys, edits }));
    const merges = (areas: Area[]): string =>
      areas
        .map(({ row, column, lastRow, lastColumn }) => `${row} ${column} ${lastRow} ${lastColumn}`)
        .toSorted()
        .join();
    if (merges(expected.sheets[place]?.merges ?? []) !== merges(sheet.merges))
      differences.push({ kind: 'merges', at: String(sheet.sheetId) });
  }
  return differences.concat(comparedNames(expected, base, now));
}

function comparedCells(
  expected: ExpectedWorkbook,
  { sheetId, cells }: EditableSheet,
  { keys, edits }: { keys: string[]; edits: readonly WorkbookEdit[] },
): PatchDifference[] {
  const differences: PatchDifference[] = [];
  const wanted = new Map(expected.cellsOf(sheetId));
  const plain = keys[0] ?? '';
  for (const { row, column, value, formula, style } of cells) {
    const key = row * 16_384 + column;
    const cell = wanted.get(key);
    wanted.delete(key);
    const found = keys[style ?? 0] ?? plain;
    const isEqual =
      cell === undefined
        ? (value === undefined && formula === undefined && found === plain) || isNewHead(edits, { sheetId, column, value })
        : isSame(cell.value, value) &&
          styleKey(cell.style) === found &&
          (cell.formula === undefined
            ? formula === undefined
            : formula !== undefined && expected.isFormula(cell.formula, sheetId, { found: formula }));
    if (!isEqual) differences.push({ kind: 'cell', at: `${sheetId} ${row} ${column}` });
  }
  for (const [key, cell] of wanted)
    if (cell.value !== undefined || cell.formula !== undefined || styleKey(cell.style) !== plain)
      differences.push({ kind: 'cell', at: `${sheetId} ${Math.floor(key / 16_384)} ${key % 16_384}` });
  return differences;
}

/** A column that is inserted in a table gets a head. */
const isNewHead = (
  edits: readonly WorkbookEdit[],
  { sheetId, value }: { sheetId: number; column: number; value: CellValue | CellError | undefined },
): boolean =>
  typeof value === 'string' &&
  /^Column\d+$/.test(value) &&
  edits.some((edit) => edit.kind === 'insert' && edit.axis === 'column' && edit.sheet === sheetId);

function isSame(wanted: CellValue | CellError | undefined, found: CellValue | CellError | undefined): boolean {
  if (typeof wanted === 'object' && wanted !== null) return typeof found === 'object' && found !== null && found.error === wanted.error;
  if (typeof wanted === 'string') return found === wanted.toWellFormed() || (wanted === '' && found === undefined);
  // a number that was written as the text of a result stays one
  return wanted === found || (wanted === undefined && found === '');
}

function comparedNames(expected: ExpectedWorkbook, base: EditableWorkbook, now: EditableWorkbook): PatchDifference[] {
  const left = new Set(expected.sheets.map(({ sheetId }) => sheetId));
  const wanted = base.names.filter(({ sheet }) => sheet === undefined || left.has(sheet));
  if (wanted.length !== now.names.length) return [{ kind: 'names', at: String(now.names.length) }];
  return wanted.flatMap(({ name, formula, sheet }, place): PatchDifference[] => {
    const found = now.names[place];
    const isEqual =
      found?.name === name &&
      found.sheet === sheet &&
      expected.isFormula({ text: formula, since: 0 }, sheet, { found: found.formula, isName: true });
    return isEqual ? [] : [{ kind: 'names', at: name }];
  });
}
