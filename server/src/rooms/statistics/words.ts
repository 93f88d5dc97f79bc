import { type ReportColumn, type ReportRow, type ReportView, reportViews } from '@dossier/contract/statistics';
import type { Lang } from '@dossier/contract/shapes';
import { text as cn } from './text/cn.ts';
import type { Texts } from './text/cn.ts';
import { text as en } from './text/en.ts';
import { text as es } from './text/es.ts';
import { text as ja } from './text/ja.ts';

const texts: Record<Lang, Texts> = { cn, en, es, ja };

/** What a table is called in a file's name. */
export const fileWord = (lang: Lang, view: ReportView): string => texts[lang][view];

/** The headings of a table. */
export const headings = (lang: Lang, view: ReportView): string[] =>
  reportViews[view].map(({ name }) => texts[lang][`col_${name}` as keyof Texts]);

/** A cell as a file has it: what is only a number on the wire in words, the rest as it stands. */
function cellWord(lang: Lang, { kind }: ReportColumn, { cell, row }: { cell: string; row: ReportRow }): string {
  const words = texts[lang];
  if (kind === 'item' && row.hidden === true) return words.hidden;
  if (kind === 'item' && row.id === 'own') return words.own;
  if (kind === 'yes') return cell === '1' ? words.yes : words.no;
  if (kind === 'reach') return words[`reach_${cell}` as keyof Texts] ?? cell;
  if (kind === 'level') return words[`level_${cell}` as keyof Texts] ?? cell;
  return cell;
}

/** A row as a file has it. */
export const rowWords = (lang: Lang, view: ReportView, row: ReportRow): string[] =>
  reportViews[view].map((column, place) => cellWord(lang, column, { cell: row.cells[place] ?? '', row }));
