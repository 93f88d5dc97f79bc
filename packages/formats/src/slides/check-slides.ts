import { isDeepStrictEqual } from 'node:util';
import { OfficePackage } from '../office/patch-package.ts';
import { XmlEdit } from '../xml/xml-edit.ts';
import type { SlideDeck, SlideEdit } from './edits.ts';
import type { Pictures } from './patch-slides.ts';
import { readSlides } from './read-slides.ts';
import { paragraphsOf, pictureOf, presentationOf, relatedPart, relationAttribute, shapesOf, textBodyOf } from './slide-parts.ts';

interface Check {
  base: Buffer;
  patched: Buffer;
  edits: readonly SlideEdit[];
  /** What the presentation should hold after the edits. */
  expected: SlideDeck;
  pictures?: Pictures;
}

/** What differs between a patched presentation and what it should be; empty where nothing does. Shares no code that writes. */
export function checkSlides({ base, patched, edits: all, expected, pictures = new Map() }: Check): string[] {
  const [before, after] = [new OfficePackage(base), new OfficePackage(patched)];
  const edits = touchedBy(all);
  const found = [...strayParts(before, after, edits), ...brokenLinks(before, after)];
  const written = readSlides(after);
  if (!isDeepStrictEqual(plain(written), plain(withoutPictures(expected)))) found.push('deck');
  found.push(...wrongPictures(after, expected, pictures), ...strayXml(before, after, edits));
  return found;
}

/** The edits without those that touch what another does: of a paragraph, all of its text may differ. */
function touchedBy(edits: readonly SlideEdit[]): SlideEdit[] {
  const keyOf = (edit: SlideEdit): string =>
    [edit.kind, edit.slide, 'shape' in edit ? edit.shape : '', 'cell' in edit ? [edit.cell?.row, edit.cell?.column] : ''].join();
  return [...new Map(edits.map((edit) => [keyOf(edit), edit])).values()];
}

/** As JSON has it: without what is undefined. */
const plain = (deck: SlideDeck): unknown => JSON.parse(JSON.stringify(deck));

const withoutPictures = (deck: SlideDeck): SlideDeck => ({
  ...deck,
  slides: deck.slides.map((slide) => ({ ...slide, pictures: slide.pictures.map((picture) => ({ ...picture, picture: '' })) })),
});

const relationsOf = (part: string): string => part.replace(/[^/]*$/, (name) => `_rels/${name}.rels`).toLowerCase();

/** Parts that differ although no edit may touch them. */
function strayParts(before: OfficePackage, after: OfficePackage, edits: readonly SlideEdit[]): string[] {
  const { part: presentation, slides } = presentationOf(before);
  const parts = new Map(slides.map(({ id, part }) => [id, part]));
  const has = (...kinds: SlideEdit['kind'][]): boolean => edits.some(({ kind }) => kinds.includes(kind));
  const may = new Set<string>();
  const allow = (name: string | undefined): void => void (name !== undefined && may.add(name.toLowerCase()));
  if (has('move', 'duplicate', 'delete', 'restore', 'notes')) allow(presentation);
  if (has('duplicate', 'delete', 'notes')) allow(relationsOf(presentation));
  if (has('duplicate', 'delete', 'notes', 'picture')) allow('[Content_Types].xml');
  if (has('delete')) allow(relatedPart(before, presentation, 'presProps'));
  const deleted = new Set(edits.filter(({ kind }) => kind === 'delete').flatMap(({ slide }) => parts.get(slide)?.toLowerCase() ?? []));
  for (const name of before.names) {
    const owner = /^(.*?)_rels\/([^/]*)\.rels$/i.exec(name);
    const part = owner === null ? '' : `${owner[1] ?? ''}${owner[2] ?? ''}`;
    if (deleted.size > 0 && part !== '' && before.relations(part).some(({ target }) => deleted.has(target.toLowerCase()))) {
      allow(name);
      allow(part);
    }
  }
  for (const { kind, slide } of edits) {
    const part = parts.get(slide);
    if (part === undefined) continue;
    if (kind === 'text' || kind === 'picture' || kind === 'hide') allow(part);
    const notes = relatedPart(before, part, 'notesSlide');
    if (kind === 'notes') allow(notes);
    if (kind === 'picture' || (kind === 'notes' && notes === undefined)) allow(relationsOf(part));
  }
  const isAddable = (name: string): boolean =>
    has('duplicate') ||
    (has('picture') && /^ppt\/media\/image\d+\.\w+$/.test(name)) ||
    (has('notes') && /^ppt\/(?:notesSlides|notesMasters|theme)\//.test(name));
  const added = after.names.filter((name) => !before.has(name) && !isAddable(name));
  const changed = before.names.filter((name) => {
    if (after.has(name)) return !may.has(name.toLowerCase()) && !before.bytes(name).equals(after.bytes(name));
    return !has('delete') && !(has('picture') && name.startsWith('ppt/media/'));
  });
  return [...added, ...changed].map((name) => `part ${name}`);
}

/** Relationships that lead nowhere and did not before, and parts without a content type. */
function brokenLinks(before: OfficePackage, after: OfficePackage): string[] {
  return after.names.flatMap((name) => {
    if (name.endsWith('/') || name.toLowerCase() === '[content_types].xml') return [];
    const untyped = !before.has(name) && after.contentType(name) === undefined ? [`type ${name}`] : [];
    const missing = new Set(
      (before.has(name) ? before.relations(name) : []).filter(({ target }) => !before.has(target)).map(({ target }) => target),
    );
    const lost = after
      .relations(name)
      .filter(({ outside, target }) => !outside && target !== 'NULL' && !after.has(target) && !missing.has(target));
    return [...untyped, ...lost.map(({ target }) => `link ${name} ${target}`)];
  });
}

function wrongPictures(after: OfficePackage, expected: SlideDeck, pictures: Pictures): string[] {
  const parts = new Map(presentationOf(after).slides.map(({ id, part }) => [id, part]));
  return expected.slides.flatMap(({ id, pictures: shown }) => {
    const replaced = shown.filter(({ picture }) => picture !== '');
    const part = parts.get(id);
    if (replaced.length === 0 || part === undefined) return [];
    const xml = new XmlEdit(after.text(part));
    const targets = new Map(after.relations(part).map((one) => [one.id, one.target]));
    const shapes = new Map([...shapesOf(xml)].map((one) => [one.id, one.element]));
    return replaced.flatMap(({ shape, picture }) => {
      const element = shapes.get(shape);
      const blip = element && pictureOf(xml, element);
      const target = targets.get((blip && relationAttribute(xml, blip, 'embed')?.id) ?? '');
      const isThere = target !== undefined && after.has(target) && pictures.get(picture)?.equals(after.bytes(target)) === true;
      return isThere ? [] : [`picture ${part} ${shape}`];
    });
  });
}

/** Slides of which more differs than the words and pictures that edits name. */
function strayXml(before: OfficePackage, after: OfficePackage, edits: readonly SlideEdit[]): string[] {
  const slides = new Map(presentationOf(before).slides.map(({ id, part }) => [id, part]));
  const linked = new Set(edits.filter(({ kind }) => kind === 'delete').flatMap(({ slide }) => slides.get(slide)?.toLowerCase() ?? []));
  const bySlide = Map.groupBy(edits, ({ slide }) => slide);
  return [...slides].flatMap(([id, part]) => {
    const own = bySlide.get(id) ?? [];
    // links to a deleted slide are taken out of it
    if (own.length === 0 || !after.has(part) || before.relations(part).some(({ target }) => linked.has(target.toLowerCase()))) return [];
    return rest(before.text(part), own) === rest(after.text(part), own) ? [] : [`slide ${part}`];
  });
}

/** The XML of a slide without what edits name. */
function rest(text: string, edits: readonly SlideEdit[]): string {
  const xml = new XmlEdit(text);
  const shapes = new Map([...shapesOf(xml)].map((one) => [one.id, one.element]));
  const removed = new Set<unknown>();
  for (const edit of edits) {
    if (edit.kind === 'hide') xml.set(xml.root, 'show', null);
    if (edit.kind !== 'text' && edit.kind !== 'picture') continue;
    const shape = shapes.get(edit.shape);
    const body = shape && edit.kind === 'text' ? textBodyOf(xml, shape, edit.cell) : undefined;
    const fill = shape && edit.kind === 'picture' ? xml.child(shape, 'blipFill') : undefined;
    for (const element of [...(body === undefined ? [] : paragraphsOf(body)), ...(fill === undefined ? [] : [fill])]) {
      if (!removed.has(element)) xml.remove(element);
      removed.add(element);
    }
  }
  return xml.result().replace(/(\s)\s+|\s+(?=\/?>)/g, '$1');
}
