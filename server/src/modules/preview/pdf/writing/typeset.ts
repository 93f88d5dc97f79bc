import { readFile } from 'node:fs/promises';
import { PDFDocument } from '@cantoo/pdf-lib';
import { isCompound } from '@dossier/formats/compound/compound-file';
import { mailText } from '@dossier/formats/mail/mime';
import { msgText } from '@dossier/formats/mail/msg';
import { type Job, TaskFailure } from '@dossier/formats/task';
import { decodeText, looksBinary } from '@dossier/formats/text/decode';
import createMarkdown, { type Token } from 'markdown-it';
import { type EmbeddedFont, embedFont, embedMonospaceFont } from '../../../../platform/text/embedded-font.ts';
import {
  type PageWriter,
  type Piece,
  type Run,
  type TextStyle,
  monospaceLines,
  paperSize,
  proseLines,
  startPages,
  styledLines,
} from './text-layout.ts';

/** A row of a page, or a gap. */
type MarkdownRow = { pieces: Piece[]; hand: TextStyle } | { gap: number };

const textStyle = (size: number): TextStyle => ({ size, wide: size, leading: size * 1.55 });
const markdownProse = textStyle(10.5);
const headings = [18, 15, 13, 11.5, 11, 10.5].map(textStyle);
const code = { size: 8.5, wide: 9.6, leading: 12.4 };
/** The cell width of the monospace font. */
const codeCell = code.size * 0.6;
const step = 18;
const [before, after] = [8, 6];
const apart = 10;
/** Deeper levels are not indented further. */
const mostIndent = 160;

/** The rows of a Markdown text: headings, lists, tables and code; images by their names. HTML stays plain text. */
function* markdownRows(source: string, letters: EmbeddedFont): Generator<MarkdownRow> {
  const tokens = createMarkdown({ html: false, linkify: false }).parse(withoutFrontMatter(source), {});
  const writer = new BlockWriter(letters);
  for (const token of tokens) yield* writer.write(token);
}

/** Removes front matter. */
const withoutFrontMatter = (source: string): string =>
  source.replace(/^\ufeff?---\r?\n[^]{0,20000}?\r?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/, '');

/** Writes the blocks of a text in order. */
class BlockWriter {
  readonly #letters: EmbeddedFont;
  /** The numbers of the open lists; 0 for unordered ones. */
  readonly #lists: number[] = [];
  #quotes = 0;
  #mark = '';
  #hand = markdownProse;
  #table: Run[][][] | undefined;

  constructor(letters: EmbeddedFont) {
    this.#letters = letters;
  }

  *write(token: Token): Generator<MarkdownRow> {
    const { type } = token;
    if (type === 'heading_open') {
      this.#hand = headings[Number(token.tag.slice(1)) - 1] ?? markdownProse;
      yield { gap: before };
    } else if (type === 'heading_close') {
      this.#hand = markdownProse;
      yield { gap: after };
    } else if (type === 'inline') yield* this.#inline(token);
    else if (type === 'paragraph_close' && !token.hidden) yield { gap: after };
    else if (type === 'fence' || type === 'code_block') yield* this.#code(token.content);
    else if (type === 'hr') yield { pieces: [{ text: '—'.repeat(20), font: 'wide', x: this.#indent() }], hand: markdownProse };
    else yield* this.#nest(token);
  }

  *#nest({ type, attrs }: Token): Generator<MarkdownRow> {
    if (type === 'bullet_list_open') this.#lists.push(0);
    else if (type === 'ordered_list_open') this.#lists.push(startOf(attrs));
    else if (type === 'list_item_open') this.#mark = this.#nextMark();
    else if (type === 'blockquote_open') this.#quotes++;
    else if (type === 'blockquote_close') this.#quotes--;
    else if (type === 'table_open') this.#table = [];
    else if (type === 'tr_open') this.#table?.push([]);
    else if (type === 'table_close') yield* this.#rowsOfTable();
    else if (type === 'bullet_list_close' || type === 'ordered_list_close') {
      this.#lists.pop();
      if (this.#lists.length === 0) yield { gap: after };
    }
  }

  #nextMark(): string {
    const number = this.#lists.at(-1) ?? 0;
    if (number === 0) return '•';
    this.#lists[this.#lists.length - 1] = number + 1;
    return `${number}.`;
  }

  #indent = (): number => Math.min(mostIndent, (this.#lists.length + this.#quotes) * step);

  *#inline(token: Token): Generator<MarkdownRow> {
    const runs = runsOf(token, this.#hand !== markdownProse);
    if (this.#table) {
      this.#table.at(-1)?.push(runs);
      return;
    }
    const indent = this.#indent();
    const width = paperSize.width - paperSize.left - paperSize.right - indent;
    for (const pieces of styledLines(runs, { letters: this.#letters, width, size: this.#hand.wide })) {
      const moved = pieces.map((piece) => ({ ...piece, x: piece.x + indent }));
      if (this.#mark !== '') moved.unshift({ text: this.#mark, font: 'wide', x: Math.max(0, indent - step + 4) });
      this.#mark = '';
      yield { pieces: moved, hand: this.#hand };
    }
  }

  *#code(content: string): Generator<MarkdownRow> {
    const indent = this.#indent() + apart;
    const width = paperSize.width - paperSize.left - paperSize.right - indent;
    for (const line of content.replace(/\n$/, '').split('\n'))
      for (const pieces of monospaceLines(line, { letters: this.#letters, width, size: code.wide }, codeCell))
        yield { pieces: pieces.map((piece) => ({ ...piece, x: piece.x + indent })), hand: code };
    yield { gap: after };
  }

  /** Columns of equal width; the first row is the header. */
  *#rowsOfTable(): Generator<MarkdownRow> {
    const rows = this.#table ?? [];
    this.#table = undefined;
    const indent = this.#indent();
    const width = (paperSize.width - paperSize.left - paperSize.right - indent) / Math.max(1, rows[0]?.length ?? 1);
    for (const [at, row] of rows.entries()) {
      const cells = row.map((runs, column) => {
        const cellRuns = at === 0 ? runs.map((run) => ({ ...run, bold: true })) : runs;
        const lines = [...styledLines(cellRuns, { letters: this.#letters, width: Math.max(20, width - apart), size: markdownProse.wide })];
        return lines.map((pieces) => pieces.map((piece) => ({ ...piece, x: piece.x + indent + column * width })));
      });
      const height = Math.max(1, ...cells.map((lines) => lines.length));
      for (let line = 0; line < height; line++) yield { pieces: cells.flatMap((lines) => lines[line] ?? []), hand: markdownProse };
      yield { gap: 3 };
    }
    yield { gap: after };
  }
}

const startOf = (attrs: Token['attrs']): number => {
  const start = Number(attrs?.find(([name]) => name === 'start')?.[1] ?? 1);
  return start > 0 && start < 1e6 ? start : 1;
};

/** The inline content of a paragraph as runs: links by their text, images by their names. */
function runsOf({ children }: Token, isHeading: boolean): Run[] {
  const runs: Run[] = [];
  let strong = 0;
  for (const { type, content } of children ?? []) {
    if (type === 'strong_open') strong++;
    else if (type === 'strong_close') strong--;
    else if (type === 'hardbreak') runs.push({ text: '\n', bold: false });
    else {
      const text = type === 'softbreak' ? ' ' : type === 'image' ? `[${content}]` : content;
      if (text !== '') runs.push({ text, bold: isHeading || strong > 0 });
    }
  }
  return runs;
}

const mostBytes = 32 << 20;
/** Longer texts are set as plain text. */
const mostMarkdown = 4 << 20;
const prose = { size: 10.5, wide: 10.5, leading: 16.5 };
/** Chinese is set larger than monospace letters, so that it fills two cells. */
const grid = { size: 8.5, wide: 9.6, leading: 12.4 };
/** The cell width of the monospace font. */
const cellOf = (size: number): number => size * 0.6;
const isMarkdown: ReadonlySet<string> = new Set(['md', 'markdown']);
const isProse: ReadonlySet<string> = new Set(['txt', 'md', 'markdown', 'rst', 'tex', 'eml', 'msg']);

/** A text as PDF; `cut` where it exceeds the page limit. */
export async function typeset({ path, size, ext }: Job): Promise<{ bytes: Uint8Array; pages: number; cut: boolean }> {
  if (size > mostBytes) throw new TaskFailure('too-large');
  const text = textOf(await readFile(path), ext);
  const pdf = await PDFDocument.create();
  const fonts = { letters: await embedFont(pdf), typewriter: await embedMonospaceFont(pdf) };
  const pageWriter = startPages(pdf, fonts);
  if (isMarkdown.has(ext) && size <= mostMarkdown) setMarkdown(text, pageWriter, fonts.letters);
  else setPlain(text, pageWriter, { letters: fonts.letters, mayBeProse: isProse.has(ext) });
  pageWriter.end();
  return { bytes: await pdf.save({ objectsPerTick: Number.POSITIVE_INFINITY }), pages: pdf.getPageCount(), cut: pageWriter.full() };
}

function setMarkdown(text: string, pageWriter: PageWriter, letters: EmbeddedFont): void {
  for (const row of markdownRows(text, letters)) {
    if ('gap' in row) pageWriter.skip(row.gap);
    else if (!pageWriter.add(row.pieces, row.hand)) return;
  }
}

function setPlain(text: string, pageWriter: PageWriter, { letters, mayBeProse }: { letters: EmbeddedFont; mayBeProse: boolean }): void {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/);
  if (lines.length > 1 && lines.at(-1) === '') lines.pop();
  const inProse = mayBeProse && !looksLaidOut(lines);
  const style = inProse ? prose : grid;
  const width = paperSize.width - paperSize.left - paperSize.right;
  for (const line of lines) {
    const rows = inProse
      ? proseLines(line, { letters, width, size: style.wide })
      : monospaceLines(line, { letters, width, size: style.wide }, cellOf(grid.size));
    for (const row of rows) if (!pageWriter.add(row, style)) return;
  }
}

/** The text of a file; of a mail its headers, its body, and the names of its attachments. */
function textOf(bytes: Buffer, ext: string): string {
  if (isCompound(bytes)) return msgText(bytes, { named: true });
  if (looksBinary(bytes)) throw new TaskFailure('unsupported');
  return ext === 'eml' ? mailText(bytes.toString('latin1'), { named: true }) : decodeText(bytes).text;
}

/** Whether it contains plain-text tables or drawings, which a proportional font would break. */
function looksLaidOut(lines: readonly string[]): boolean {
  const sample = lines.slice(0, 500).filter((line) => line.trim() !== '');
  const laid = sample.filter((line) => /\S(?: {3,}|\t)\S|[\u2500-\u257f]|\+-{2,}/.test(line));
  return laid.length > sample.length / 20 + 1;
}
