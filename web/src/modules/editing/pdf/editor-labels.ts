/** The names of what the library draws, by the ids of its own texts. */
export type EditorLabels = Record<(typeof labelled)[number][1] | 'typeHere', string>;

const labelled = [
  ['pdfjs-editor-remove-freetext-button', 'remove'],
  ['pdfjs-editor-remove-highlight-button', 'remove'],
  ['pdfjs-editor-remove-ink-button', 'remove'],
  ['pdfjs-editor-remove-stamp-button', 'remove'],
  ['pdfjs-free-text2', 'text'],
  ['pdfjs-editor-highlight-editor', 'highlight'],
  ['pdfjs-editor-ink-editor', 'ink'],
  ['pdfjs-editor-stamp-editor', 'picture'],
  ['pdfjs-editor-colorpicker-button', 'colour'],
  ['pdfjs-editor-colorpicker-dropdown', 'colour'],
  ['pdfjs-editor-color-picker-free-text-input', 'colour'],
  ['pdfjs-editor-color-picker-ink-input', 'colour'],
  ['pdfjs-editor-colorpicker-yellow', 'yellow'],
  ['pdfjs-editor-colorpicker-green', 'green'],
  ['pdfjs-editor-colorpicker-blue', 'blue'],
  ['pdfjs-editor-colorpicker-pink', 'pink'],
  ['pdfjs-editor-colorpicker-red', 'red'],
  ['pdfjs-editor-resizer-top-left', 'resize'],
  ['pdfjs-editor-resizer-top-middle', 'resize'],
  ['pdfjs-editor-resizer-top-right', 'resize'],
  ['pdfjs-editor-resizer-middle-right', 'resize'],
  ['pdfjs-editor-resizer-bottom-right', 'resize'],
  ['pdfjs-editor-resizer-bottom-middle', 'resize'],
  ['pdfjs-editor-resizer-bottom-left', 'resize'],
  ['pdfjs-editor-resizer-middle-left', 'resize'],
  ['pdfjs-editor-freetext-added-alert', 'added'],
  ['pdfjs-editor-highlight-added-alert', 'added'],
  ['pdfjs-editor-ink-added-alert', 'added'],
  ['pdfjs-editor-stamp-added-alert', 'added'],
] as const;

const names = new Map<string, keyof EditorLabels>(labelled);
const attribute = 'data-l10n-id';

/** Names what the library puts into an element, now and later. */
export function labelEditors(root: HTMLElement, labels: EditorLabels, signal: AbortSignal): void {
  const put = (element: Element): void => {
    const name = names.get(element.getAttribute(attribute) ?? '');
    if (name === undefined) return;
    if (name === 'added') element.textContent = labels.added;
    else element.setAttribute('aria-label', labels[name]);
    if (element instanceof HTMLButtonElement) element.title = labels[name];
    // what an empty text shows
    if (name === 'text') element.setAttribute('default-content', labels.typeHere);
  };
  const putAll = (node: Node): void => {
    if (!(node instanceof Element)) return;
    put(node);
    for (const element of node.querySelectorAll(`[${attribute}]`)) put(element);
  };
  const watch = new MutationObserver((changes) => {
    for (const { target, type, addedNodes } of changes)
      if (type === 'attributes') put(target as Element);
      else for (const node of addedNodes) putAll(node);
  });
  watch.observe(root, { subtree: true, childList: true, attributes: true, attributeFilter: [attribute] });
  signal.addEventListener('abort', () => watch.disconnect());
}
