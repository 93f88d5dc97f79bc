import { breakLines, showLine, textWidth } from './pdf-text.ts';
import { type Bookmark, writePdf } from './pdf-writer.ts';
import { type Prose, type Table, type Wish, tableTexts, writeProse } from './prose.ts';

const left = 64;
const right = 531;
const top = 770;
const bottom = 84;

/** A text of several pages with an outline, a table, a chart and page numbers. */
export function makePdf(wish: Wish): Buffer {
  const prose = writeProse(wish);
  const pages: string[] = [cover(prose)];
  const bookmarks: Bookmark[] = [{ title: prose.title, page: 0 }];
  let content = '';
  let y = top;
  const turn = (): void => {
    pages.push(content);
    content = '';
    y = top;
  };
  const line = (text: string, size: number, bold = false): void => {
    if (y < bottom) turn();
    content += showLine(text, { x: left, y, size, lang: prose.lang, bold });
    y -= size * 1.75;
  };
  prose.sections.forEach((section, at) => {
    if (y < bottom + 80) turn();
    bookmarks.push({ title: section.heading, page: pages.length });
    line(section.heading, 15, true);
    for (const paragraph of section.paragraphs) {
      const lines = breakLines(paragraph, (right - left) / 11);
      // a paragraph is not broken across pages
      if (y < bottom + lines.length * 20) turn();
      for (const text of lines) line(text, 11);
      y -= 7;
    }
    if (at === 4) {
      if (y < bottom + 380) turn();
      content += drawTable(prose, y) + drawChart(prose.table, y - 220);
      y -= 370;
    }
    y -= 10;
  });
  turn();
  return writePdf(
    pages.map((page, at) => page + foot(prose, at + 1, pages.length)),
    bookmarks,
    prose.title,
  );
}

function cover(prose: Prose): string {
  const { lang, title, byline } = prose;
  const lines = breakLines(title, (right - left) / 28);
  const shown = lines.map((text, at) => showLine(text, { x: left, y: 560 - at * 42, size: 28, lang, bold: true }));
  const below = showLine(byline, { x: left, y: 520 - lines.length * 42, size: 12, lang, grey: 0.4 });
  return `0.11 0.42 0.72 rg ${left} 620 72 8 re f\n0.93 0.95 0.97 rg 0 0 595 180 re f\n${shown.join('')}${below}`;
}

function foot({ title, lang }: Prose, page: number, pages: number): string {
  const number = `${page} / ${pages}`;
  const style = { y: 46, size: 9, lang, grey: 0.45 };
  return (
    `0.8 G 0.5 w ${left} 62 m ${right} 62 l S\n` +
    showLine(breakLines(title, 40)[0] ?? '', { ...style, x: left }) +
    showLine(number, { ...style, x: right - textWidth(number) * 9 })
  );
}

function drawTable({ table, lang }: Prose, y: number): string {
  const stops = [left, 290, 370, 450];
  const rows = tableTexts(table);
  const height = 22;
  const cells = rows.flatMap((row, at) =>
    row.map((text, column) => {
      const end = stops[column + 1] ?? right;
      const x = column === 0 ? left + 8 : end - 8 - textWidth(text) * 10;
      return showLine(text, { x, y: y - at * height - 15, size: 10, lang, bold: at === 0 || at === rows.length - 1 });
    }),
  );
  const rules = rows.map((_, at) => `${left} ${y - at * height} m ${right} ${y - at * height} l S\n`);
  const end = y - rows.length * height;
  const heads = `0.9 0.94 0.98 rg ${left} ${y - height} ${right - left} ${height} re f\n`;
  return `${heads}0.75 G 0.5 w ${rules.join('')}${left} ${end} m ${right} ${end} l S\n${cells.join('')}`;
}

function drawChart({ rows }: Table, y: number): string {
  const highest = Math.max(...rows.map(({ amount }) => amount));
  const width = (right - left) / rows.length;
  const bars = rows.map(({ amount }, at) => {
    const tall = (amount / highest) * 110;
    const blue = (0.55 + at * 0.06).toFixed(2);
    return `0.16 0.45 ${blue} rg ${(left + at * width + width * 0.2).toFixed(1)} ${y - 120} ${(width * 0.6).toFixed(1)} ${tall.toFixed(1)} re f\n`;
  });
  return `${bars.join('')}0.5 G 0.8 w ${left} ${y - 120} m ${right} ${y - 120} l S\n`;
}
