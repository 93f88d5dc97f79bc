import '@univerjs/design/lib/index.css';
import '@univerjs/ui/lib/index.css';
import '@univerjs/docs-ui/lib/index.css';
import '@univerjs/sheets-ui/lib/index.css';
import '@univerjs/sheets-formula-ui/lib/index.css';
import '@univerjs/sheets-numfmt-ui/lib/index.css';
import type { Lang } from '@dossier/contract/core/shapes';
import { type ILanguagePack, LocaleType, LogLevel, ThemeService, Univer, mergeLocales } from '@univerjs/core';
import { UniverDocsPlugin } from '@univerjs/docs';
import { UniverDocsUIPlugin } from '@univerjs/docs-ui';
import { UniverFormulaEnginePlugin } from '@univerjs/engine-formula';
import { UniverRenderEnginePlugin } from '@univerjs/engine-render';
import { UniverSheetsPlugin } from '@univerjs/sheets';
import { UniverSheetsFormulaPlugin } from '@univerjs/sheets-formula';
import { UniverSheetsFormulaUIPlugin } from '@univerjs/sheets-formula-ui';
import { UniverSheetsNumfmtPlugin } from '@univerjs/sheets-numfmt';
import { UniverSheetsNumfmtUIPlugin } from '@univerjs/sheets-numfmt-ui';
import { UniverSheetsUIPlugin } from '@univerjs/sheets-ui';
import { UniverUIPlugin } from '@univerjs/ui';

const names: Record<Lang, LocaleType> = {
  cn: LocaleType.ZH_CN,
  en: LocaleType.EN_US,
  es: LocaleType.ES_ES,
  ja: LocaleType.JA_JP,
};

type Pack = { default: ILanguagePack };

const packs: Record<Lang, () => Promise<Pack[]>> = {
  cn: () =>
    Promise.all([
      import('@univerjs/design/locale/zh-CN'),
      import('@univerjs/ui/locale/zh-CN'),
      import('@univerjs/docs-ui/locale/zh-CN'),
      import('@univerjs/sheets/locale/zh-CN'),
      import('@univerjs/sheets-ui/locale/zh-CN'),
      import('@univerjs/sheets-formula/locale/zh-CN'),
      import('@univerjs/sheets-formula-ui/locale/zh-CN'),
      import('@univerjs/sheets-numfmt-ui/locale/zh-CN'),
    ]),
  en: () =>
    Promise.all([
      import('@univerjs/design/locale/en-US'),
      import('@univerjs/ui/locale/en-US'),
      import('@univerjs/docs-ui/locale/en-US'),
      import('@univerjs/sheets/locale/en-US'),
      import('@univerjs/sheets-ui/locale/en-US'),
      import('@univerjs/sheets-formula/locale/en-US'),
      import('@univerjs/sheets-formula-ui/locale/en-US'),
      import('@univerjs/sheets-numfmt-ui/locale/en-US'),
    ]),
  es: () =>
    Promise.all([
      import('@univerjs/design/locale/es-ES'),
      import('@univerjs/ui/locale/es-ES'),
      import('@univerjs/docs-ui/locale/es-ES'),
      import('@univerjs/sheets/locale/es-ES'),
      import('@univerjs/sheets-ui/locale/es-ES'),
      import('@univerjs/sheets-formula/locale/es-ES'),
      import('@univerjs/sheets-formula-ui/locale/es-ES'),
      import('@univerjs/sheets-numfmt-ui/locale/es-ES'),
    ]),
  ja: () =>
    Promise.all([
      import('@univerjs/design/locale/ja-JP'),
      import('@univerjs/ui/locale/ja-JP'),
      import('@univerjs/docs-ui/locale/ja-JP'),
      import('@univerjs/sheets/locale/ja-JP'),
      import('@univerjs/sheets-ui/locale/ja-JP'),
      import('@univerjs/sheets-formula/locale/ja-JP'),
      import('@univerjs/sheets-formula-ui/locale/ja-JP'),
      import('@univerjs/sheets-numfmt-ui/locale/ja-JP'),
    ]),
};

/** Tools whose effect no file gets here, and those of other products of Univer. */
const hidden = [
  'sheet.command.set-text-rotation',
  'sheet.command.add-range-protection-from-toolbar',
  'sheet.contextMenu.permission',
  'sheet.command.add-range-protection-from-context-menu',
  'sheet.command.set-range-protection-from-context-menu',
  'sheet.command.delete-range-protection-from-context-menu',
  'sheet.command.view-sheet-permission-from-context-menu',
  'sheet.command.insert-range-move-right-confirm',
  'sheet.command.insert-range-move-down-confirm',
  'sheet.command.delete-range-move-left-confirm',
  'sheet.command.delete-range-move-up-confirm',
  'sheet.command.set-row-is-auto-height',
  'sheet.command.copy-sheet',
  'sheet.command.set-tab-color',
  'sheet.command.add-range-protection-from-sheet-bar',
  'sheet.command.delete-worksheet-protection-from-sheet-bar',
  'sheet.command.change-sheet-protection-from-sheet-bar',
  'sheet.command.view-sheet-permission-from-sheet-bar',
  'sheet.command.toggle-gridlines',
];
/** Tools that move rows and columns. */
const moving = [
  'sheet.menu.cell-insert',
  'sheet.menu.delete',
  'sheet.command.insert-row-before',
  'sheet.command.insert-col-before',
  'sheet.command.insert-multi-cols-before',
  'sheet.command.insert-multi-cols-right',
  'sheet.command.insert-multi-rows-above',
  'sheet.command.insert-multi-rows-after',
  'sheet.command.remove-col-confirm',
  'sheet.command.remove-row-confirm',
];

/**
 * The colours of cells that a formula names, in its text and around them: those of the grid are too light on white, and too dark in the dark
 * appearance, which turns the lightness of texts round.
 */
const formulaColours = {
  1: 'purple.800',
  2: 'green.700',
  3: 'blue.800',
  4: 'yellow.800',
  5: 'pink.800',
  6: 'jiqing.800',
  7: 'orange.800',
  8: 'gray.800',
  9: 'indigo.800',
  10: 'red.800',
  11: 'green.900',
  12: 'yellow.900',
};

interface GridTerms {
  /** Rows and columns can be inserted and removed. */
  canShift: boolean;
  container: HTMLElement;
  language: Lang;
  isDark: boolean;
  isPhone: boolean;
}

/** Univer with what a grid of cells needs: no plugin that talks to a network, and none in a worker. */
export async function startUniver({ container, language, isDark, isPhone, canShift }: GridTerms): Promise<Univer> {
  const texts = (await packs[language]()).map((pack) => pack.default);
  const locale = names[language];
  const menu = Object.fromEntries([...hidden, ...(canShift ? [] : moving)].map((id) => [id, { hidden: true }]));
  const univer = new Univer({ locale, locales: { [locale]: mergeLocales(...texts) }, darkMode: isDark, logLevel: LogLevel.ERROR });
  // oxlint-disable-next-line no-underscore-dangle -- the grid has no other way to its services
  const themes = univer.__getInjector().get(ThemeService);
  themes.setTheme({ ...themes.getCurrentTheme(), 'loop-color': formulaColours });
  univer.registerPlugins([
    [UniverDocsPlugin],
    [UniverRenderEnginePlugin],
    [UniverUIPlugin, { container, ribbonType: 'simple', toolbar: !isPhone, headerMenu: false, menu }],
    [UniverDocsUIPlugin],
    [UniverFormulaEnginePlugin],
    [UniverSheetsPlugin],
    [UniverSheetsUIPlugin, { menu, footer: { menus: false } }],
    [UniverSheetsNumfmtPlugin],
    [UniverSheetsNumfmtUIPlugin],
    [UniverSheetsFormulaPlugin],
    [UniverSheetsFormulaUIPlugin],
  ]);
  return univer;
}
