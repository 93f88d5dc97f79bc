import {
  BooleanNumber,
  CommandType,
  ICommandService,
  IUniverInstanceService,
  type Univer,
  UniverInstanceType,
  type Workbook,
} from '@univerjs/core';
import { ContextMenuGroup, ContextMenuPosition, IMenuManagerService, MenuItemType } from '@univerjs/ui';
import { bookId } from './grid-data.ts';

/** Both titles are the grid's own, in each of its languages. */
const moves = [
  { id: 'dossier.command.move-sheet-left', by: -1, title: 'sheets-ui.sheetConfig.moveLeft' },
  { id: 'dossier.command.move-sheet-right', by: 1, title: 'sheets-ui.sheetConfig.moveRight' },
] as const;

/** Puts into the menu of a sheet's tab what moves the sheet among those that are shown. */
export function addSheetMoves(univer: Univer): void {
  // oxlint-disable-next-line no-underscore-dangle -- the grid has no other way to its services
  const injector = univer.__getInjector();
  const commands = injector.get(ICommandService);
  const workbook = (): Workbook | null =>
    injector.get(IUniverInstanceService).getUnit<Workbook>(bookId, UniverInstanceType.UNIVER_SHEET) ?? null;
  for (const [place, { id, by, title }] of moves.entries()) {
    commands.registerCommand({
      id,
      type: CommandType.COMMAND,
      handler: () => {
        const book = workbook();
        if (book === null) return false;
        const order = book.getSheetOrders();
        const shown = order.filter((sheet) => book.getSheetBySheetId(sheet)?.isSheetHidden() !== BooleanNumber.TRUE);
        const neighbour = shown[shown.indexOf(book.getActiveSheet()?.getSheetId() ?? '') + by];
        if (neighbour === undefined) return false;
        return commands.executeCommand('sheet.command.set-worksheet-order', { order: order.indexOf(neighbour) });
      },
    });
    injector.get(IMenuManagerService).mergeMenu({
      [ContextMenuPosition.FOOTER_TABS]: {
        [ContextMenuGroup.OTHERS]: { [id]: { order: 10 + place, menuItemFactory: () => ({ id, type: MenuItemType.BUTTON, title }) } },
      },
    });
  }
}

/**
 * Keeps the tabs of sheets where they are under the pointer: the grid takes a dragged tab out of the page and fails to put it back after a sheet was
 * renamed, and then the page shows nothing any longer. It does not hear of presses on the tab that is shown; two of them rename its sheet as before.
 */
export function keepTabsStill(root: HTMLElement, univer: Univer): void {
  // oxlint-disable-next-line no-underscore-dangle -- the grid has no other way to its services
  const commands = univer.__getInjector().get(ICommandService);
  const shownTab = ({ target }: Event): HTMLElement | null =>
    target instanceof Element ? target.closest<HTMLElement>('[data-u-comp="slide-tab-item"][aria-selected="true"]') : null;
  root.addEventListener('pointerdown', (event) => event.button === 0 && shownTab(event) !== null && event.stopPropagation(), true);
  root.addEventListener('dblclick', (event) => {
    const subUnitId = shownTab(event)?.dataset['id'];
    if (subUnitId !== undefined) void commands.executeCommand('sheet.operation.rename-sheet', { subUnitId });
  });
}
