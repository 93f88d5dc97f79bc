import type { OfficePackage } from '../office/patch-package.ts';
import { TaskFailure } from '../task.ts';
import { unescapeXml } from '../xml/scan-xml.ts';
import { XmlEdit, type XmlElement } from '../xml/xml-edit.ts';

/** Slides that a presentation may have. */
const maxSlides = 5000;

/** An attribute by the name that stands in the text, decoded; `id` is not `r:id`. */
export function exactAttribute(xml: XmlEdit, element: XmlElement, name: string): string | undefined {
  const tag = xml.text.slice(element.start + 1 + element.tag.length, element.openEnd);
  const found = new RegExp(`(?:^|[\\s"'])${name}\\s*=\\s*("[^"]*"|'[^']*')`).exec(tag)?.[1];
  return found === undefined ? undefined : unescapeXml(found.slice(1, -1));
}

/** An attribute of the namespace of relationships, with the name that stands in the text. */
export function relationAttribute(xml: XmlEdit, element: XmlElement, name = 'id'): { tag: string; id: string } | undefined {
  const tag = xml.text.slice(element.start + 1 + element.tag.length, element.openEnd);
  const found = new RegExp(`[\\s"']([\\w.-]+:${name})\\s*=\\s*("[^"]*"|'[^']*')`).exec(tag);
  return found?.[1] === undefined ? undefined : { tag: found[1], id: unescapeXml((found[2] ?? '').slice(1, -1)) };
}

export function numberAttribute(xml: XmlEdit, element: XmlElement | undefined, name: string): number | undefined {
  const text = element && exactAttribute(xml, element, name);
  const number = Number(text ?? Number.NaN);
  return Number.isFinite(number) ? number : undefined;
}

/** The elements that a path of names leads to from one, each the first of its name. */
export function childAt(xml: XmlEdit, element: XmlElement | undefined, ...path: string[]): XmlElement | undefined {
  let found = element;
  for (const name of path) found = found && xml.child(found, name);
  return found;
}

/** A slide of a presentation as its list names it. */
export interface SlidePart {
  id: number;
  relation: string;
  part: string;
}

/** The presentation of a package with its slides in order. */
export interface Presentation {
  part: string;
  width: number;
  height: number;
  slides: SlidePart[];
}

export function presentationOf(pack: OfficePackage): Presentation {
  const part = pack.relations('').find(({ kind }) => kind === 'officeDocument')?.target;
  if (part === undefined || !pack.has(part)) throw new TaskFailure('broken');
  const xml = new XmlEdit(pack.text(part));
  if (xml.root.name !== 'presentation') throw new TaskFailure('unsupported');
  const targets = new Map(pack.relations(part).map(({ id, target }) => [id, target]));
  const size = xml.child(xml.root, 'sldSz');
  const list = xml.child(xml.root, 'sldIdLst');
  const slides = (list?.children ?? [])
    .filter(({ name }) => name === 'sldId')
    .map((element): SlidePart => {
      const relation = relationAttribute(xml, element)?.id ?? '';
      const target = targets.get(relation);
      const id = numberAttribute(xml, element, 'id');
      if (id === undefined || target === undefined || !pack.has(target)) throw new TaskFailure('broken');
      return { id, relation, part: target };
    });
  if (slides.length > maxSlides) throw new TaskFailure('too-large');
  const isUnique = (values: unknown[]): boolean => new Set(values).size === values.length;
  if (!isUnique(slides.map(({ id }) => id)) || !isUnique(slides.map((one) => one.part.toLowerCase()))) throw new TaskFailure('broken');
  return { part, width: numberAttribute(xml, size, 'cx') ?? 9_144_000, height: numberAttribute(xml, size, 'cy') ?? 6_858_000, slides };
}

/** The part that a relationship of a kind leads to. */
export function relatedPart(pack: OfficePackage, part: string, kind: string): string | undefined {
  const target = pack.relations(part).find((one) => one.kind === kind && !one.outside)?.target;
  return target !== undefined && pack.has(target) ? target : undefined;
}

/** The element with a shape's name and id, whichever kind it is of. */
export function shapeProperties(xml: XmlEdit, shape: XmlElement): XmlElement | undefined {
  const properties = shape.children.find(({ name }) => /^nv\w*Pr$/.test(name));
  return childAt(xml, properties, 'cNvPr');
}

/**
 * The shapes of a slide in their order, those in groups after their group. Shapes that stand twice, for programs that know an extension and others that
 * do not, are left out, as are hidden ones; an id is that of its first shape.
 */
export function* shapesOf(xml: XmlEdit): Generator<{ id: number; element: XmlElement; groups: XmlElement[] }> {
  const tree = childAt(xml, xml.root, 'cSld', 'spTree');
  const known = new Set<number>();
  const queue: { element: XmlElement; groups: XmlElement[] }[] = (tree?.children ?? [])
    .map((element) => ({ element, groups: [] }))
    .toReversed();
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const { element, groups } = next;
    if (!['sp', 'pic', 'graphicFrame', 'grpSp', 'cxnSp'].includes(element.name)) continue;
    const properties = shapeProperties(xml, element);
    if (properties !== undefined && ['1', 'true'].includes(exactAttribute(xml, properties, 'hidden') ?? '')) continue;
    const id = numberAttribute(xml, properties, 'id');
    if (element.name === 'grpSp') {
      for (const child of element.children.toReversed()) queue.push({ element: child, groups: [...groups, element] });
    } else if (id !== undefined && !known.has(id)) yield { id, element, groups };
    if (id !== undefined) known.add(id);
  }
}

/** The body with the text of a shape, or of a cell of its table. */
export function textBodyOf(xml: XmlEdit, shape: XmlElement, cell: { row: number; column: number } | undefined): XmlElement | undefined {
  if (cell === undefined) return shape.name === 'sp' ? xml.child(shape, 'txBody') : undefined;
  const table = childAt(xml, shape, 'graphic', 'graphicData', 'tbl');
  const row = table?.children.filter(({ name }) => name === 'tr')[cell.row];
  return childAt(xml, row?.children.filter(({ name }) => name === 'tc')[cell.column], 'txBody');
}

export const paragraphsOf = (body: XmlElement): XmlElement[] => body.children.filter(({ name }) => name === 'p');

/** Whether a shape shows a picture that can be replaced: no film, and with its bytes in the package. */
export function pictureOf(xml: XmlEdit, shape: XmlElement): XmlElement | undefined {
  if (shape.name !== 'pic') return undefined;
  const plays = childAt(xml, shape, 'nvPicPr', 'nvPr')?.children.some(({ name }) => /(?:video|audio|quickTime|wav|CD)/i.test(name));
  const blip = childAt(xml, shape, 'blipFill', 'blip');
  return blip === undefined || plays === true || relationAttribute(xml, blip, 'embed') === undefined ? undefined : blip;
}
