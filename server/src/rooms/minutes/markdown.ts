/** A text of one line that Markdown takes for nothing but words. */
export const plain = (text: string): string =>
  text
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(/[\\`*_{}[\]<>#|~&!()]/g, (sign) => `\\${sign}`)
    // what begins a list or a heading at the start of a line
    .replace(/^([-+=]|\d+[.)])/, (sign) => `\\${sign}`);

/** A text of several lines, each as it was written. */
export const lines = (text: string): string =>
  text
    .split(/\r?\n/)
    .map(plain)
    .filter((line) => line !== '')
    .join('  \n');

/** A table; its cells are plain already. */
export const table = (rows: readonly (readonly string[])[]): string => {
  const [head = [], ...rest] = rows;
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [row(head), row(head.map(() => '---')), ...rest.map(row)].join('\n');
};
