import { DOCS_FORMULA_BAR_EDITOR_UNIT_ID_KEY, DOCS_NORMAL_EDITOR_UNIT_ID_KEY, ICommandService, type Univer } from '@univerjs/core';
import { DocSelectionRenderService, IEditorService } from '@univerjs/docs-ui';
import { IEditorBridgeService } from '@univerjs/sheets-ui';
import { editorOperation } from './grid-commands.ts';

/**
 * Leaves the keys to the formula bar where a user writes there: whenever a cell begins to be edited, the grid gives them to the editor over the cell for
 * two frames, which is not shown then, and what is typed is lost. Until a cell is selected nothing can be written in the bar: it does not hear of presses.
 */
export function keepFormulaBarFocused(root: HTMLElement, univer: Univer): void {
  // oxlint-disable-next-line no-underscore-dangle -- the grid has no other way to its services
  const injector = univer.__getInjector();
  const editors = injector.get(IEditorService);
  // known once the grid has been filled
  const edited = (): IEditorBridgeService => injector.get(IEditorBridgeService);
  const keysOf = (editor: string): DocSelectionRenderService | undefined =>
    editors.getEditor(editor)?.render.with(DocSelectionRenderService);
  const mended = new WeakSet<DocSelectionRenderService>();
  injector.get(ICommandService).beforeCommandExecuted(({ id }) => {
    const cell = id === editorOperation ? keysOf(DOCS_NORMAL_EDITOR_UNIT_ID_KEY) : undefined;
    if (cell === undefined || mended.has(cell)) return;
    mended.add(cell);
    const focus = cell.focus.bind(cell);
    cell.focus = () => {
      const isInBar = edited().isVisible().visible && editors.getFocusId() === DOCS_FORMULA_BAR_EDITOR_UNIT_ID_KEY;
      const bar = isInBar ? keysOf(DOCS_FORMULA_BAR_EDITOR_UNIT_ID_KEY) : undefined;
      if (bar === undefined) focus();
      else bar.focus();
    };
  });
  const isBar = ({ target }: Event): boolean => target instanceof Element && target.closest('[data-u-comp="formula-bar"]') !== null;
  root.addEventListener('pointerdown', (event) => isBar(event) && !edited().getEditLocation() && event.stopPropagation(), true);
}

/** Shows what is written in the formula bar on the ground of the bar: the white that the grid gives it becomes black in the dark appearance. */
export function keepFormulaBarGround(univer: Univer): void {
  // oxlint-disable-next-line no-underscore-dangle -- the grid has no other way to its services
  const editors = univer.__getInjector().get(IEditorService);
  const register = editors.register.bind(editors);
  editors.register = (config, container) => {
    // a colour by its name would lose its transparency in the dark appearance
    const isBar = config.editorUnitId === DOCS_FORMULA_BAR_EDITOR_UNIT_ID_KEY;
    return register(
      isBar ? { ...config, canvasStyle: { ...config.canvasStyle, backgroundColor: 'rgba(255,255,255,0)' } } : config,
      container,
    );
  };
}
