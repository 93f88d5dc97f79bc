import { XmlEdit, type XmlElement } from '../xml/xml-edit.ts';
import { SlideRefusal } from './edits.ts';
import { type Paragraph, paragraphText, readParagraph, rewrittenParagraph } from './paragraphs.ts';

/** A paragraph in XML that others are made of. */
interface Source {
  xml: XmlEdit;
  element: XmlElement;
  /** Once others are made of it. */
  read?: Paragraph;
}

/** A paragraph with its words; those of the source where they are undefined. */
interface Words {
  source: () => Source;
  /** Splits that lie before. */
  depth: number;
  /** Paragraphs that were made of the source with it. */
  share: number;
  text?: string;
  /** The words come from a split: others that take their place look like them. */
  isSplit?: boolean;
}

/** Beyond so many splits of one paragraph its parts take their look from where it began to be split: each costs a comparison. */
const maxDepth = 4;

/** The paragraphs of a text while edits are applied. What an edit costs does not depend on how long they are: only those that stay are written. */
export class EditedParagraphs {
  readonly #xml: XmlEdit;
  readonly #own: XmlElement[];
  /** What stands in the place of each paragraph of the text, in order, with its number. */
  readonly #words: (Words & { place: number })[];

  constructor(xml: XmlEdit, own: XmlElement[]) {
    this.#xml = xml;
    this.#own = own;
    this.#words = own.map((element, place) => {
      const source: Source = { xml, element };
      return { source: () => source, depth: 0, share: 1, place };
    });
  }

  /** Puts paragraphs in place of one; throws a `SlideRefusal` where it is not there, or nothing would be left. */
  edit(paragraph: number, texts: readonly string[]): void {
    const before = this.#words[paragraph];
    if (before === undefined || this.#words.length - 1 + texts.length === 0) throw new SlideRefusal('no-text');
    const { source } = before;
    if (before.text === undefined && paragraphText(source().xml, source().element) === undefined) throw new SlideRefusal('no-text');
    const isSplit = texts.length !== 1;
    const { place, share } = before;
    const like = before.text !== undefined && (isSplit || before.isSplit === true) ? settled(before) : before;
    const all = texts.map((text) => ({
      source: like.source,
      depth: like.depth,
      share: like.source === source ? share * (isSplit ? texts.length : 1) : Math.max(texts.length, 1),
      text,
      isSplit,
      place,
    }));
    this.#words.splice(paragraph, 1, ...all);
  }

  /** Writes the paragraphs that were edited. */
  write(): void {
    const written = this.#own.map((): string[] => []);
    for (const words of this.#words) written[words.place]?.push(rawOf(words));
    for (const [place, { start, end }] of this.#own.entries()) {
      const raw = (written[place] ?? []).join('');
      if (raw !== this.#xml.text.slice(start, end)) this.#xml.replace(start, end, raw);
    }
  }
}

/** Words as a paragraph of their own that others are made of, written only where some of these stay. */
function settled(words: Words): Words {
  if (words.depth >= maxDepth) return words;
  let made: Source | undefined;
  const source = (): Source => {
    if (made !== undefined) return made;
    const xml = new XmlEdit(rawOf(words));
    made = { xml, element: xml.root };
    return made;
  };
  return { source, depth: words.depth + 1, share: 1 };
}

function rawOf({ source, share, text }: Words): string {
  const from = source();
  const { xml, element } = from;
  if (text === undefined) return xml.raw(element);
  from.read ??= readParagraph(xml, element);
  return rewrittenParagraph(from.read, text, share);
}
