import { unescapeXml } from '../xml/scan-xml.ts';
import { type XmlEdit, type XmlElement, escapeText } from '../xml/xml-edit.ts';

/** A run, a field or a line break of a paragraph. */
interface Piece {
  kind: 'run' | 'break' | 'field';
  text: string;
  raw: string;
  /** The properties of its characters, as they stand in the text. */
  properties: string;
}

/** A paragraph as it stands in the text, with what is needed to give it other words; read once for all that are made of it. */
export interface Paragraph {
  /** The prefix of its tags, with its colon. */
  prefix: string;
  open: string;
  properties: string;
  pieces: Piece[];
  /** The properties of the characters that would be typed at its end. */
  end: string;
  text: string;
  tokens: string[];
  /** Where each token begins. */
  offsets: number[];
  /** The piece of each character, where each piece begins, and the fields that show nothing, all by number. */
  owners: number[];
  starts: number[];
  emptyFields: number[];
}

const known = new Set(['pPr', 'r', 'br', 'fld', 'endParaRPr']);

/** The characters of an element `t`; line ends in it are no line breaks. */
function charactersOf(xml: XmlEdit, element: XmlElement | undefined): string {
  if (element === undefined) return '';
  const text = xml
    .content(element)
    .split(/(<!\[CDATA\[[\s\S]*?\]\]>)/)
    .map((part) => (part.startsWith('<![CDATA[') ? part.slice(9, -3) : unescapeXml(part.replace(/<[^>]*>/g, ''))))
    .join('');
  return text.replace(/\r\n?|\n/g, ' ');
}

function piecesOf(xml: XmlEdit, paragraph: XmlElement): Piece[] {
  return paragraph.children.flatMap((child): Piece[] => {
    const rPr = xml.child(child, 'rPr');
    const shared = { raw: xml.raw(child), properties: rPr === undefined ? '' : xml.raw(rPr) };
    if (child.name === 'br') return [{ kind: 'break', text: '\n', ...shared }];
    if (child.name === 'r') return [{ kind: 'run', text: charactersOf(xml, xml.child(child, 't')), ...shared }];
    if (child.name === 'fld') return [{ kind: 'field', text: charactersOf(xml, xml.child(child, 't')), ...shared }];
    return [];
  });
}

/** The words of a paragraph; undefined where it holds something else than words, such as a formula. */
export function paragraphText(xml: XmlEdit, paragraph: XmlElement): string | undefined {
  if (paragraph.children.some(({ name }) => !known.has(name))) return undefined;
  return piecesOf(xml, paragraph)
    .map(({ text }) => text)
    .join('');
}

export function readParagraph(xml: XmlEdit, element: XmlElement): Paragraph {
  const rawOf = (name: string): string => {
    const child = xml.child(element, name);
    return child === undefined ? '' : xml.raw(child);
  };
  const open = xml.text.slice(element.start, element.openEnd);
  const pieces = piecesOf(xml, element);
  const text = pieces.map((piece) => piece.text).join('');
  const tokens = tokensOf(text);
  return {
    prefix: element.tag.slice(0, element.tag.length - element.name.length),
    open: open.endsWith('/>') ? `${open.slice(0, -2)}>` : open,
    properties: rawOf('pPr'),
    pieces,
    end: rawOf('endParaRPr'),
    text,
    tokens,
    offsets: startsOf(tokens),
    owners: pieces.flatMap((piece, index) => Array.from({ length: piece.text.length }, () => index)),
    starts: startsOf(pieces.map((piece) => piece.text)),
    emptyFields: pieces.flatMap((piece, index) => (piece.kind === 'field' && piece.text === '' ? [index] : [])),
  };
}

/** Where each of some texts begins when they stand one after the other. */
function startsOf(texts: readonly string[]): number[] {
  let length = 0;
  return texts.map((text) => {
    length += text.length;
    return length - text.length;
  });
}

/** A paragraph with other words: runs whose words stay keep their formatting, new words have that of those that they replace. */
export function rewrittenParagraphs(xml: XmlEdit, element: XmlElement, texts: readonly string[]): string {
  const paragraph = readParagraph(xml, element);
  return texts.map((text) => rewrittenParagraph(paragraph, text, texts.length)).join('');
}

/** One of `share` paragraphs that are made of one: together they are compared with it for as long as a single one. */
export function rewrittenParagraph(paragraph: Paragraph, text: string, share: number): string {
  const { prefix, open, properties, pieces, end } = paragraph;
  const whole = `${open}${properties}${contentWith(paragraph, text, maxCompared / share)}`;
  const first = pieces.find(({ properties: own }) => own !== '')?.properties ?? '';
  // an empty paragraph keeps the look of what stood in it
  const atEnd = end === '' && text === '' && first !== '' ? renamed(unlinked(first), `${prefix}endParaRPr`) : end;
  return `${whole}${atEnd}</${prefix}p>`;
}

const wordPattern = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}\p{M}]+|[\s\S]/gu;
const tokensOf = (text: string): string[] => text.match(wordPattern) ?? [];
const isWord = (token: string): boolean => /[\p{L}\p{N}]/u.test(token);

/** What the new text is made of: words of the old one by their offset, and new words with the piece that they look like. */
type Span = { from: number; text: string } | { from: undefined; text: string; like: Piece | undefined };

function contentWith(paragraph: Paragraph, text: string, most: number): string {
  const { prefix, pieces, owners, starts, emptyFields } = paragraph;
  if (text === paragraph.text) return pieces.map(({ raw }) => raw).join('');
  const spans = spansOf(paragraph, text, most);
  let written = '';
  let open: { piece: Piece | undefined; text: string } | undefined;
  const close = (): void => {
    if (open !== undefined && open.text !== '') written += runs(prefix, open.piece, open.text);
    open = undefined;
  };
  const add = (piece: Piece | undefined, more: string): void => {
    if (open === undefined || open.piece !== piece) close();
    open ??= { piece, text: '' };
    open.text += more;
  };
  // fields that show nothing yet stay in their places
  let passed = 0;
  const pass = (to: number): void => {
    for (let next = emptyFields[passed]; next !== undefined && next < to; next = emptyFields[++passed]) {
      close();
      written += pieces[next]?.raw ?? '';
    }
  };
  for (const span of joined(spans)) {
    if (span.from === undefined) {
      add(span.like ?? firstLook(paragraph), span.text);
      continue;
    }
    for (let at = 0; at < span.text.length; ) {
      const index = owners[span.from + at] ?? 0;
      const piece = pieces[index];
      if (piece === undefined) break;
      pass(index);
      const start = starts[index] ?? 0;
      const length = Math.min(span.text.length - at, start + piece.text.length - span.from - at);
      const isWhole = span.from + at === start && length === piece.text.length;
      if (isWhole && piece.kind !== 'run') {
        close();
        written += piece.raw;
      } else add(piece, span.text.slice(at, at + length));
      at += length;
    }
  }
  close();
  pass(pieces.length);
  return written;
}

/** The look of words that nothing beside them tells. */
const firstLook = ({ pieces, end, prefix }: Paragraph): Piece | undefined => {
  const first = pieces.find(({ kind }) => kind !== 'break') ?? pieces[0];
  if (first !== undefined) return first;
  return end === '' ? undefined : { kind: 'run', text: '', raw: '', properties: renamed(unlinked(end), `${prefix}rPr`) };
};

/** Runs and line breaks with a text, formatted like a piece; the piece itself where it has just this text. */
function runs(prefix: string, piece: Piece | undefined, text: string): string {
  if (piece !== undefined && piece.kind === 'run' && piece.text === text) return piece.raw;
  const properties = piece === undefined ? '' : piece.properties;
  const plain = unlinked(properties);
  return text
    .split(/(\n)/)
    .filter((part) => part !== '')
    .map((part) =>
      part === '\n'
        ? plain === ''
          ? `<${prefix}br/>`
          : `<${prefix}br>${plain}</${prefix}br>`
        : `<${prefix}r>${properties}<${prefix}t>${escapeText(part)}</${prefix}t></${prefix}r>`,
    )
    .join('');
}

const linkPattern = /<((?:[\w.-]+:)?hlink(?:Click|MouseOver))\b[^>]*?(?:\/>|>[\s\S]*?<\/\1>)/g;
const unlinked = (properties: string): string => properties.replace(linkPattern, '');
const isLinked = ({ properties }: Piece): boolean => /<(?:[\w.-]+:)?hlink(?:Click|MouseOver)\b/.test(properties);

/** An element with another tag. */
const renamed = (raw: string, tag: string): string => raw.replace(/^<[^\s/>]+/, `<${tag}`).replace(/<\/[^\s>]+\s*>$/, `</${tag}>`);

function joined(spans: Span[]): Span[] {
  const found: Span[] = [];
  for (const span of spans) {
    const last = found.at(-1);
    if (last?.from !== undefined && span.from === last.from + last.text.length) last.text += span.text;
    else if (last !== undefined && last.from === undefined && span.from === undefined && last.like === span.like) last.text += span.text;
    else found.push({ ...span });
  }
  return found;
}

/** Beyond so many comparisons the words between the first and the last difference count as replaced. */
const maxCompared = 1_000_000;

function spansOf({ text: old, tokens: before, offsets, pieces, owners }: Paragraph, text: string, most: number): Span[] {
  const after = tokensOf(text);
  const pairs = matches(before, after, most);
  if (!pairs.some(([, at]) => isWord(after[at] ?? ''))) return [{ from: undefined, text, like: undefined }];
  const { length } = old;
  const pieceAt = (offset: number): Piece | undefined => pieces[owners[offset] ?? -1];
  const spans: Span[] = [];
  let [was, at] = [0, 0];
  for (const [from, to] of [...pairs, [before.length, after.length] as const]) {
    const added = after.slice(at, to).join('');
    if (added !== '') {
      const [previous, next] = [was > 0 ? pieceAt((offsets[was] ?? length) - 1) : undefined, pieceAt(offsets[from] ?? length)];
      const replaced = from > was ? pieceAt(offsets[was] ?? 0) : undefined;
      spans.push({ from: undefined, text: added, like: lookOf(replaced, previous, next) });
    }
    if (from < before.length) spans.push({ from: offsets[from] ?? 0, text: before[from] ?? '' });
    [was, at] = [from + 1, to + 1];
  }
  return spans;
}

/** Like what was replaced, else like what stands before; a link does not grow at its end. */
function lookOf(replaced: Piece | undefined, previous: Piece | undefined, next: Piece | undefined): Piece | undefined {
  if (replaced !== undefined && replaced.kind !== 'break') return replaced;
  if (previous !== undefined && previous === next) return previous;
  const beside = [previous, next].filter((piece) => piece !== undefined);
  const best = beside.find((piece) => piece.kind === 'run' && !isLinked(piece)) ?? beside[0];
  return best !== undefined && isLinked(best) ? { ...best, kind: 'field', properties: unlinked(best.properties) } : best;
}

/** The tokens that two lists have in common, in order: the longest such row between their equal ends. */
function matches(before: string[], after: string[], most: number): [number, number][] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let [end, last] = [before.length, after.length];
  while (end > start && last > start && before[end - 1] === after[last - 1]) [end, last] = [end - 1, last - 1];
  const pairs: [number, number][] = Array.from({ length: start }, (_, at) => [at, at]);
  const [rows, columns] = [end - start, last - start];
  if (rows * columns > 0 && rows * columns <= most) {
    const width = columns + 1;
    const lengths = new Uint32Array((rows + 1) * width);
    for (let row = rows - 1; row >= 0; row--)
      for (let column = columns - 1; column >= 0; column--)
        lengths[row * width + column] =
          before[start + row] === after[start + column]
            ? (lengths[(row + 1) * width + column + 1] ?? 0) + 1
            : Math.max(lengths[(row + 1) * width + column] ?? 0, lengths[row * width + column + 1] ?? 0);
    for (let [row, column] = [0, 0]; row < rows && column < columns; )
      if (before[start + row] === after[start + column]) pairs.push([start + row++, start + column++]);
      else if ((lengths[(row + 1) * width + column] ?? 0) >= (lengths[row * width + column + 1] ?? 0)) row++;
      else column++;
  }
  for (let at = 0; at < before.length - end; at++) pairs.push([end + at, last + at]);
  return pairs;
}
