import { LocaleService, type Univer } from '@univerjs/core';
import { IMenuManagerService, MenuManagerPosition } from '@univerjs/ui';

/** What the grid has no name for in any of its languages, by where it stands. */
const nameless = {
  '[data-u-comp="ribbon-toolbar"]': 'gridTools',
  '[data-u-comp="defined-name"] input': 'nameBox',
  '[data-u-comp="defined-name"] a': 'names',
  '[data-u-comp="formula-bar"] span:has(> .univerjs-icon-close-icon)': 'cancelInput',
  '[data-u-comp="formula-bar"] span:has(> .univerjs-icon-check-mark-icon)': 'acceptInput',
  '[data-u-comp="formula-bar"] :has(> .univerjs-icon-dropdown-icon)': 'formulaHeight',
  'button:has(> .univerjs-icon-close-icon)': 'closePanel',
  '[data-u-comp="sidebar"]': 'panel',
  '[data-u-comp="slide-tab-bar"]': 'sheets',
  'button:has(> .univerjs-icon-convert-icon)': 'allSheets',
  '[data-u-comp="sheet-bar-append-button"]:has(> .univerjs-icon-increase-icon)': 'addSheet',
  '[data-u-comp="button"]:has(> .univerjs-icon-increase-icon)': 'gridZoomIn',
  '[data-u-comp="button"]:has(> .univerjs-icon-reduce-icon)': 'gridZoomOut',
  '[data-zoom="track"] [role="button"]': 'wholeSize',
  '[data-zoom="handle"]': 'gridZoom',
  '[data-u-comp="sheet-bar-append-button"]:has(> .univerjs-icon-more-icon.univer-rotate-180)': 'tabsBefore',
  '[data-u-comp="sheet-bar-append-button"]:has(> .univerjs-icon-more-icon:not(.univer-rotate-180))': 'tabsAfter',
} as const;

export type ToolName = (typeof nameless)[keyof typeof nameless];

/** Elements that the grid draws as tools, and that are none to a screen reader. */
const drawnTools = 'span, a, div[data-u-command], [data-u-comp="formula-bar"] div';

/** Takes from the field of the zoom the roles that do not exist. */
function mendRoles(root: HTMLElement): void {
  for (const part of root.querySelectorAll<HTMLElement>('[role="track"], [role="handle"]')) {
    part.dataset['zoom'] = part.getAttribute('role') ?? '';
    part.removeAttribute('role');
  }
}

/** Gives the tools of a grid the names that it shows under the pointer alone, or none at all; ends by the returned call. */
export function nameTools(root: HTMLElement, univer: Univer, words: (name: ToolName) => string): () => void {
  // oxlint-disable-next-line no-underscore-dangle -- the grid has no other way to its services
  const injector = univer.__getInjector();
  const locale = injector.get(LocaleService);
  const tips = new Map<string, string>();
  // the parts of the grid add their tools one after the other
  const readTips = (): void => {
    for (const { item } of injector.get(IMenuManagerService).getFlatMenuByPositionKey(MenuManagerPosition.RIBBON)) {
      const tip = item?.tooltip ?? item?.title;
      if (item !== undefined && typeof tip === 'string') tips.set(item.id, locale.t(tip));
    }
  };
  const name = (element: Element, label: string): void => {
    if (element.getAttribute('aria-label') !== label) element.setAttribute('aria-label', label);
    if (element.matches(drawnTools) && !element.hasAttribute('role')) element.setAttribute('role', 'button');
  };
  const nameAll = (): void => {
    mendRoles(root);
    const tools = [...root.querySelectorAll('[data-u-command]')];
    if (tools.some((tool) => !tips.has(tool.getAttribute('data-u-command') ?? ''))) readTips();
    for (const tool of tools) {
      const tip = tips.get(tool.getAttribute('data-u-command') ?? '');
      if (tip === undefined) continue;
      name(tool, tip);
      for (const field of tool.querySelectorAll('input')) name(field, tip);
    }
    for (const [selector, key] of Object.entries(nameless)) for (const tool of root.querySelectorAll(selector)) name(tool, words(key));
  };
  const observer = new MutationObserver(nameAll);
  observer.observe(root, { childList: true, subtree: true });
  nameAll();
  return () => observer.disconnect();
}
