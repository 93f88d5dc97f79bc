/** Commands of sheets whose effect the file gets, or that only change what is looked at. All others are switched off. */
const looking = [
  'change-zoom-ratio',
  'expand-selection',
  'move-selection',
  'move-selection-enter-tab',
  'scroll-to-cell',
  'scroll-view',
  'scroll-view-reset',
  'select-all',
  'select-range',
  'set-scroll-relative',
  'set-worksheet-activate',
  'set-zoom-ratio',
];
const writing = [
  'add-worksheet-merge',
  'add-worksheet-merge-all',
  'add-worksheet-merge-horizontal',
  'add-worksheet-merge-vertical',
  'append-row',
  'apply-format-painter',
  'auto-clear-content',
  'auto-fill',
  'cancel-frozen',
  'clear-selection-all',
  'clear-selection-content',
  'clear-selection-format',
  'copy-down',
  'copy-formula-only',
  'copy-right',
  'delta-column-width',
  'delta-row-height',
  'hide-col-confirm',
  'hide-row-confirm',
  'insert-sheet',
  'move-range',
  'numfmt.add.decimal.command',
  'numfmt.set.currency',
  'numfmt.set.numfmt',
  'numfmt.set.percent',
  'numfmt.subtract.decimal.command',
  'optional-paste',
  'paste-besides-border',
  'paste-col-width',
  'paste-format',
  'paste-formula',
  'paste-value',
  'refill',
  'remove-sheet',
  'remove-sheet-confirm',
  'remove-worksheet-merge',
  'repeat-last-action',
  'reset-background-color',
  'reset-range-text-color',
  'reset-text-color',
  'set-background-color',
  'set-bold',
  'set-border',
  'set-border-basic',
  'set-border-color',
  'set-border-position',
  'set-border-style',
  'set-col-auto-width',
  'set-col-frozen',
  'set-col-hidden',
  'set-col-visible-on-cols',
  'set-first-column-frozen',
  'set-first-row-frozen',
  'set-font-family',
  'set-font-size',
  'set-frozen',
  'set-horizontal-text-align',
  'set-infinite-format-painter',
  'set-italic',
  'set-once-format-painter',
  'set-range-bold',
  'set-range-font-decrease',
  'set-range-font-family',
  'set-range-font-increase',
  'set-range-fontsize',
  'set-range-italic',
  'set-range-stroke',
  'set-range-text-color',
  'set-range-underline',
  'set-range-values',
  'set-row-frozen',
  'set-row-height',
  'set-rows-hidden',
  'set-selected-cols-visible',
  'set-selected-rows-visible',
  'set-selection-frozen',
  'set-specific-rows-visible',
  'set-stroke',
  'set-style',
  'set-text-color',
  'set-text-wrap',
  'set-underline',
  'set-vertical-text-align',
  'set-worksheet-col-width',
  'set-worksheet-hidden',
  'set-worksheet-name',
  'set-worksheet-order',
  'set-worksheet-show',
  'text-to-number',
];
/** Those that move rows and columns: not in every workbook. */
const moving = [
  'insert-col',
  'insert-col-after',
  'insert-col-before',
  'insert-col-by-range',
  'insert-multi-cols-before',
  'insert-multi-cols-right',
  'insert-multi-rows-above',
  'insert-multi-rows-after',
  'insert-row',
  'insert-row-after',
  'insert-row-before',
  'insert-row-by-range',
  'remove-col',
  'remove-col-by-range',
  'remove-col-confirm',
  'remove-row',
  'remove-row-by-range',
  'remove-row-confirm',
];

const prefix = 'sheet.command.';
const named = (names: readonly string[]): ReadonlySet<string> => new Set(names.map((name) => prefix + name));
const [looks, writes, moves] = [named(looking), named(writing), named(moving)];

export const isMove = (id: string): boolean => moves.has(id);

/** Whether a command may run; those of other subjects than sheets, as the clipboard and the editor of a cell, end in these. */
export function isAllowed(id: string, { isWritable }: { isWritable: boolean }): boolean {
  if (!id.startsWith(prefix)) return isWritable || !/^univer\.command\.(?:undo|redo|cut|paste)$/.test(id);
  return looks.has(id) || (isWritable && (writes.has(id) || moves.has(id)));
}

/** Whether an operation opens the list of names, which the file keeps as they are. */
export const opensNames = (id: string): boolean => id === 'sidebar.operation.defined-name';

/** Shows or hides the editor of a cell. */
export const editorOperation = 'sheet.operation.set-cell-edit-visible';

/** Whether an operation opens the editor of a cell. */
export const opensEditor = (id: string, params: Record<string, unknown>): boolean => id === editorOperation && params['visible'] === true;
