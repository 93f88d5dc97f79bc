import { areasMeet, shiftArea, shiftCellsOf } from '@dossier/contract/editing/shift-edits';
import type { Area, WorkbookEdit } from '@dossier/contract/editing/workbook-edits';
import { formulaFault } from '@dossier/formats/workbook/formula-grammar';
import type { WorkbookFacts } from '../workbooks/edited-workbooks.ts';
import { AreaIndex } from './area-index.ts';
import { EditTotals } from './edit-totals.ts';
import { type Accepted, EditRefused } from './ordered-room.ts';

interface Sheet {
  name: string;
  hidden: boolean;
  isWorksheet: boolean;
  isProtected: boolean;
  merges: Area[];
  /** Array formulas and data tables: no part of them is edited alone. */
  arrays: Area[];
  /** Heads of tables: what they can say is known in the file only. */
  heads: Area[];
  /** Of the arrays and the heads, made when they are asked for first. */
  arrayIndex: { of?: AreaIndex };
  headIndex: { of?: AreaIndex };
}

/** What of a workbook is for all of its sheets. */
interface Limits {
  canShift: boolean;
  /** Whether cells can be given other styles. */
  canStyle: boolean;
  /** Whether the list of sheets is protected. */
  isLocked: boolean;
  /** Links to other files. */
  links: number;
}

/** Rows that are written one by one where they are given a size or hidden. */
const maxLines = 100_000;
/** Areas that the moves of one message take along: about 200 ms of all other calls. */
const maxMoved = 2_000_000;

function need(condition: boolean, why: string): asserts condition {
  if (!condition) throw new EditRefused(why);
}

const asName = (name: string): string => name.normalize('NFC').toLowerCase();

/** As much of a workbook as decides whether an edit can be made: what is refused here would be refused when a version is written, for everybody. */
export class AcceptedEdits implements Accepted<WorkbookEdit> {
  private readonly sheets: Map<number, Sheet>;
  private readonly totals: EditTotals;
  private moved = 0;
  /** Whether the edits that came last have to be tried. */
  mustTry = false;
  private readonly limits: Limits;

  private constructor(sheets: Map<number, Sheet>, { totals, limits }: { totals: EditTotals; limits: Limits }) {
    this.sheets = sheets;
    this.totals = totals;
    this.limits = limits;
  }

  static of({ sheets, canShift, canStyle, obstacles, totals }: WorkbookFacts): AcceptedEdits {
    const guarded = new Set(obstacles.flatMap(({ kind, sheet }) => (kind === 'protectedSheet' && sheet !== undefined ? [sheet] : [])));
    const all = sheets.map(({ sheetId, ...sheet }): [number, Sheet] => [
      sheetId,
      { ...sheet, isProtected: guarded.has(sheetId), arrayIndex: {}, headIndex: {} },
    ]);
    return new AcceptedEdits(new Map(all), {
      totals: new EditTotals(totals),
      limits: {
        canShift,
        canStyle,
        isLocked: obstacles.some(({ kind }) => kind === 'protectedBook'),
        links: Number(obstacles.find(({ kind }) => kind === 'externalLinks')?.detail ?? 0),
      },
    });
  }

  /** The state with some edits more; throws `EditRefused` where one cannot be made. This state stays as it is. */
  with(edits: readonly WorkbookEdit[]): AcceptedEdits {
    const next = new AcceptedEdits(new Map([...this.sheets].map(([id, sheet]) => [id, { ...sheet }])), {
      totals: this.totals.next(),
      limits: this.limits,
    });
    for (const edit of edits) {
      next.make(edit);
      next.totals.add(edit);
    }
    next.mustTry ||= next.totals.isBeyond(this.totals);
    return next;
  }

  private make(edit: WorkbookEdit): void {
    if (edit.kind === 'addSheet') return this.addSheet(edit);
    const sheet = this.sheets.get(edit.sheet);
    need(sheet !== undefined, 'no such sheet');
    switch (edit.kind) {
      case 'removeSheet':
        this.needOpenBook();
        this.sheets.delete(edit.sheet);
        return this.needVisible();
      case 'renameSheet':
        this.needOpenBook();
        this.needFreeName(edit.name, edit.sheet);
        sheet.name = edit.name;
        return;
      case 'moveSheet':
        return this.needOpenBook();
      case 'hideSheet':
        this.needOpenBook();
        sheet.hidden = edit.hidden;
        return this.needVisible();
      default:
        need(sheet.isWorksheet && !sheet.isProtected, 'a sheet that is not edited');
        return this.makeOnSheet(sheet, edit);
    }
  }

  private makeOnSheet(sheet: Sheet, edit: WorkbookEdit): void {
    if (edit.kind === 'cells') {
      for (const { row, column, value, formula, style } of edit.cells) {
        need(this.limits.canStyle || !style, 'styles of which there is no first one');
        if (typeof formula === 'string') need(formulaFault(formula, this.limits.links) === undefined, 'a formula that no file gets');
        if (value === undefined && formula === undefined) continue;
        const place = { row, column, lastRow: row, lastColumn: column };
        this.needNoArray(sheet, place);
        sheet.headIndex.of ??= new AreaIndex(sheet.heads);
        this.mustTry ||= sheet.headIndex.of.meets(place);
      }
    } else if (edit.kind === 'size' || edit.kind === 'hide') need(edit.last - edit.first < maxLines, 'too many rows');
    else if (edit.kind === 'insert' || edit.kind === 'remove') {
      need(this.limits.canShift, 'rows and columns stay in this workbook');
      this.moved += sheet.merges.length + sheet.arrays.length;
      need(this.moved <= maxMoved, 'too many areas to move');
      sheet.merges = sheet.merges.flatMap((area) => shiftArea(area, edit) ?? []);
      // those of one cell stay
      sheet.arrays = sheet.arrays.flatMap((area) => shiftCellsOf(area, edit) ?? []);
      sheet.heads = sheet.heads.flatMap((area) => shiftCellsOf(area, edit) ?? []);
      [sheet.arrayIndex, sheet.headIndex] = [{}, {}];
    } else if (edit.kind === 'merge') {
      need(!sheet.merges.some((area) => areasMeet(area, edit.area)), 'merged already');
      this.needNoArray(sheet, edit.area);
      sheet.merges = [...sheet.merges, edit.area];
    } else if (edit.kind === 'unmerge') sheet.merges = sheet.merges.filter((area) => !areasMeet(area, edit.area));
  }

  private addSheet({ sheet, name }: { sheet: number; name: string }): void {
    this.needOpenBook();
    need(!this.sheets.has(sheet), 'a sheet of this number');
    this.needFreeName(name, sheet);
    this.sheets.set(sheet, {
      name,
      hidden: false,
      isWorksheet: true,
      isProtected: false,
      merges: [],
      arrays: [],
      heads: [],
      arrayIndex: {},
      headIndex: {},
    });
  }

  private needNoArray({ arrays, arrayIndex }: Sheet, area: Area): void {
    arrayIndex.of ??= new AreaIndex(arrays);
    need(!arrayIndex.of.meets(area), 'a part of an array');
  }

  private needOpenBook(): void {
    need(!this.limits.isLocked, 'the list of sheets is protected');
  }

  private needVisible(): void {
    need(
      [...this.sheets.values()].some((sheet) => !sheet.hidden),
      'no sheet would be left',
    );
  }

  private needFreeName(name: string, own: number): void {
    need(![...this.sheets].some(([id, sheet]) => id !== own && asName(sheet.name) === asName(name)), 'a sheet of this name');
  }
}
