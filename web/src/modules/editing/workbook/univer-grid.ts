import type { PlaceOf } from '@dossier/contract/comments/places';
import type { EditableWorkbook } from '@dossier/formats/workbook/editable-workbook';
import { areasMeet, shiftCellsOf } from '@dossier/contract/editing/shift-edits';
import type { Area, CellSelection, WorkbookEdit } from '@dossier/contract/editing/workbook-edits';
import {
  BooleanNumber,
  CommandType,
  CustomCommandExecutionError,
  type ICellData,
  type IStyleData,
  ICommandService,
  type IExecutionOptions,
  IUndoRedoService,
  IUniverInstanceService,
  LocaleService,
  ThemeService,
  type Univer,
  UniverInstanceType,
  type Workbook,
  type Worksheet,
} from '@univerjs/core';
import { FormulaDataModel, IFunctionService, LexerTreeBuilder } from '@univerjs/engine-formula';
import { DeviceInputEventType } from '@univerjs/engine-render';
import { FormulaCalculationSessionService } from '@univerjs/sheets-formula';
import { ISheetClipboardService } from '@univerjs/sheets-ui';
import { type FormulaScope, isOfArray } from './exact-formulas.ts';
import { type FormulaRefusal, formulaRefusal } from './formula-refusal.ts';
import { FormulaResults } from './formula-results.ts';
import { lettersOf, shiftFormula } from './formula-shift.ts';
import { toFileFormula } from './formula-text.ts';
import { editorOperation, isAllowed, isMove, opensEditor, opensNames } from './grid-commands.ts';
import { bookId, gridData } from './grid-data.ts';
import { type GridState, type Mutation, editsOf, isKept, keepWhatFilesHave, mutation, unkeptMutations } from './grid-edits.ts';
import { GridFind } from './grid-find.ts';
import { mendFunctions } from './grid-functions.ts';
import { mutationsOf } from './grid-mutations.ts';
import { fitsPaste, fitsSheet, pasteByKeys } from './paste-bounds.ts';
import { type RemoteSelection, RemoteSelections } from './remote-selections.ts';
import { StructuralBatch, isBatch } from './structural-batch.ts';
import type { FilledGrid } from './workbook-room.ts';

type CellPlace = PlaceOf<'cell'>;

/** Why a user cannot do something in the grid. */
export type GridRefusal = 'readOnly' | 'noShift' | 'array' | 'arrayFormula' | FormulaRefusal | 'protected' | 'notHere' | 'doesNotFit';

export interface GridEvents {
  /** The user changed the workbook. */
  edited(edits: WorkbookEdit[]): void;
  selected(at: CellSelection): void;
  /** The cell that is selected has this text now. */
  looked(cell: string, text: string): void;
  refused(why: GridRefusal): void;
  /** The sheets that are shown have these names now. */
  named(sheets: string[]): void;
}

/** A save, or a window that is closed, waits so long for formulas at most, and until nothing was computed for so many turns. */
const settleMs = 20_000;
const turnMs = 25;
const quietTurns = 16;
/** What was typed longer ago than this has begun to be computed. */
const activeMs = 3000;

const sheetMutations: ReadonlySet<string> = new Set([
  mutation.insertSheet,
  mutation.removeSheet,
  mutation.renameSheet,
  mutation.moveSheet,
  mutation.hideSheet,
]);

/** The formulas that cells are given; in the file one of an array would be a plain one, which comes to something else. */
const formulasIn = ({ params }: Mutation): string[] =>
  Object.values((params['cellValue'] ?? {}) as Record<string, Record<string, ICellData | null>>).flatMap((cells) =>
    Object.values(cells).flatMap((cell) => (typeof cell?.f === 'string' && cell.f.startsWith('=') ? cell.f.slice(1) : [])),
  );

/** A workbook in a grid of Univer: tells what its user changes, and makes what others have changed. */
export class UniverGrid implements FilledGrid, GridState {
  private readonly univer: Univer;
  private readonly events: GridEvents;
  private readonly commands: ICommandService;
  private book: EditableWorkbook | undefined;
  /** The array formulas of the sheets. */
  private arrays = new Map<string, Area[]>();
  private scope: FormulaScope = { knows: () => true, names: new Map() };
  private isWritable = false;
  /** Edits of others are being made, or the workbook is being filled. */
  private isMaking = false;
  /** When something was typed or changed last. */
  private activeAt = Number.NEGATIVE_INFINITY;
  private batch: StructuralBatch | undefined;
  /** The numbers of sheets that were added in this window. */
  private readonly added = new Map<string, number>();
  private readonly results: FormulaResults;
  private readonly remote: RemoteSelections;
  readonly find: GridFind;

  constructor(univer: Univer, events: GridEvents) {
    this.univer = univer;
    this.events = events;
    this.commands = this.get(ICommandService);
    this.results = new FormulaResults(this, (edits) => this.isWritable && this.events.edited(edits));
    this.remote = new RemoteSelections((id) => this.get(id), {
      gridIdOf: (sheet) => this.gridIdOf(sheet),
      shown: () => this.workbook?.getActiveSheet()?.getSheetId(),
    });
    this.find = new GridFind(univer, this);
    this.commands.beforeCommandExecuted((info, options) =>
      this.before({ id: info.id, params: (info.params ?? {}) as Mutation['params'] }, info.type, options),
    );
    this.commands.onCommandExecuted((info, options) =>
      this.after({ id: info.id, params: (info.params ?? {}) as Mutation['params'] }, info.type, options),
    );
  }

  private get<T>(id: Parameters<ReturnType<Univer['__getInjector']>['get']>[0]): T {
    // oxlint-disable-next-line no-underscore-dangle -- the grid has no other way to its services
    return this.univer.__getInjector().get(id) as T;
  }

  get workbook(): Workbook | undefined {
    return this.get<IUniverInstanceService>(IUniverInstanceService).getUnit<Workbook>(bookId, UniverInstanceType.UNIVER_SHEET) ?? undefined;
  }

  /** Fills the grid; the sheet and the cell that were looked at stay. */
  fill(book: EditableWorkbook): void {
    const active = this.workbook?.getActiveSheet();
    const shown = active?.getSheetId();
    const place = shown === undefined ? undefined : this.placeShown;
    this.isMaking = true;
    try {
      this.remote.clear();
      const instances = this.get<IUniverInstanceService>(IUniverInstanceService);
      if (active) instances.disposeUnit(bookId);
      this.book = book;
      this.arrays = new Map(book.sheets.map(({ sheetId, cells }) => [String(sheetId), cells.flatMap(({ array }) => array ?? [])]));
      const data = gridData(book, this.get<LocaleService>(LocaleService).getCurrentLocale());
      this.univer.createUnit(UniverInstanceType.UNIVER_SHEET, data);
      this.boundPastes();
      const functions = this.get<IFunctionService>(IFunctionService);
      mendFunctions(functions);
      const names = new Map(book.names.map(({ name, formula }) => [name.toUpperCase(), formula]));
      this.scope = { knows: (name) => functions.hasExecutor(name), names };
      this.results.begin(this.scope);
      this.added.clear();
    } finally {
      this.isMaking = false;
    }
    this.nameSheets();
    if (shown === undefined || this.workbook?.getSheetBySheetId(shown) === undefined) return;
    setTimeout(() => {
      void this.commands.executeCommand('sheet.command.set-worksheet-activate', { unitId: bookId, subUnitId: shown });
      if (place) void this.commands.executeCommand('sheet.command.scroll-to-cell', { range: place, forceTop: true, forceLeft: true });
      this.remote.draw();
    });
  }

  private hasBounds = false;

  /** Refuses what would be pasted behind the last row or column, before anything of it is made. */
  private boundPastes(): void {
    if (this.hasBounds) return;
    this.hasBounds = true;
    this.get<ISheetClipboardService>(ISheetClipboardService).addClipboardHook({
      id: 'dossier.paste-bounds',
      onBeforePaste: ({ range: { rows, cols } }) => {
        const fits = fitsSheet(rows, cols);
        if (!fits) this.events.refused('doesNotFit');
        return fits;
      },
    });
  }

  /** The last place that the grid was scrolled to. */
  private placeShown: { startRow: number; startColumn: number; endRow: number; endColumn: number } | undefined;

  setWritable(isWritable: boolean): void {
    this.isWritable = isWritable;
  }

  setDark(isDark: boolean): void {
    this.get<ThemeService>(ThemeService).setDarkMode(isDark);
  }

  sheetOf(gridId: string): number | undefined {
    const known = this.added.get(gridId);
    if (known !== undefined) return known;
    return /^\d{1,5}$/.test(gridId) ? Number(gridId) : undefined;
  }

  sheetNamed(name: string): number | undefined {
    const found = this.workbook?.getSheets().find((sheet) => sheet.getName().toUpperCase() === name.toUpperCase());
    return found && this.sheetOf(found.getSheetId());
  }

  gridIdOf(sheet: number): string {
    return [...this.added].find(([, number]) => number === sheet)?.[0] ?? String(sheet);
  }

  cellAt(gridId: string, row: number, column: number): ICellData | undefined {
    return this.workbook?.getSheetBySheetId(gridId)?.getCellRaw(row, column) ?? undefined;
  }

  styleAt(gridId: string, row: number, column: number): IStyleData | null {
    const cell = this.cellAt(gridId, row, column);
    return this.workbook?.getStyles().getStyleByCell(cell) ?? null;
  }

  formulaAt(gridId: string, row: number, column: number): string | undefined {
    const cell = this.cellAt(gridId, row, column);
    const own =
      cell?.f ?? (cell?.si ? this.get<FormulaDataModel>(FormulaDataModel).getFormulaStringByCell(row, column, gridId, bookId) : undefined);
    if (!own?.startsWith('=')) return undefined;
    // the names in these have a prefix as well
    if (!/\b(?:LET|LAMBDA)\(/i.test(own)) return toFileFormula(own.slice(1));
    const functions = this.get<IFunctionService>(IFunctionService);
    const inFile = this.get<LexerTreeBuilder>(LexerTreeBuilder).getNewFormulaWithPrefix(own, (name) => functions.hasExecutor(name)) ?? own;
    return inFile.slice(1);
  }

  placeOf(gridId: string): number {
    return this.workbook?.getSheetOrders().indexOf(gridId) ?? 0;
  }

  shiftFormula(formula: string, sheet: number, by: WorkbookEdit): string {
    const names = new Map(
      (this.workbook?.getSheets() ?? []).flatMap((one) => {
        const number = this.sheetOf(one.getSheetId());
        return number === undefined ? [] : [[number, one.getName()] as const];
      }),
    );
    return shiftFormula(formula, { sheet, names }, by);
  }

  make(edits: readonly WorkbookEdit[]): void {
    this.isMaking = true;
    try {
      for (const edit of edits) {
        const gridId = this.gridIdOf(edit.sheet);
        const sheet = this.workbook?.getSheetBySheetId(gridId);
        if (!sheet) continue;
        for (const { id, params } of mutationsOf(edit, gridId, {
          rowHeight: sheet.getConfig().defaultRowHeight,
          columnWidth: sheet.getConfig().defaultColumnWidth,
        }))
          this.commands.syncExecuteCommand(id, params, { fromCollab: true });
      }
    } finally {
      this.isMaking = false;
    }
  }

  private refuse(why: GridRefusal): never {
    this.events.refused(why);
    throw new CustomCommandExecutionError(why);
  }

  /** Stops what the file would not get, before anything of it is made. */
  private before(made: Mutation, type: CommandType | undefined, options: IExecutionOptions | undefined): void {
    if (this.isMaking) return;
    const { id, params } = made;
    if (params['unitId'] !== undefined && params['unitId'] !== bookId) return;
    if (!this.isWritable && (opensEditor(id, params) || (type === CommandType.COMMAND && !isAllowed(id, { isWritable: false }))))
      this.refuse('readOnly');
    if (type === CommandType.COMMAND) {
      if (!isAllowed(id, { isWritable: true })) this.refuse('notHere');
      if (isMove(id) && this.book?.canShift === false) this.refuse('noShift');
      const { textContent } = params;
      if (id === pasteByKeys && typeof textContent === 'string' && !fitsPaste(textContent)) this.refuse('doesNotFit');
      if (isBatch(id)) this.beginBatch(id);
      return;
    }
    if (id === editorOperation) this.activeAt = performance.now();
    if (opensNames(id)) this.refuse('notHere');
    if (type !== CommandType.MUTATION || !id.startsWith('sheet.mutation.')) return;
    if (options?.onlyLocal === true || options?.['fromFormula'] === true || unkeptMutations.has(id)) return;
    if (!this.isWritable) this.refuse('readOnly');
    if (!isKept(id)) this.refuse('notHere');
    if (this.isGuarded(made)) this.refuse('protected');
    if (id === mutation.insertSheet) this.numberSheet((params['sheet'] as { id: string }).id);
    // moved rows and what is taken back change formulas that stand already
    if (id === mutation.cells && this.batch === undefined) {
      if (this.meetsArray(made)) this.refuse('array');
      const formulas = formulasIn(made);
      if (formulas.some((formula) => isOfArray(formula, this.scope))) this.refuse('arrayFormula');
      const refusal = formulas.map((formula) => formulaRefusal(formula, this.book)).find((why) => why !== undefined);
      if (refusal !== undefined) this.refuse(refusal);
    }
    keepWhatFilesHave(made);
  }

  /** Whether the workbook forbids it: a protected sheet or list of sheets; and charts on sheets of their own are not shown. */
  private isGuarded({ id, params }: Mutation): boolean {
    const number = this.sheetOf(String(params['subUnitId']));
    if (sheetMutations.has(id))
      return (
        this.book?.obstacles.some(({ kind }) => kind === 'protectedBook') === true ||
        this.book?.sheets.some((sheet) => sheet.sheetId === number && !sheet.isWorksheet) === true
      );
    return this.book?.obstacles.some(({ kind, sheet }) => kind === 'protectedSheet' && sheet === number) === true;
  }

  /** A number for a sheet of this window, at random: two windows may add sheets at the same time. */
  private numberSheet(gridId: string): void {
    const taken = new Set((this.workbook?.getSheets() ?? []).map((sheet) => this.sheetOf(sheet.getSheetId())));
    let number: number;
    do number = 1000 + Math.floor(Math.random() * 60_000);
    while (taken.has(number));
    if (this.sheetOf(gridId) === undefined) this.added.set(gridId, number);
  }

  private meetsArray({ params }: Mutation): boolean {
    const arrays = this.arrays.get(String(params['subUnitId'])) ?? [];
    if (arrays.length === 0) return false;
    return Object.entries((params['cellValue'] ?? {}) as Record<string, Record<string, ICellData | null>>).some(([row, cells]) =>
      Object.entries(cells).some(([column, cell]) => {
        const isWritten = cell === null || cell.v !== undefined || cell.f !== undefined || cell.p !== undefined;
        const at = { row: Number(row), column: Number(column), lastRow: Number(row), lastColumn: Number(column) };
        return isWritten && arrays.some((area) => areasMeet(area, at));
      }),
    );
  }

  /** The cell that is selected. */
  get selectedCell(): { gridId: string; row: number; column: number } | undefined {
    return this.lookedAt;
  }

  canWrite(gridId: string, row: number, column: number): boolean {
    const made = { id: mutation.cells, params: { subUnitId: gridId, cellValue: { [row]: { [column]: null } } } };
    return this.isWritable && !this.isGuarded(made) && !this.meetsArray(made);
  }

  private after(made: Mutation, type: CommandType | undefined, options: IExecutionOptions | undefined): void {
    const { id, params } = made;
    if (params['unitId'] !== undefined && params['unitId'] !== bookId) return;
    if (id === 'sheet.operation.set-selections') return this.noteSelection(params);
    if (id === 'sheet.operation.set-scroll') return this.noteScroll(params);
    if (id === 'sheet.operation.set-worksheet-active') {
      setTimeout(() => this.remote.draw());
      return;
    }
    if (sheetMutations.has(id)) this.nameSheets();
    if (options?.['applyFormulaCalculationResult'] === true && id === mutation.cells) return this.results.note(params);
    if (id === mutation.cells) this.look();
    if (this.isMaking) return;
    if (this.batch !== undefined && this.batch.id === id && type === CommandType.COMMAND) return this.endBatch(this.batch);
    if (type !== CommandType.MUTATION || options?.onlyLocal === true || options?.['fromFormula'] === true || !isKept(id)) return;
    if (this.batch !== undefined) this.batch.add(made);
    else this.tell(editsOf(made, this));
  }

  private beginBatch(id: string): void {
    if (this.batch !== undefined) this.endBatch(this.batch);
    const { workbook } = this;
    if (workbook === undefined) return;
    const batch = new StructuralBatch(id, workbook, this);
    this.batch = batch;
    // a command that fails halfway does not say that it is over
    setTimeout(() => this.endBatch(batch));
  }

  private endBatch(batch: StructuralBatch): void {
    if (this.batch !== batch) return;
    this.batch = undefined;
    const edits = this.moveArrays(batch.edits());
    // a removed sheet cannot be brought back with its charts
    if (edits.some((edit) => edit.kind === 'removeSheet')) this.get<IUndoRedoService>(IUndoRedoService).clearUndoRedo(bookId);
    this.tell(edits);
  }

  /** Takes array formulas along with rows and columns that were moved, and answers what the file does not adapt of them by itself. */
  private moveArrays(edits: WorkbookEdit[]): WorkbookEdit[] {
    let hasMoved = false;
    for (const move of edits) {
      if (move.kind !== 'insert' && move.kind !== 'remove') continue;
      hasMoved = true;
      const before = this.arrays.get(this.gridIdOf(move.sheet)) ?? [];
      const after = before.flatMap((area) => shiftCellsOf(area, move) ?? []);
      this.arrays.set(this.gridIdOf(move.sheet), after);
      // an array formula that is gone cannot be written again
      if (after.length < before.length) this.get<IUndoRedoService>(IUndoRedoService).clearUndoRedo(bookId);
    }
    if (!hasMoved) return edits;
    return edits.flatMap((edit): WorkbookEdit[] => {
      if (edit.kind !== 'cells') return [edit];
      const arrays = this.arrays.get(this.gridIdOf(edit.sheet)) ?? [];
      const cells = edit.cells.filter(
        ({ row, column }) => !arrays.some((area) => areasMeet(area, { row, column, lastRow: row, lastColumn: column })),
      );
      return cells.length === 0 ? [] : [{ ...edit, cells }];
    });
  }

  private tell(edits: WorkbookEdit[]): void {
    if (edits.length === 0) return;
    this.activeAt = performance.now();
    this.results.owns(edits);
    this.events.edited(edits);
  }

  private lookedAt: { gridId: string; row: number; column: number } | undefined;

  /** Tells what stands in the selected cell. */
  private look(): void {
    if (this.lookedAt === undefined) return;
    const { gridId, row, column } = this.lookedAt;
    const cell = this.cellAt(gridId, row, column);
    this.events.looked(`${lettersOf(column)}${row + 1}`, cell?.v === undefined || cell.v === null ? '' : String(cell.v));
  }

  /** The sheets that are not hidden. */
  private get shownSheets(): Worksheet[] {
    return (this.workbook?.getSheets() ?? []).filter((sheet) => sheet.isSheetHidden() !== BooleanNumber.TRUE);
  }

  private nameSheets(): void {
    this.events.named(this.shownSheets.map((sheet) => sheet.getName()));
  }

  /** The cell that is selected, by its sheet's name and its row and column from 1. */
  get selectedPlace(): CellPlace | undefined {
    const at = this.lookedAt;
    const sheet = at && this.workbook?.getSheetBySheetId(at.gridId);
    return at && sheet ? { kind: 'cell', sheet: sheet.getName(), row: at.row + 1, column: at.column + 1 } : undefined;
  }

  /** Selects a cell and brings it into view; answers whether the sheet has it. */
  async showPlace(place: CellPlace): Promise<boolean> {
    const sheet = this.shownSheets.find((one) => one.getName() === place.sheet);
    const [row, column] = [place.row - 1, place.column - 1];
    if (sheet === undefined || row >= sheet.getRowCount() || column >= sheet.getColumnCount()) return false;
    await this.find.show({ place: 0, gridId: sheet.getSheetId(), row, column });
    return true;
  }

  private noteSelection(params: Mutation['params']): void {
    const last = (params['selections'] as { primary?: { actualRow: number; actualColumn: number } | null }[] | undefined)?.at(-1);
    const sheet = this.sheetOf(String(params['subUnitId']));
    if (!last?.primary || sheet === undefined || this.isMaking) return;
    const { actualRow: row, actualColumn: column } = last.primary;
    this.lookedAt = { gridId: String(params['subUnitId']), row, column };
    this.look();
    this.events.selected({ sheet, row, column });
  }

  private noteScroll(params: Mutation['params']): void {
    const { sheetViewStartRow: row, sheetViewStartColumn: column } = params as {
      sheetViewStartRow?: number;
      sheetViewStartColumn?: number;
    };
    if (row !== undefined && column !== undefined) this.placeShown = { startRow: row, endRow: row, startColumn: column, endColumn: column };
  }

  /** Frames the cells that colleagues have selected, each in its colour. */
  showSelections(selections: readonly RemoteSelection[]): void {
    this.remote.show(selections);
  }

  /** The rows of the sheet that is shown, as their values. */
  rows(): { name: string; rows: string[][] } {
    const sheet = this.workbook?.getActiveSheet();
    if (!sheet) return { name: '', rows: [] };
    const { endRow, endColumn } = sheet.getCellMatrix().getDataRange();
    const rows = Array.from({ length: endRow + 1 }, (_, row) =>
      Array.from({ length: endColumn + 1 }, (__, column) => String(sheet.getCellRaw(row, column)?.v ?? '')),
    );
    return { name: sheet.getName(), rows };
  }

  spillOf(gridId: string, row: number, column: number): Area | undefined {
    const range = this.get<FormulaDataModel>(FormulaDataModel).getArrayFormulaRange()[bookId]?.[gridId]?.[row]?.[column];
    if (!range || (range.startRow === range.endRow && range.startColumn === range.endColumn)) return undefined;
    return { row: range.startRow, column: range.startColumn, lastRow: range.endRow, lastColumn: range.endColumn };
  }

  get computation(): number {
    return this.get<FormulaCalculationSessionService>(FormulaCalculationSessionService).state.id;
  }

  /** Waits a moment for what is being computed, and tells it. */
  async settle(): Promise<void> {
    if (!this.isWritable) return;
    if (performance.now() - this.activeAt > activeMs && this.results.isTold) return;
    const session = this.get<FormulaCalculationSessionService>(FormulaCalculationSessionService);
    const until = performance.now() + settleMs;
    let { id } = session.state;
    // counted by turns, as a busy window lets time pass without doing anything
    for (let quiet = 0; quiet < quietTurns && performance.now() < until; quiet++) {
      await new Promise((resolve) => setTimeout(resolve, turnMs));
      const { state } = session;
      // a computation that is stopped is begun again
      if (state.id !== id || (state.started && !(state.completed && state.resultApplied))) quiet = 0;
      ({ id } = state);
    }
    this.flush();
  }

  /** Tells what has been computed so far. */
  flush(): void {
    this.results.flush();
  }

  /** Takes back what its user did last, or makes it again. */
  step(which: 'undo' | 'redo'): void {
    void this.commands.executeCommand(`univer.command.${which}`);
  }

  /** Takes over what is being typed into a cell. */
  async endEditing(): Promise<void> {
    await this.commands.executeCommand(editorOperation, {
      visible: false,
      unitId: bookId,
      eventType: DeviceInputEventType.Keyboard,
      keycode: 13,
    });
  }

  dispose(): void {
    this.results.flush();
    this.results.stop();
    this.remote.stop();
    this.univer.dispose();
  }
}
