import type { OfficePackage } from '../office/patch-package.ts';
import { TaskFailure } from '../task.ts';
import { XmlEdit } from '../xml/xml-edit.ts';
import { type BookPart, type BookSheet, bookPart, isTrue } from './book-part.ts';
import { CellPatch } from './cell-patch.ts';
import { editFrame } from './frame-patch.ts';
import { type FormulaShift, shiftedThrough } from './line-changes.ts';
import { PatchRefusal } from './patch-refusal.ts';
import { setFormula } from './shift-frame.ts';
import { emptyStrings } from './shared-strings.ts';
import { SheetText } from './sheet-text.ts';
import { StylePatch } from './style-patch.ts';
import { chartFormulas } from './workbook-obstacles.ts';

/** A worksheet that is open for edits. */
export interface OpenSheet {
  listed: BookSheet;
  text: SheetText;
  cells: CellPatch;
  isProtected: boolean;
}

/** A change of a formula that stands on a sheet, or in a name of the workbook; undefined where it stays. */
export type FormulaChange = (formula: string, sheetId: number | undefined) => string | undefined;

/** A move of the lines of a sheet, and how formulas of each sheet follow it. */
export interface LineMove {
  sheetId: number;
  shiftOn: (own: number | undefined) => FormulaShift;
}

/** A workbook that is open for edits, whose parts are written at the end. */
export class BookPatch {
  readonly parts: OfficePackage;
  book: BookPart;
  /** Whether a value or a formula changed, so that results that were kept may be wrong. */
  recalculates = false;
  /** The place of the edit that is being applied. */
  edit = -1;
  readonly #moves: (LineMove & { edit: number })[] = [];
  readonly #sheets = new Map<number, OpenSheet>();
  #styles: { path: string; patch: StylePatch } | undefined;
  /** Shared strings of sheets that have gone. */
  readonly #dropped = new Set<number>();

  constructor(parts: OfficePackage) {
    this.parts = parts;
    this.book = bookPart(parts);
  }

  listed(sheetId: number): BookSheet {
    const found = this.book.sheets.find((one) => one.sheetId === sheetId);
    if (found === undefined) throw new PatchRefusal('sheet', String(sheetId));
    return found;
  }

  /** A worksheet; others have no cells. */
  sheet(sheetId: number): OpenSheet {
    const listed = this.listed(sheetId);
    const open = this.#sheets.get(sheetId);
    if (open !== undefined) return open;
    if (listed.kind !== 'worksheet') throw new PatchRefusal('sheet', listed.name);
    const text = new SheetText(this.parts.text(listed.path));
    const xml = new XmlEdit(text.frame);
    const protection = xml.child(xml.root, 'sheetProtection');
    const isProtected = protection !== undefined && isTrue(xml.get(protection, 'sheet'));
    const made = {
      listed,
      text,
      cells: new CellPatch(text, { styles: () => this.#openStyles(), moves: () => this.#moves.length, links: () => this.book.links }),
      isProtected,
    };
    this.#sheets.set(sheetId, made);
    return made;
  }

  worksheets(): OpenSheet[] {
    return this.book.sheets.filter(({ kind }) => kind === 'worksheet').map(({ sheetId }) => this.sheet(sheetId));
  }

  /** A sheet goes, with all that stands on it. */
  forget(sheetId: number): void {
    if (this.listed(sheetId).kind === 'worksheet') {
      const { text } = this.sheet(sheetId);
      for (const row of text.rows) text.dropRow(row);
      for (const number of text.dropped) this.#dropped.add(number);
    }
    this.#sheets.delete(sheetId);
  }

  /** Reads the list of sheets again after it changed. */
  relist(): void {
    this.book = bookPart(this.parts);
    for (const [sheetId, sheet] of this.#sheets) sheet.listed = this.listed(sheetId);
  }

  /** Moves lines, after which formulas of cells are brought up to date when they are needed: once for all moves. */
  addMove(move: LineMove): void {
    this.#moves.push({ ...move, edit: this.edit });
  }

  /** Changes formulas of cells as they are written: of shared ones the first. */
  mapCells(change: FormulaChange): void {
    this.#followMoves();
    for (const { listed, text } of this.worksheets())
      text.eachFormula(({ formula, attributes }, cell, row) => {
        const after = formula === '' ? undefined : change(formula, listed.sheetId);
        if (after === undefined || after === formula) return;
        text.touch(row);
        text.setFormula(cell, { formula: after, attributes });
      });
  }

  /** Changes formulas of formats by condition, validations and sparklines, and the places that links lead to. */
  mapFrames(change: FormulaChange): void {
    for (const { listed, text } of this.worksheets()) {
      if (!text.frame.includes('!')) continue;
      editFrame(text, (xml) => {
        for (const name of ['f', 'formula', 'formula1', 'formula2'])
          for (const element of xml.all(name))
            if (element.children.length === 0) setFormula(xml, element, (formula) => change(formula, listed.sheetId));
        for (const limit of xml.all('cfvo')) {
          const after = change(xml.get(limit, 'val') ?? '', listed.sheetId);
          if (after !== undefined) xml.set(limit, 'val', after);
        }
        for (const link of xml.all('hyperlink')) {
          const location = xml.get(link, 'location');
          const after = location?.includes('!') ? quietly(() => change(location, listed.sheetId)) : undefined;
          if (after !== undefined) xml.set(link, 'location', after);
        }
      });
    }
  }

  mapNames(change: FormulaChange): void {
    this.parts.edit(this.book.path, (xml) => {
      const list = xml.child(xml.root, 'definedNames')?.children ?? [];
      for (const element of list) {
        const place = xml.get(element, 'localSheetId');
        const sheet = place === undefined ? undefined : this.book.sheets[Number(place)]?.sheetId;
        setFormula(xml, element, (formula) => change(formula, sheet));
      }
    });
  }

  mapCharts(change: FormulaChange): void {
    for (const { path, sheetId } of this.charts())
      this.parts.edit(path, (xml) => {
        for (const element of chartFormulas(xml)) setFormula(xml, element, (formula) => change(formula, sheetId));
      });
  }

  mapTables(change: FormulaChange): void {
    for (const { path, sheetId } of this.book.sheets)
      for (const { kind, target } of this.parts.relations(path))
        if (kind === 'table' && this.parts.has(target))
          this.parts.edit(target, (xml) => {
            for (const name of ['calculatedColumnFormula', 'totalsRowFormula'])
              for (const element of xml.all(name)) setFormula(xml, element, (formula) => change(formula, sheetId));
          });
  }

  /** The charts over the sheets. */
  charts(): { path: string; sheetId: number }[] {
    const found: { path: string; sheetId: number }[] = [];
    for (const { path: sheet, sheetId } of this.book.sheets)
      for (const { kind, target } of this.parts.relations(sheet))
        if (kind === 'drawing' && this.parts.has(target))
          for (const chart of this.parts.relations(target))
            if (chart.kind === 'chart' && this.parts.has(chart.target)) found.push({ path: chart.target, sheetId });
    return found;
  }

  #followMoves(): void {
    const moves = this.#moves;
    if (moves.length === 0) return;
    for (const { listed, text } of this.worksheets())
      text.eachFormula(({ formula, attributes }, cell, row) => {
        const since = moves.slice(cell.since ?? 0).filter(({ sheetId }) => sheetId === listed.sheetId || formula.includes('!'));
        delete cell.since;
        if (since.length === 0) return;
        const after = movedFormula(formula, listed.sheetId, since);
        if (after === formula) return;
        text.touch(row);
        text.setFormula(cell, { formula: after, attributes });
      });
    moves.length = 0;
  }

  /** Writes all parts that changed. */
  finish(): Buffer {
    this.#followMoves();
    for (const { listed, text } of this.#sheets.values()) {
      const changed = text.text();
      if (changed !== undefined) this.parts.put(listed.path, changed);
    }
    const dropped = this.#droppedStrings();
    if (dropped.size > 0) emptyStrings(this.parts, this.book, dropped);
    if (this.#styles !== undefined) {
      const text = this.#styles.patch.text();
      if (text !== this.parts.text(this.#styles.path)) this.parts.put(this.#styles.path, text);
    }
    if (this.recalculates) this.#askForCalculation();
    return this.parts.write();
  }

  /** The shared strings that cells had and no cell has any more: a file tells nobody what was taken out of it. */
  #droppedStrings(): Set<number> {
    const dropped = new Set(this.#dropped);
    for (const { text } of this.#sheets.values()) for (const number of text.dropped) dropped.add(number);
    for (const { sheetId, path, kind } of this.book.sheets) {
      if (dropped.size === 0) break;
      if (kind === 'chartsheet') continue;
      try {
        (this.#sheets.get(sheetId)?.text ?? new SheetText(this.parts.text(path))).takeUsed(dropped);
      } catch (error) {
        // a sheet that is not edited and cannot be read as text may have any of them
        if (error instanceof TaskFailure) return new Set();
        throw error;
      }
    }
    return dropped;
  }

  /** Whether cells can be given other styles. */
  canStyle(): boolean {
    try {
      return this.#openStyles().hasFirst;
    } catch (error) {
      if (error instanceof PatchRefusal || error instanceof TaskFailure) return false;
      throw error;
    }
  }

  #openStyles(): StylePatch {
    if (this.#styles === undefined) {
      const path = this.parts.relations(this.book.path).find(({ kind }) => kind === 'styles')?.target;
      if (path === undefined) throw new PatchRefusal('value', 'styles');
      this.#styles = { path, patch: new StylePatch(this.parts.text(path)) };
    }
    return this.#styles.patch;
  }

  /** Programs compute all formulas when they open the file, in an order that they find anew. */
  #askForCalculation(): void {
    const { path } = this.book;
    for (const { id, kind, target } of this.parts.relations(path)) {
      if (kind !== 'calcChain') continue;
      this.parts.removeRelation(path, id);
      if (this.parts.has(target)) this.parts.remove(target);
    }
    this.parts.edit(path, (xml) => {
      const found = xml.child(xml.root, 'calcPr');
      if (found) xml.set(found, 'fullCalcOnLoad', '1');
      else xml.insertInOrder(xml.root, `<${xml.prefix}calcPr fullCalcOnLoad="1"/>`, { name: 'calcPr', names: bookOrder });
    });
  }
}

/** A formula after moves; what stands in their way is a refusal of the first of them. */
function movedFormula(formula: string, own: number, moves: readonly (LineMove & { edit: number })[]): string {
  try {
    return shiftedThrough(
      formula,
      moves.map(({ shiftOn }) => shiftOn(own)),
    );
  } catch (error) {
    if (error instanceof PatchRefusal) error.edit = moves[0]?.edit ?? -1;
    throw error;
  }
}

/** The children of a workbook in the order of its schema. */
const bookOrder = (
  'fileVersion fileSharing workbookPr AlternateContent revisionPtr workbookProtection bookViews sheets functionGroups externalReferences definedNames calcPr ' +
  'oleSize customWorkbookViews pivotCaches smartTagPr smartTagTypes webPublishing fileRecoveryPr webPublishObjects extLst'
).split(' ');

/** Links may lead to names that are no formulas. */
export function quietly<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof PatchRefusal && error.reason === 'formula') return undefined;
    throw error;
  }
}
