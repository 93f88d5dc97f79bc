/** A table as CSV that spreadsheets read: quoted where needed, and nothing in it is taken for a formula. */
export function toCsv(rows: readonly (readonly string[])[]): string {
  const cell = (text: string): string => {
    const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

/** Hands a table to the browser as a file; the mark at its beginning tells spreadsheets that it is UTF-8. */
export function saveCsv(name: string, rows: readonly (readonly string[])[]): void {
  const url = URL.createObjectURL(new Blob([`\uFEFF${toCsv(rows)}`], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${name.replaceAll(/[\\/:*?"<>|]/g, '_')}.csv`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
