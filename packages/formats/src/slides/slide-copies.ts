import { posix } from 'node:path';
import type { OfficePackage, PartRelation } from '../office/patch-package.ts';
import { TaskFailure } from '../task.ts';
import { SlideRefusal } from './edits.ts';
import { relationAttribute } from './slide-parts.ts';
import type { XmlEdit, XmlElement } from '../xml/xml-edit.ts';

/** Relationships whose parts several slides may share; what belongs to one slide, such as a chart with its workbook, is copied. */
const shared = new Set([
  'slideLayout',
  'slideMaster',
  'notesMaster',
  'image',
  'hdphoto',
  'media',
  'video',
  'audio',
  'hyperlink',
  'slide',
  'font',
  'customXml',
  'customXmlProps',
]);
/** Comments name the slide that they were written on: a copy has none. */
const left = new Set(['comments']);

/** The next free name like that of a part. */
function nextName(pack: OfficePackage, part: string): string {
  const ext = posix.extname(part);
  const stem = part.slice(0, part.length - ext.length).replace(/\d+$/, '');
  let number = 1;
  while (pack.has(`${stem}${number}${ext}`)) number++;
  return `${stem}${number}${ext}`;
}

/** Copies a slide with its notes and all that belongs to it alone; returns the part of the copy. */
export function copySlide(pack: OfficePackage, slide: string): string {
  const copies = new Map<string, string>();
  copyPart(pack, slide, copies);
  const copy = copies.get(slide) ?? slide;
  const comments = new Set(pack.relations(slide).flatMap(({ id, kind }) => (left.has(kind) ? [id] : [])));
  if (comments.size > 0)
    pack.edit(copy, (xml) => {
      for (const element of xml.all('commentRel'))
        if (comments.has(relationAttribute(xml, element)?.id ?? '')) xml.remove(element.parent?.name === 'ext' ? element.parent : element);
    });
  return copy;
}

function copyPart(pack: OfficePackage, part: string, copies: Map<string, string>): void {
  const type = pack.contentType(part);
  if (type === undefined) throw new TaskFailure('broken');
  const copy = nextName(pack, part);
  copies.set(part, copy);
  pack.add(copy, type, pack.bytes(part));
  const targets = new Map<string, string | null>();
  for (const { id, kind, target, outside } of pack.relations(part)) {
    if (left.has(kind)) targets.set(id, null);
    if (outside || left.has(kind) || !pack.has(target)) continue;
    if (!copies.has(target) && !shared.has(kind)) copyPart(pack, target, copies);
    const own = copies.get(target);
    if (own !== undefined) targets.set(id, own);
  }
  pack.copyRelations(part, copy, targets);
}

/** What may name a slide by a relationship and can be taken out: links to it, and its lines in lists. */
const references = new Set(['hlinkClick', 'hlinkHover', 'hlinkMouseOver', 'sld', 'sldId']);

/** All parts with their relationships to one. */
function referringTo(pack: OfficePackage, part: string): { from: string; relation: PartRelation }[] {
  return pack.names.flatMap((name) => {
    const found = /^(.*?)_rels\/([^/]*)\.rels$/i.exec(name);
    const from = found === null ? undefined : `${found[1] ?? ''}${found[2] ?? ''}`;
    if (from === undefined || from === '') return [];
    return pack
      .relations(from)
      .flatMap((relation) => (!relation.outside && relation.target.toLowerCase() === part.toLowerCase() ? [{ from, relation }] : []));
  });
}

export const isReferred = (pack: OfficePackage, part: string): boolean => referringTo(pack, part).length > 0;

/** Removes a slide with its notes and all that belongs to it alone, and what leads to it. */
export function removeSlide(pack: OfficePackage, slide: string): void {
  const own = new Set(pack.relations(slide).flatMap(({ kind, target }) => (kind === 'notesSlide' ? [target.toLowerCase()] : [])));
  for (const { from, relation } of referringTo(pack, slide)) {
    if (own.has(from.toLowerCase()) || from.toLowerCase() === slide.toLowerCase()) continue;
    pack.edit(from, (xml) => {
      for (const element of elementsWith(xml, relation.id)) {
        if (!references.has(element.name)) throw new SlideRefusal('linked');
        xml.remove(element);
      }
    });
    pack.removeRelation(from, relation.id);
  }
  pack.removeWithOwned(slide);
}

/** The elements that name a relationship. */
function elementsWith(xml: XmlEdit, id: string): XmlElement[] {
  const found: XmlElement[] = [];
  const pattern = new RegExp(`\\s[\\w.-]+:\\w+\\s*=\\s*["']${RegExp.escape(id)}["']`);
  const walk = (element: XmlElement): void => {
    if (pattern.test(xml.text.slice(element.start, element.openEnd))) found.push(element);
    else for (const child of element.children) walk(child);
  };
  walk(xml.root);
  return found;
}
