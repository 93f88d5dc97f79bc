import type { EditableWorkbook } from '@dossier/formats/workbook/editable-workbook';
import { areasMeet } from '@dossier/contract/editing/shift-edits';
import type { Area, CellResult, CellSelection, WorkbookEdit } from '@dossier/contract/editing/workbook-edits';
import {
  CommandType,
  CustomCommandExecutionError,
  type ICellData,
  type IStyleData,
  ICommandService,
  type IExecutionOptions,
  IUndoRedoService,
  IUniverInstanceService,
  LifecycleService,
  LifecycleStages,
  LocaleService,
  ThemeService,
  type Univer,
  UniverInstanceType,
  type Workbook,
} from '@univerjs/core';
import { FormulaDataModel, IFunctionService, LexerTreeBuilder } from '@univerjs/engine-formula';
import { DeviceInputEventType } from '@univerjs/engine-render';
import { IMarkSelectionService, SheetCanvasPopManagerService } from '@univerjs/sheets-ui';
import { ComponentManager } from '@univerjs/ui';
import { lettersOf, shiftFormula } from './formula-shift.ts';
import { editorOperation, isAllowed, isMove, opensEditor, opensNames } from './grid-commands.ts';
import { bookId, fromGridValue, gridData } from './grid-data.ts';
import { type GridState, type Mutation, editsOf, isKept, keepWhatFilesHave, mutation, resultEdits, unkeptMutations } from './grid-edits.ts';
import { mutationsOf } from './grid-mutations.ts';
import { NameLabel, nameLabel } from './name-label.tsx';
import { StructuralBatch, isBatch } from './structural-batch.ts';
import type { FilledGrid } from './workbook-room.ts';

/** Why a user cannot do something in the grid. */
export type GridRefusal = 'readOnly' | 'noShift' | 'array' | 'protected' | 'notHere';

export interface GridEvents {
  /** The user changed the workbook. */
  edited(edits: WorkbookEdit[]): void;
  selected(at: CellSelection): void;
  /** The cell that is selected has this text now. */
  looked(cell: string, text: string): void;
  refused(why: GridRefusal): void;
}

/** The cell that a colleague has selected. */
export interface RemoteSelection {
  id: number;
  name: string;
  color: string;
  at: CellSelection;
}

const sheetMutations: ReadonlySet<string> = new Set([
  mutation.insertSheet,
  mutation.removeSheet,
  mutation.renameSheet,
  mutation.moveSheet,
  mutation.hideSheet,
]);

/** What formulas come to is sent so long after it was computed at most. */
const resultsAfterMs = 1000;
/** The name beside the cell of a colleague is shown so long after it was selected. */
const labelledMs = 4000;
const drawAgainMs = 300;

/** A workbook in a grid of Univer: tells what its user changes, and makes what others have changed. */
export class UniverGrid implements FilledGrid, GridState {
  private readonly univer: Univer;
  private readonly events: GridEvents;
  private readonly commands: ICommandService;
  private book: EditableWorkbook | undefined;
  /** The array formulas of the sheets, as they were when the grid was filled. */
  private arrays = new Map<string, Area[]>();
  private isWritable = false;
  /** Edits of others are being made, or the workbook is being filled. */
  private isMaking = false;
  private batch: StructuralBatch | undefined;
  /** The numbers of sheets that were added in this window. */
  private readonly added = new Map<string, number>();
  /** What formulas came to since the last edit of the user, by sheet and cell. */
  private results = new Map<string, { gridId: string; row: number; column: number }>();
  private resultsTimer: ReturnType<typeof setTimeout> | undefined;
  private hasOwnEdits = false;
  private shapes: string[] = [];
  private labels: { dispose(): void }[] = [];
  private selections: readonly RemoteSelection[] = [];

  constructor(univer: Univer, events: GridEvents) {
    this.univer = univer;
    this.events = events;
    this.commands = this.get(ICommandService);
    this.get<ComponentManager>(ComponentManager).register(nameLabel, NameLabel);
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

  private get workbook(): Workbook | undefined {
    return this.get<IUniverInstanceService>(IUniverInstanceService).getUnit<Workbook>(bookId, UniverInstanceType.UNIVER_SHEET) ?? undefined;
  }

  /** Fills the grid; the sheet and the cell that were looked at stay. */
  fill(book: EditableWorkbook): void {
    const active = this.workbook?.getActiveSheet();
    const shown = active?.getSheetId();
    const place = shown === undefined ? undefined : this.placeShown;
    this.isMaking = true;
    try {
      this.dropResults();
      this.shapes = [];
      for (const label of this.labels) label.dispose();
      this.labels = [];
      const instances = this.get<IUniverInstanceService>(IUniverInstanceService);
      if (active) instances.disposeUnit(bookId);
      this.book = book;
      this.arrays = new Map(book.sheets.map(({ sheetId, cells }) => [String(sheetId), cells.flatMap(({ array }) => array ?? [])]));
      const data = gridData(book, this.get<LocaleService>(LocaleService).getCurrentLocale());
      this.univer.createUnit(UniverInstanceType.UNIVER_SHEET, data);
      this.added.clear();
    } finally {
      this.isMaking = false;
    }
    if (shown === undefined || this.workbook?.getSheetBySheetId(shown) === undefined) return;
    setTimeout(() => {
      void this.commands.executeCommand('sheet.command.set-worksheet-activate', { unitId: bookId, subUnitId: shown });
      if (place) void this.commands.executeCommand('sheet.command.scroll-to-cell', { range: place, forceTop: true, forceLeft: true });
      this.drawSelections();
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

  private gridIdOf(sheet: number): string {
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
      if (isBatch(id)) this.beginBatch(id);
      return;
    }
    if (opensNames(id)) this.refuse('notHere');
    if (type !== CommandType.MUTATION || !id.startsWith('sheet.mutation.')) return;
    if (options?.onlyLocal === true || options?.['fromFormula'] === true || unkeptMutations.has(id)) return;
    if (!this.isWritable) this.refuse('readOnly');
    if (!isKept(id)) this.refuse('notHere');
    if (this.isGuarded(made)) this.refuse('protected');
    if (id === mutation.insertSheet) this.numberSheet((params['sheet'] as { id: string }).id);
    if (id === mutation.cells && this.meetsArray(made)) this.refuse('array');
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

  private after(made: Mutation, type: CommandType | undefined, options: IExecutionOptions | undefined): void {
    const { id, params } = made;
    if (params['unitId'] !== undefined && params['unitId'] !== bookId) return;
    if (id === 'sheet.operation.set-selections') return this.noteSelection(params);
    if (id === 'sheet.operation.set-scroll') return this.noteScroll(params);
    if (id === 'sheet.operation.set-worksheet-active') {
      setTimeout(() => this.drawSelections());
      return;
    }
    if (options?.['applyFormulaCalculationResult'] === true && id === mutation.cells) return this.noteResults(params);
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
    const edits = batch.edits();
    // a removed sheet cannot be brought back with its charts
    if (edits.some((edit) => edit.kind === 'removeSheet')) this.get<IUndoRedoService>(IUndoRedoService).clearUndoRedo(bookId);
    this.tell(edits);
  }

  private tell(edits: WorkbookEdit[]): void {
    if (edits.length === 0) return;
    this.hasOwnEdits = true;
    this.events.edited(edits);
  }

  /** What formulas come to after edits of this user; windows of others compute it as well, and leave the telling to this one. */
  private noteResults(params: Mutation['params']): void {
    if (!this.hasOwnEdits || !this.isWritable) return;
    const gridId = String(params['subUnitId']);
    for (const [row, cells] of Object.entries((params['cellValue'] ?? {}) as Record<string, Record<string, unknown>>))
      for (const column of Object.keys(cells))
        this.results.set(`${gridId} ${row} ${column}`, { gridId, row: Number(row), column: Number(column) });
    if (this.results.size > 0) this.resultsTimer ??= setTimeout(() => this.tellResults(), resultsAfterMs);
  }

  private tellResults(): void {
    this.resultsTimer = undefined;
    const bySheet = Map.groupBy(this.results.values(), (one) => one.gridId);
    this.results = new Map();
    this.hasOwnEdits = false;
    if (!this.isWritable) return;
    const edits = [...bySheet].flatMap(([gridId, cells]) => {
      const sheet = this.sheetOf(gridId);
      if (sheet === undefined || !this.workbook?.getSheetBySheetId(gridId)) return [];
      const results = cells.flatMap(({ row, column }): CellResult[] => {
        const cell = this.cellAt(gridId, row, column);
        if (!cell || (!cell.f && !cell.si)) return [];
        const value = fromGridValue(cell);
        // a function that the grid does not know: what the file has is better
        return typeof value === 'object' && value?.error === '#NAME?' ? [] : [{ row, column, value }];
      });
      return resultEdits(sheet, results);
    });
    if (edits.length > 0) this.events.edited(edits);
  }

  private dropResults(): void {
    clearTimeout(this.resultsTimer);
    this.resultsTimer = undefined;
    this.results = new Map();
    this.hasOwnEdits = false;
  }

  private lookedAt: { gridId: string; row: number; column: number } | undefined;

  /** Tells what stands in the selected cell. */
  private look(): void {
    if (this.lookedAt === undefined) return;
    const { gridId, row, column } = this.lookedAt;
    const cell = this.cellAt(gridId, row, column);
    this.events.looked(`${lettersOf(column)}${row + 1}`, cell?.v === undefined || cell.v === null ? '' : String(cell.v));
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
    const before = new Map(this.selections.map((one) => [one.id, JSON.stringify(one.at)]));
    for (const { id, at } of selections) if (before.get(id) !== JSON.stringify(at)) this.movedAt.set(id, Date.now());
    this.selections = selections;
    clearTimeout(this.labelTimer);
    this.labelTimer = setTimeout(() => this.drawSelections(), labelledMs);
    this.drawSelections();
  }

  /** When colleagues selected their cells: their names are shown for a while, as they hide the cell above. */
  private readonly movedAt = new Map<number, number>();
  private labelTimer: ReturnType<typeof setTimeout> | undefined;

  private drawSelections(): void {
    // before that there is nothing to draw on
    if (this.get<LifecycleService>(LifecycleService).stage < LifecycleStages.Rendered) {
      clearTimeout(this.labelTimer);
      this.labelTimer = setTimeout(() => this.drawSelections(), drawAgainMs);
      return;
    }
    const marks = this.get<IMarkSelectionService>(IMarkSelectionService);
    for (const shape of this.shapes) marks.removeShape(shape);
    this.shapes = [];
    for (const label of this.labels) label.dispose();
    this.labels = [];
    const shown = this.workbook?.getActiveSheet()?.getSheetId();
    for (const { id, name, color, at } of this.selections) {
      if (this.gridIdOf(at.sheet) !== shown) continue;
      const shape = marks.addShape({
        range: { startRow: at.row, endRow: at.row, startColumn: at.column, endColumn: at.column },
        primary: null,
        style: { stroke: color, strokeWidth: 2, fill: 'rgba(0, 0, 0, 0)', widgets: {}, widgetSize: 0 },
      });
      if (shape !== null) this.shapes.push(shape);
      if (Date.now() - (this.movedAt.get(id) ?? 0) >= labelledMs) continue;
      const popup = { componentKey: nameLabel, direction: 'top-center' as const, extraProps: { name, color }, hideOnInvisible: true };
      const label = this.get<SheetCanvasPopManagerService>(SheetCanvasPopManagerService).attachPopupToCell(
        at.row,
        at.column,
        popup,
        bookId,
        shown,
      );
      if (label) this.labels.push(label);
    }
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

  /** Takes over what is being typed into a cell. */
  endEditing(): void {
    void this.commands.executeCommand(editorOperation, {
      visible: false,
      unitId: bookId,
      eventType: DeviceInputEventType.Keyboard,
      keycode: 13,
    });
  }

  dispose(): void {
    clearTimeout(this.resultsTimer);
    clearTimeout(this.labelTimer);
    this.univer.dispose();
  }
}
