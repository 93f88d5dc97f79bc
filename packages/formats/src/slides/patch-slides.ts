import { OfficePackage } from '../office/patch-package.ts';
import { XmlEdit, type XmlElement } from '../xml/xml-edit.ts';
import { EditedParagraphs } from './edited-paragraphs.ts';
import { type SlideEdit, SlideRefusal, slideIds } from './edits.ts';
import { writeNotes } from './notes.ts';
import { type PictureFacts, pictureFacts } from './picture-bytes.ts';
import { copySlide, isReferred, removeSlide } from './slide-copies.ts';
import { countedShapes } from './read-slides.ts';
import {
  childAt,
  exactAttribute,
  numberAttribute,
  paragraphsOf,
  pictureOf,
  presentationOf,
  relationAttribute,
  relatedPart,
  shapesOf,
  textBodyOf,
} from './slide-parts.ts';

/** Uploaded pictures by the names that edits give them. */
export type Pictures = ReadonlyMap<string, Buffer>;

type TextEdit = Extract<SlideEdit, { kind: 'text' }>;

/** What edits change in a slide. The slide is read and written once for all of them, as each of them would cost as much as the slide is long. */
interface SlideChanges {
  texts: TextEdit[];
  /** The last of each shape counts, as with hiding and notes. */
  pictures: Map<number, string>;
  hidden?: boolean;
  notes?: string;
}

const noChanges = (): SlideChanges => ({ texts: [], pictures: new Map() });

/** A slide while edits are applied. */
interface Slide {
  part: string;
  relation: string;
  section: number;
  /** What is not written yet. */
  changes: SlideChanges;
}

interface Work {
  pack: OfficePackage;
  presentation: string;
  pictures: Pictures;
  slides: Map<number, Slide>;
  /** The ids of the slides in order, without those that were deleted. */
  order: number[];
  /** The parts of the pictures that were added, and those that were replaced. */
  added: Map<string, string>;
  replaced: Map<string, Set<string>>;
  /** What showed the file's own picture, by part and shape. */
  originals: Map<string, string>;
}

/** Writes edits into the package of a presentation. Throws a `SlideRefusal` where one of them does not fit; nothing is written then. */
export function patchSlides(base: Buffer, edits: readonly SlideEdit[], pictures: Pictures = new Map()): Buffer {
  const pack = new OfficePackage(base);
  const { part, slides } = presentationOf(pack);
  const sections = sectionsOf(new XmlEdit(pack.text(part)));
  const work: Work = {
    pack,
    presentation: part,
    pictures,
    slides: new Map(
      slides.map(({ id, relation, part: own }) => [id, { part: own, relation, section: sections.get(id) ?? -1, changes: noChanges() }]),
    ),
    order: slides.map(({ id }) => id),
    added: new Map(),
    replaced: new Map(),
    originals: new Map(),
  };
  const before = work.order.join();
  for (const edit of edits) apply(work, edit);
  for (const slide of work.slides.values()) writeChanges(work, slide);
  if (before !== work.order.join() || work.slides.size > slides.length) writeOrder(work);
  for (const [own, relations] of work.replaced) if (pack.has(own)) dropPictures(pack, own, relations);
  return pack.write();
}

function apply(work: Work, edit: SlideEdit): void {
  const slide = work.slides.get(edit.slide);
  const place = work.order.indexOf(edit.slide);
  if (slide === undefined || (edit.kind === 'restore' ? place >= 0 : place < 0)) throw new SlideRefusal('no-slide');
  const { pack, order } = work;
  switch (edit.kind) {
    case 'text':
      return void slide.changes.texts.push(edit);
    case 'notes':
      slide.changes.notes = edit.text;
      return;
    case 'hide':
      slide.changes.hidden = edit.hidden;
      return;
    case 'picture':
      return void slide.changes.pictures.set(edit.shape, edit.picture);
    case 'delete':
      if (order.length === 1) throw new SlideRefusal('last-slide');
      order.splice(place, 1);
      return;
    case 'move':
      if (edit.before === edit.slide) throw new SlideRefusal('no-slide');
      order.splice(place, 1);
      return putBefore(work, edit);
    case 'restore':
      return putBefore(work, edit);
    case 'duplicate': {
      if (edit.id < slideIds.least || edit.id > slideIds.most || work.slides.has(edit.id)) throw new SlideRefusal('taken');
      writeChanges(work, slide);
      const part = copySlide(pack, slide.part);
      for (const [key, raw] of work.originals)
        if (key.startsWith(`${slide.part} `)) work.originals.set(part + key.slice(slide.part.length), raw);
      const replaced = work.replaced.get(slide.part);
      if (replaced !== undefined) work.replaced.set(part, new Set(replaced));
      const relation = pack.addRelation(work.presentation, 'slide', part);
      work.slides.set(edit.id, { part, relation, section: slide.section, changes: noChanges() });
      order.splice(place + 1, 0, edit.id);
    }
  }
}

/** Puts a slide before another, into that one's section. */
function putBefore({ order, slides }: Work, { slide, before }: { slide: number; before: number | null }): void {
  const at = before === null ? order.length : order.indexOf(before);
  if (at < 0) throw new SlideRefusal('no-slide');
  const [moved, beside] = [slides.get(slide), slides.get(before ?? order.at(-1) ?? slide)];
  if (moved !== undefined && beside !== undefined) moved.section = beside.section;
  order.splice(at, 0, slide);
}

/** Writes what was changed in a slide into its parts. */
function writeChanges(work: Work, slide: Slide): void {
  const { pack, presentation } = work;
  const { part, changes } = slide;
  const { texts, pictures, hidden, notes } = changes;
  slide.changes = noChanges();
  if (texts.length > 0 || pictures.size > 0 || hidden !== undefined)
    pack.edit(part, (xml) => {
      const shapes = new Map([...shapesOf(xml)].map(({ id, element }) => [id, element]));
      writeTexts(xml, shapes, texts);
      for (const [shape, picture] of pictures) replacePicture(work, part, { xml, id: shape, element: shapes.get(shape), picture });
      if (hidden !== undefined) xml.set(xml.root, 'show', hidden ? '0' : null);
    });
  if (notes !== undefined) writeNotes(pack, { part, presentation, text: notes });
}

function writeTexts(xml: XmlEdit, shapes: ReadonlyMap<number, XmlElement>, edits: readonly TextEdit[]): void {
  const counted = edits.some(({ texts }) => texts.length !== 1) ? countedShapes(xml) : new Set<number>();
  const edited = new Map<string, EditedParagraphs>();
  for (const { shape, cell, paragraph, texts } of edits) {
    const key = [shape, cell?.row, cell?.column].join();
    const element = shapes.get(shape);
    const body = element && textBodyOf(xml, element, cell);
    const paragraphs = edited.get(key) ?? new EditedParagraphs(xml, body === undefined ? [] : paragraphsOf(body));
    edited.set(key, paragraphs);
    if (texts.length !== 1 && counted.has(shape)) throw new SlideRefusal('counted');
    paragraphs.edit(paragraph, texts);
  }
  for (const paragraphs of edited.values()) paragraphs.write();
}

const pictureTypes = { png: ['image/png', 'png'], jpeg: ['image/jpeg', 'jpeg'], gif: ['image/gif', 'gif'] } as const;

function replacePicture(
  work: Work,
  part: string,
  { xml, id, element, picture }: { xml: XmlEdit; id: number; element: XmlElement | undefined; picture: string },
): void {
  const { pack, replaced, originals } = work;
  const key = `${part} ${id}`;
  const blip = element && pictureOf(xml, element);
  const embed = blip && relationAttribute(xml, blip, 'embed');
  const fill = blip?.parent;
  if (element === undefined || blip === undefined || embed === undefined || fill === undefined) throw new SlideRefusal('no-picture');
  const relations = replaced.get(part) ?? new Set<string>();
  replaced.set(part, relations.add(embed.id));
  const original = originals.get(key);
  if (picture === '') {
    if (original !== undefined) xml.replace(fill.start, fill.end, original);
    return;
  }
  const media = mediaOf(work, picture);
  const relation = pack.addRelation(part, 'image', media.part);
  relations.add(relation);
  if (original === undefined) originals.set(key, xml.raw(fill));
  xml.set(blip, embed.tag, relation);
  // the same picture in other forms, which programs would show instead
  for (const ext of childAt(xml, blip, 'extLst')?.children ?? [])
    if (ext.children.some(({ name }) => name === 'svgBlip' || name === 'imgProps')) xml.remove(ext);
  crop(xml, element, media.facts);
}

/** The part of an uploaded picture. */
function mediaOf({ pack, pictures, added }: Work, picture: string): { part: string; facts: PictureFacts } {
  const bytes = pictures.get(picture);
  const facts = bytes && pictureFacts(bytes);
  if (bytes === undefined || facts === undefined) throw new SlideRefusal('not-a-picture');
  const [type, ext] = pictureTypes[facts.type];
  const known = added.get(picture);
  if (known !== undefined) return { part: known, facts };
  const taken = new Set(pack.names.map((name) => name.toLowerCase().replace(/\.[^./]*$/, '')));
  let number = 1;
  while (taken.has(`ppt/media/image${number}`)) number++;
  const part = `ppt/media/image${number}.${ext}`;
  pack.add(part, type, bytes);
  added.set(picture, part);
  return { part, facts };
}

/** Fills the place of the picture: what is too wide or too high of it is cut off on both sides. */
function crop(xml: XmlEdit, shape: XmlElement, { width, height }: { width: number; height: number }): void {
  const fill = xml.child(shape, 'blipFill');
  const blip = childAt(xml, fill, 'blip');
  const size = childAt(xml, shape, 'spPr', 'xfrm', 'ext');
  const [cx, cy] = [numberAttribute(xml, size, 'cx') ?? 0, numberAttribute(xml, size, 'cy') ?? 0];
  const known = childAt(xml, fill, 'srcRect');
  if (known !== undefined) xml.remove(known);
  if (blip === undefined || cx <= 0 || cy <= 0) return;
  const ratio = width / height / (cx / cy);
  const cut = Math.round(50_000 * (1 - Math.min(ratio, 1 / ratio)));
  if (cut < 100) return;
  const prefix = blip.tag.slice(0, blip.tag.length - blip.name.length);
  xml.insertAfter(blip, `<${prefix}srcRect ${ratio > 1 ? `l="${cut}" r="${cut}"` : `t="${cut}" b="${cut}"`}/>`);
}

/** Removes relationships to pictures that nothing on a slide names any longer, and pictures that nothing shows. */
function dropPictures(pack: OfficePackage, part: string, relations: ReadonlySet<string>): void {
  const text = pack.text(part);
  const unused = pack.relations(part).filter(({ id }) => relations.has(id) && !text.includes(`"${id}"`) && !text.includes(`'${id}'`));
  for (const { id, target } of unused) {
    pack.removeRelation(part, id);
    if (pack.has(target) && !isReferred(pack, target)) pack.remove(target);
  }
}

const sectionsIn = (xml: XmlEdit): XmlElement[] =>
  xml.all('sectionLst').flatMap((list) => list.children.filter(({ name }) => name === 'section'));

/** The section of each slide, by its number. */
function sectionsOf(xml: XmlEdit): Map<number, number> {
  return new Map(
    sectionsIn(xml).flatMap((section, number) =>
      (xml.child(section, 'sldIdLst')?.children ?? []).map((one): [number, number] => [numberAttribute(xml, one, 'id') ?? 0, number]),
    ),
  );
}

/** Writes the list of the slides, and what else names them. */
function writeOrder({ pack, presentation, slides, order }: Work): void {
  const gone = [...slides].filter(([id]) => !order.includes(id));
  pack.edit(presentation, (xml) => {
    const list = xml.child(xml.root, 'sldIdLst');
    if (list === undefined) throw new SlideRefusal('no-slide');
    const lines = new Map(list.children.map((line) => [numberAttribute(xml, line, 'id') ?? 0, line]));
    const like = list.children.find(({ name }) => name === 'sldId');
    const tag = like && relationAttribute(xml, like)?.tag;
    if (like === undefined || tag === undefined) throw new SlideRefusal('no-slide');
    const raw = (id: number): string => {
      const line = lines.get(id);
      return line === undefined ? `<${like.tag} id="${id}" ${tag}="${slides.get(id)?.relation ?? ''}"/>` : xml.raw(line);
    };
    xml.setContent(list, order.map(raw).join(''));
    for (const [number, section] of sectionsIn(xml).entries())
      writeSection(
        xml,
        section,
        order.filter((id) => slides.get(id)?.section === number),
      );
    const relations = new Set(gone.map(([, { relation }]) => relation));
    for (const shows of xml.all('custShowLst'))
      for (const line of xml.all('sld', shows)) if (relations.has(relationAttribute(xml, line)?.id ?? '')) xml.remove(line);
  });
  for (const [, { part, relation }] of gone) {
    pack.removeRelation(presentation, relation);
    removeSlide(pack, part);
  }
  const properties = relatedPart(pack, presentation, 'presProps');
  if (gone.length > 0 && properties !== undefined) pack.edit(properties, (xml) => limitRanges(xml, order.length));
}

function writeSection(xml: XmlEdit, section: XmlElement, ids: number[]): void {
  const prefix = section.tag.slice(0, section.tag.length - section.name.length);
  const lines = ids.map((id) => `<${prefix}sldId id="${id}"/>`).join('');
  const list = xml.child(section, 'sldIdLst');
  const before = (list?.children ?? []).map((one) => numberAttribute(xml, one, 'id'));
  if (before.join() === ids.join()) return;
  if (list === undefined) xml.append(section, `<${prefix}sldIdLst>${lines}</${prefix}sldIdLst>`);
  else xml.setContent(list, lines);
}

/** Keeps ranges of slides that a show or an export names within the slides that there are. */
function limitRanges(xml: XmlEdit, count: number): void {
  for (const range of xml.all('sldRg')) {
    const [first, last] = [numberAttribute(xml, range, 'st') ?? 1, numberAttribute(xml, range, 'end') ?? count];
    if (exactAttribute(xml, range, 'st') !== undefined && first > count) xml.set(range, 'st', String(count));
    if (last > count) xml.set(range, 'end', String(count));
  }
}
