import type { OfficePackage } from '../office/patch-package.ts';
import { XmlEdit, type XmlElement } from '../xml/xml-edit.ts';
import { childAt, exactAttribute, relatedPart } from './slide-parts.ts';

/** Layouts and masters, read once. */
export type Sheets = Map<string, { xml: XmlEdit; shapes: (Placeholder & { element: XmlElement })[] }>;

/** A shape in the XML of its slide. */
export interface ShapeOnSlide {
  xml: XmlEdit;
  element: XmlElement;
  sheets: Sheets;
}

interface Placeholder {
  type: string;
  idx: string;
}

export function placeholderOf(xml: XmlEdit, shape: XmlElement): Placeholder | undefined {
  const properties = shape.children.find(({ name }) => /^nv\w*Pr$/.test(name));
  const ph = childAt(xml, properties, 'nvPr', 'ph');
  return ph && { type: exactAttribute(xml, ph, 'type') ?? 'obj', idx: exactAttribute(xml, ph, 'idx') ?? '0' };
}

/** The placeholder of a master by the type of one on a layout. */
const ofMaster: Record<string, string> = {
  title: 'title',
  ctrTitle: 'title',
  dt: 'dt',
  ftr: 'ftr',
  sldNum: 'sldNum',
  hdr: 'hdr',
};

/** What a placeholder on a slide inherits from: that of its layout, then that of the layout's master. */
export function placeholdersAbove(
  pack: OfficePackage,
  part: string,
  { xml, element, sheets }: ShapeOnSlide,
): { xml: XmlEdit; element: XmlElement }[] {
  const wanted = placeholderOf(xml, element);
  const layout = wanted && relatedPart(pack, part, 'slideLayout');
  if (wanted === undefined || layout === undefined) return [];
  const sheet = sheetOf(pack, layout, sheets);
  const found = sheet.shapes.find(({ idx, type }) =>
    wanted.idx === '0' ? idx === '0' && isSameType(type, wanted.type) : idx === wanted.idx,
  );
  const near = found ?? sheet.shapes.find(({ type }) => type === wanted.type && type !== 'obj');
  const above = near === undefined ? [] : [{ xml: sheet.xml, element: near.element }];
  const master = relatedPart(pack, layout, 'slideMaster');
  if (master === undefined) return above;
  const highest = sheetOf(pack, master, sheets);
  const type = ofMaster[near?.type ?? wanted.type] ?? 'body';
  const shape = highest.shapes.find((one) => one.type === type);
  return shape === undefined ? above : [...above, { xml: highest.xml, element: shape.element }];
}

const isSameType = (one: string, other: string): boolean => (ofMaster[one] ?? 'body') === (ofMaster[other] ?? 'body');

function sheetOf(pack: OfficePackage, part: string, sheets: Sheets) {
  const known = sheets.get(part);
  if (known !== undefined) return known;
  const xml = new XmlEdit(pack.text(part));
  const shapes = (childAt(xml, xml.root, 'cSld', 'spTree')?.children ?? []).flatMap((element) => {
    const placeholder = placeholderOf(xml, element);
    return placeholder === undefined ? [] : [{ ...placeholder, element }];
  });
  const sheet = { xml, shapes };
  sheets.set(part, sheet);
  return sheet;
}

/** The text styles of the master of a slide. */
export function masterStyles(pack: OfficePackage, part: string, sheets: Sheets): { xml: XmlEdit; styles: XmlElement } | undefined {
  const layout = relatedPart(pack, part, 'slideLayout');
  const master = layout && relatedPart(pack, layout, 'slideMaster');
  if (master === undefined) return undefined;
  const { xml } = sheetOf(pack, master, sheets);
  const styles = xml.child(xml.root, 'txStyles');
  return styles && { xml, styles };
}
