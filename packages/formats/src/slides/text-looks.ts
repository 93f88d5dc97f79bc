import type { OfficePackage } from '../office/patch-package.ts';
import { XmlEdit, type XmlElement } from '../xml/xml-edit.ts';
import type { SlideDeck, SlideText, TextLook } from './edits.ts';
import { masterStyles, placeholderOf, placeholdersAbove, type Sheets } from './placeholders.ts';
import { childAt, exactAttribute, numberAttribute, paragraphsOf, presentationOf, shapesOf, textBodyOf } from './slide-parts.ts';

/** Points, where nothing says a size. */
const usualSize = 18;

interface Place {
  xml: XmlEdit;
  element: XmlElement | undefined;
}

/** A presentation with how its texts look, as far as it takes to show other words in their places. */
export function withLooks(pack: OfficePackage, deck: SlideDeck): SlideDeck {
  const presentation = presentationOf(pack);
  const xml = new XmlEdit(pack.text(presentation.part));
  const usual: Place = { xml, element: xml.child(xml.root, 'defaultTextStyle') };
  const sheets: Sheets = new Map();
  const parts = new Map(presentation.slides.map(({ id, part }) => [id, part]));
  return {
    ...deck,
    slides: deck.slides.map((slide) => {
      const part = parts.get(slide.id);
      return part === undefined ? slide : { ...slide, texts: looksOf(pack, part, { texts: slide.texts, sheets, usual }) };
    }),
  };
}

function looksOf(
  pack: OfficePackage,
  part: string,
  { texts, sheets, usual }: { texts: SlideText[]; sheets: Sheets; usual: Place },
): SlideText[] {
  const xml = new XmlEdit(pack.text(part));
  const shapes = new Map([...shapesOf(xml)].map(({ id, element }) => [id, element]));
  const master = masterStyles(pack, part, sheets);
  return texts.map((text) => {
    const element = shapes.get(text.shape);
    const body = element && textBodyOf(xml, element, text.cell);
    if (element === undefined || body === undefined) return text;
    const type = placeholderOf(xml, element)?.type;
    const named = type === undefined ? 'otherStyle' : ['title', 'ctrTitle'].includes(type) ? 'titleStyle' : 'bodyStyle';
    const bodies: Place[] = [
      { xml, element: body },
      ...placeholdersAbove(pack, part, { xml, element, sheets }).map((one) => ({
        xml: one.xml,
        element: one.xml.child(one.element, 'txBody'),
      })),
    ];
    const styles = [
      ...bodies.map((one): Place => ({ xml: one.xml, element: childAt(one.xml, one.element, 'lstStyle') })),
      ...(master === undefined ? [] : [{ xml: master.xml, element: master.xml.child(master.styles, named) }]),
      usual,
    ];
    return { ...text, look: lookOf({ bodies, styles }, cellOf(xml, body)) };
  });
}

const cellOf = (xml: XmlEdit, body: XmlElement): Place => ({
  xml,
  element: body.parent?.name === 'tc' ? xml.child(body.parent, 'tcPr') : undefined,
});

/** The look of the first paragraph: its own, or the first in what it inherits from. */
function lookOf({ bodies, styles }: { bodies: Place[]; styles: Place[] }, cell: Place): TextLook {
  const [own] = bodies;
  const paragraph = own?.element && paragraphsOf(own.element)[0];
  if (own === undefined || paragraph === undefined) return { size: usualSize, isBold: false, align: 'l', anchor: 't' };
  const { xml } = own;
  const pPr = xml.child(paragraph, 'pPr');
  const level = Math.min(8, Math.max(0, numberAttribute(xml, pPr, 'lvl') ?? 0)) + 1;
  const levels = styles.map((one): Place => ({ xml: one.xml, element: childAt(one.xml, one.element, `lvl${level}pPr`) }));
  const run = paragraph.children.find(({ name }) => name === 'r');
  const runs: Place[] = [
    { xml, element: run === undefined ? xml.child(paragraph, 'endParaRPr') : xml.child(run, 'rPr') },
    { xml, element: childAt(xml, pPr, 'defRPr') },
    ...levels.map((one) => ({ xml: one.xml, element: childAt(one.xml, one.element, 'defRPr') })),
  ];
  const frames = bodies.map((one): Place => ({ xml: one.xml, element: childAt(one.xml, one.element, 'bodyPr') }));
  const scale = numberAttribute(xml, childAt(xml, own.element, 'bodyPr', 'normAutofit'), 'fontScale') ?? 100_000;
  const size = Number(firstOf(runs, 'sz') ?? usualSize * 100) / 100;
  const align = firstOf([{ xml, element: pPr }, ...levels], 'algn');
  const anchor = firstOf([cell, ...frames], 'anchor');
  return {
    size: Number.isFinite(size) && size > 0 ? (size * Math.min(100_000, Math.max(1000, scale))) / 100_000 : usualSize,
    isBold: ['1', 'true'].includes(firstOf(runs, 'b') ?? ''),
    align: align === 'ctr' || align === 'r' ? align : 'l',
    anchor: anchor === 'ctr' || anchor === 'b' ? anchor : 't',
  };
}

function firstOf(places: readonly Place[], attribute: string): string | undefined {
  for (const { xml, element } of places) {
    const found = element && exactAttribute(xml, element, attribute);
    if (found !== undefined) return found;
  }
  return undefined;
}
