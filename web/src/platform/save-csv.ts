import { csvText } from '@dossier/contract/core/csv';

/** Saves a table as a file; characters that file names may not have are replaced. */
export const saveCsv = (name: string, rows: readonly (readonly string[])[]): void =>
  saveCsvText(`${name.replaceAll(/[\\/:*?"<>|]/g, '_')}.csv`, csvText(rows));

/** Saves a CSV text as a file. */
export function saveCsvText(fileName: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
