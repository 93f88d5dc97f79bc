/** A column from 0 as its letters. */
export function lettersOf(column: number): string {
  let [letters, rest] = ['', column + 1];
  while (rest > 0) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
    rest = Math.floor((rest - 1) / 26);
  }
  return letters;
}

/** "C7" as row and column from 0; undefined where it names no cell. */
export function cellOf(name: string): { row: number; column: number } | undefined {
  const found = /^\s*([a-z]{1,3})(\d{1,7})\s*$/i.exec(name);
  if (found === null || found[2] === '0') return undefined;
  let column = 0;
  for (const letter of (found[1] ?? '').toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64;
  return { row: Number(found[2]) - 1, column: column - 1 };
}
