import type { SheetRow } from '@dossier/contract/sheets';
import type { Range } from './selection.ts';
import { fetchRows, type SheetTarget, textAt } from './use-sheet-rows.ts';

/** More than this is no copy but an export. */
const mostCells = 200_000;

export const isTooMuch = ({ top, left, bottom, right }: Range): boolean => (bottom - top + 1) * (right - left + 1) > mostCells;

/** Cells as other programs take them: rows by lines, columns by tabs. */
export function cellsAsText(range: Range, rowAt: (place: number) => SheetRow | undefined): string {
  const lines: string[] = [];
  for (let place = range.top; place <= range.bottom; place++) {
    const row = rowAt(place);
    const cells: string[] = [];
    for (let column = range.left; column <= range.right; column++) cells.push(quoted(textAt(row, column)));
    lines.push(cells.join('\t'));
  }
  return lines.join('\n');
}

const quoted = (text: string): string => (/[\t\n"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Fetches what is selected and puts it on the clipboard. */
export async function copyFar(target: SheetTarget, range: Range): Promise<void> {
  const rows = new Map((await fetchRows(target, [range.top, range.bottom + 1])).map((row) => [row.place, row]));
  await putOnClipboard(cellsAsText(range, (place) => rows.get(place)));
}

/** Pages that came without encryption have no clipboard but the old one. */
async function putOnClipboard(text: string): Promise<void> {
  if (window.isSecureContext) return navigator.clipboard.writeText(text);
  const field = document.createElement('textarea');
  field.value = text;
  document.body.append(field);
  field.select();
  document.execCommand('copy');
  field.remove();
}
