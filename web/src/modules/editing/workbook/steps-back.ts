import {
  CustomCommandExecutionError,
  Direction,
  ICommandService,
  IUniverInstanceService,
  type Univer,
  UniverInstanceType,
  type Workbook,
} from '@univerjs/core';
import { SheetsSelectionsService } from '@univerjs/sheets';
import { bookId } from './grid-data.ts';

const step = 'sheet.command.move-selection-enter-tab';

/**
 * Steps back by Shift+Tab and Shift+Enter from the first cell of what is selected: the grid looks for a selection before the first one, and then nothing
 * is selected any longer, no key moves, and typing is answered with a dialog about protected cells.
 */
export function mendStepsBack(univer: Univer): void {
  // oxlint-disable-next-line no-underscore-dangle -- the grid has no other way to its services
  const injector = univer.__getInjector();
  const commands = injector.get(ICommandService);
  commands.beforeCommandExecuted(({ id, params }) => {
    const { direction } = (params ?? {}) as { direction?: Direction };
    if (id !== step || (direction !== Direction.LEFT && direction !== Direction.UP)) return;
    const selections = injector.get(SheetsSelectionsService).getCurrentSelections();
    const [first] = selections;
    const last = selections.at(-1);
    if (!first?.primary || last === undefined) return;
    const { range, primary } = first;
    if (primary.startRow !== range.startRow || primary.startColumn !== range.startColumn) return;
    if (selections.length === 1 && primary.endRow === range.endRow && primary.endColumn === range.endColumn)
      void commands.executeCommand('sheet.command.move-selection', { direction });
    else {
      const sheet = injector.get(IUniverInstanceService).getUnit<Workbook>(bookId, UniverInstanceType.UNIVER_SHEET)?.getActiveSheet();
      const end = { ...last, primary: sheet?.getCellInfoInMergeData(last.range.endRow, last.range.endColumn) ?? null };
      void commands.executeCommand('sheet.operation.set-selections', {
        unitId: bookId,
        subUnitId: sheet?.getSheetId(),
        selections: [...selections.slice(0, -1).map((one) => ({ ...one, primary: null })), end],
        reveal: true,
      });
    }
    throw new CustomCommandExecutionError('steps back by another command');
  });
}
