import { registerHooks } from 'node:module';
import type { EditableCell, EditableWorkbook } from '@dossier/formats/workbook/editable-workbook';
import type { WorkbookEdit } from '@dossier/contract/editing/workbook-edits';
import type { ICellData, Workbook } from '@univerjs/core';
import { FormulaResults } from '../web/src/modules/editing/workbook/formula-results.ts';
import { toFileFormula } from '../web/src/modules/editing/workbook/formula-text.ts';
import { bookId, gridData } from '../web/src/modules/editing/workbook/grid-data.ts';

// the modules of the grid are written for bundlers; Node runs their other form
registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier, specifier.startsWith('@univerjs/') ? { ...context, conditions: ['node', 'require'] } : context),
});
const { ICommandService, IUniverInstanceService, LocaleType, LogLevel, Univer, UniverInstanceType } = await import('@univerjs/core');
const { IFunctionService, UniverFormulaEnginePlugin } = await import('@univerjs/engine-formula');
const { UniverSheetsPlugin } = await import('@univerjs/sheets');
const { CalculationMode, UniverSheetsFormulaPlugin } = await import('@univerjs/sheets-formula');
const { mendFunctions } = await import('../web/src/modules/editing/workbook/grid-functions.ts');

/** The formulas have been computed when nothing more comes for so long. */
const quietMs = 1500;

/** What the grid of the editor comes to for all formulas of a workbook, without a screen: by sheet, row and column; null where the file keeps no value. */
export async function computedByGrid(book: EditableWorkbook): Promise<Map<string, EditableCell['value']>> {
  const locale = LocaleType.EN_US;
  const univer = new Univer({ locale, locales: { [locale]: {} }, logLevel: LogLevel.SILENT });
  univer.registerPlugins([
    [UniverFormulaEnginePlugin],
    [UniverSheetsPlugin],
    [UniverSheetsFormulaPlugin, { initialFormulaComputing: CalculationMode.FORCED }],
  ]);
  const values = new Map<string, EditableCell['value']>();
  try {
    // oxlint-disable-next-line no-underscore-dangle -- the grid has no other way to its services
    const services = univer.__getInjector();
    const functions = services.get(IFunctionService);
    const workbook = (): Workbook | null =>
      services.get(IUniverInstanceService).getUnit<Workbook>(bookId, UniverInstanceType.UNIVER_SHEET) ?? null;
    const sheetOf = (name: string): number | undefined =>
      book.sheets.find((sheet) => sheet.name.toUpperCase() === name.toUpperCase())?.sheetId;
    const cellAt = (gridId: string, row: number, column: number): ICellData | undefined =>
      workbook()?.getSheetBySheetId(gridId)?.getCellRaw(row, column) ?? undefined;
    const results = new FormulaResults(
      {
        sheetOf: Number,
        sheetNamed: sheetOf,
        gridIdOf: String,
        cellAt,
        spillOf: () => undefined,
        computation: 0,
        formulaAt: (gridId, row, column) => {
          const formula = cellAt(gridId, row, column)?.f;
          return formula ? toFileFormula(formula.slice(1)) : undefined;
        },
      },
      (edits) => keep(values, edits),
    );
    let last = performance.now();
    const computed: Record<string, unknown>[] = [];
    services.get(ICommandService).onCommandExecuted(({ id, params }, options) => {
      if (options?.['applyFormulaCalculationResult'] !== true || id !== 'sheet.mutation.set-range-values') return;
      computed.push(params as Record<string, unknown>);
      last = performance.now();
    });
    univer.createUnit(UniverInstanceType.UNIVER_SHEET, gridData(book, locale));
    mendFunctions(functions);
    results.begin({
      knows: (name) => functions.hasExecutor(name),
      names: new Map(book.names.map(({ name, formula }) => [name.toUpperCase(), formula])),
    });
    do await new Promise((resolve) => setTimeout(resolve, quietMs / 5));
    while (performance.now() - last < quietMs);
    results.owns([]);
    for (const params of computed) results.note(params);
    results.flush();
  } finally {
    univer.dispose();
  }
  return values;
}

function keep(values: Map<string, EditableCell['value']>, edits: readonly WorkbookEdit[]): void {
  for (const edit of edits)
    if (edit.kind === 'results') for (const { row, column, value } of edit.cells) values.set(`${edit.sheet} ${row} ${column}`, value);
}
