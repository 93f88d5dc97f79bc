import type { OfficePackage } from '../office/patch-package.ts';
import { TaskFailure } from '../task.ts';
import { XmlEdit, type XmlElement } from '../xml/xml-edit.ts';
import type { DeckSlide, SlideBox, SlideDeck, SlidePicture, SlideText } from './edits.ts';
import { notesBody } from './notes.ts';
import { paragraphText } from './paragraphs.ts';
import { placeholdersAbove, type ShapeOnSlide, type Sheets } from './placeholders.ts';
import {
  childAt,
  exactAttribute,
  numberAttribute,
  paragraphsOf,
  pictureOf,
  presentationOf,
  relatedPart,
  shapeProperties,
  shapesOf,
  textBodyOf,
} from './slide-parts.ts';

/** Texts and pictures that are offered on one slide, and characters of a whole presentation. */
const maxOnSlide = 2000;
const maxCharacters = 5_000_000;
const maxParagraphs = 2000;
const maxName = 200;

/** What can be edited in a presentation, with the places of its texts and pictures. */
export function readSlides(pack: OfficePackage): SlideDeck {
  const { width, height, slides } = presentationOf(pack);
  const sheets: Sheets = new Map();
  let left = maxCharacters;
  return {
    width,
    height,
    slides: slides.map(({ id, part }) => {
      const slide = readSlide(pack, { id, part }, sheets);
      left -= (slide.notes?.length ?? 0) + slide.texts.flatMap(({ paragraphs }) => paragraphs).reduce((sum, one) => sum + one.length, 0);
      if (left < 0) throw new TaskFailure('too-large');
      return slide;
    }),
  };
}

function readSlide(pack: OfficePackage, { id, part }: { id: number; part: string }, sheets: Sheets): DeckSlide {
  const xml = new XmlEdit(pack.text(part));
  if (xml.root.name !== 'sld') throw new TaskFailure('broken');
  const texts: SlideText[] = [];
  const pictures: SlidePicture[] = [];
  const counted = countedShapes(xml);
  for (const { id: shape, element, groups } of shapesOf(xml)) {
    if (texts.length + pictures.length >= maxOnSlide) break;
    const properties = shapeProperties(xml, element);
    const name = ((properties && exactAttribute(xml, properties, 'name')) ?? '').slice(0, maxName);
    const own = ownBox(xml, element) ?? inheritedBox(pack, part, { xml, element, sheets });
    const box = own && inGroups(xml, own, groups);
    if (element.name === 'graphicFrame') texts.push(...cellsOf(xml, element, { shape, name, box }));
    else if (pictureOf(xml, element) !== undefined) pictures.push({ shape, name, box, picture: '' });
    else {
      const paragraphs = wordsOf(xml, textBodyOf(xml, element, undefined));
      if (paragraphs !== undefined) texts.push({ shape, name, box, paragraphs, isCounted: counted.has(shape) });
    }
  }
  const isHidden = ['0', 'false'].includes(exactAttribute(xml, xml.root, 'show') ?? '');
  return { id, isHidden, notes: notesOf(pack, part), texts, pictures };
}

/** The paragraphs of a body; undefined where one of them holds more than words. */
function wordsOf(xml: XmlEdit, body: XmlElement | undefined): string[] | undefined {
  if (body === undefined || body.children.some(({ name }) => !['bodyPr', 'lstStyle', 'p'].includes(name))) return undefined;
  const found = paragraphsOf(body);
  if (found.length === 0 || found.length > maxParagraphs) return undefined;
  const texts = found.map((paragraph) => paragraphText(xml, paragraph));
  return texts.every((text) => text !== undefined) ? texts : undefined;
}

function notesOf(pack: OfficePackage, part: string): string | null {
  const notes = relatedPart(pack, part, 'notesSlide');
  if (notes === undefined) return '';
  const xml = new XmlEdit(pack.text(notes));
  const body = notesBody(xml);
  return body === undefined ? '' : (wordsOf(xml, body)?.join('\n') ?? null);
}

/** Shapes of whose paragraphs an animation names some by their number. */
export function countedShapes(xml: XmlEdit): Set<number> {
  const timing = xml.child(xml.root, 'timing');
  const targets = timing === undefined ? [] : xml.all('spTgt', timing);
  return new Set(targets.filter((one) => xml.child(one, 'txEl') !== undefined).map((one) => Number(exactAttribute(xml, one, 'spid'))));
}

const degrees = (turn: number | undefined): number => (turn ?? 0) / 60_000;

function boxOf(xml: XmlEdit, transform: XmlElement | undefined): SlideBox | undefined {
  const [offset, extent] = [childAt(xml, transform, 'off'), childAt(xml, transform, 'ext')];
  const [x, y] = [numberAttribute(xml, offset, 'x'), numberAttribute(xml, offset, 'y')];
  const [width, height] = [numberAttribute(xml, extent, 'cx'), numberAttribute(xml, extent, 'cy')];
  if (x === undefined || y === undefined || width === undefined || height === undefined) return undefined;
  return { x, y, width, height, turned: degrees(numberAttribute(xml, transform, 'rot')) };
}

const ownBox = (xml: XmlEdit, shape: XmlElement): SlideBox | undefined =>
  boxOf(xml, shape.name === 'graphicFrame' ? xml.child(shape, 'xfrm') : childAt(xml, shape, 'spPr', 'xfrm'));

/** The box of a placeholder without one of its own: that of its layout, or of the layout's master. */
function inheritedBox(pack: OfficePackage, part: string, shape: ShapeOnSlide): SlideBox | undefined {
  for (const { xml, element } of placeholdersAbove(pack, part, shape)) {
    const box = ownBox(xml, element);
    if (box !== undefined) return box;
  }
  return undefined;
}

/** A box in the coordinates of its group, in those of the slide. */
function inGroups(xml: XmlEdit, own: SlideBox, groups: XmlElement[]): SlideBox {
  let box = own;
  for (const group of groups.toReversed()) {
    const transform = childAt(xml, group, 'grpSpPr', 'xfrm');
    const around = boxOf(xml, transform);
    const [offset, extent] = [childAt(xml, transform, 'chOff'), childAt(xml, transform, 'chExt')];
    const [left, top] = [numberAttribute(xml, offset, 'x'), numberAttribute(xml, offset, 'y')];
    const [inner, tall] = [numberAttribute(xml, extent, 'cx'), numberAttribute(xml, extent, 'cy')];
    if (around === undefined || left === undefined || top === undefined) continue;
    const [wide, high] = [inner ? around.width / inner : 1, tall ? around.height / tall : 1];
    const isFlipped = (name: string): boolean =>
      transform !== undefined && ['1', 'true'].includes(exactAttribute(xml, transform, name) ?? '');
    const scaled = { ...box, x: around.x + (box.x - left) * wide, y: around.y + (box.y - top) * high };
    scaled.width = box.width * wide;
    scaled.height = box.height * high;
    if (isFlipped('flipH')) scaled.x = 2 * around.x + around.width - scaled.x - scaled.width;
    if (isFlipped('flipV')) scaled.y = 2 * around.y + around.height - scaled.y - scaled.height;
    box = turnedAround(scaled, around);
  }
  const [x, y, width, height] = [box.x, box.y, box.width, box.height].map(Math.round) as [number, number, number, number];
  return { x, y, width, height, turned: box.turned };
}

/** A box after its group was turned. */
function turnedAround(box: SlideBox, around: SlideBox): SlideBox {
  if (around.turned === 0) return box;
  const angle = (around.turned * Math.PI) / 180;
  const [middleX, middleY] = [around.x + around.width / 2, around.y + around.height / 2];
  const [x, y] = [box.x + box.width / 2 - middleX, box.y + box.height / 2 - middleY];
  return {
    ...box,
    x: middleX + x * Math.cos(angle) - y * Math.sin(angle) - box.width / 2,
    y: middleY + x * Math.sin(angle) + y * Math.cos(angle) - box.height / 2,
    turned: (box.turned + around.turned) % 360,
  };
}

/** The cells of a table with words; those that others cover are left out. */
function cellsOf(xml: XmlEdit, frame: XmlElement, { shape, name, box }: Pick<SlideText, 'shape' | 'name' | 'box'>): SlideText[] {
  const table = childAt(xml, frame, 'graphic', 'graphicData', 'tbl');
  if (table === undefined) return [];
  const widths = (xml.child(table, 'tblGrid')?.children ?? [])
    .filter((one) => one.name === 'gridCol')
    .map((one) => numberAttribute(xml, one, 'w') ?? 0);
  const rows = table.children.filter((one) => one.name === 'tr');
  const heights = rows.map((one) => numberAttribute(xml, one, 'h') ?? 0);
  const sum = (sizes: number[], from: number, to: number): number => sizes.slice(from, to).reduce((all, one) => all + one, 0);
  const isSet = (cell: XmlElement, attribute: string): boolean => ['1', 'true'].includes(exactAttribute(xml, cell, attribute) ?? '');
  return rows.flatMap((tr, row) =>
    tr.children
      .filter((one) => one.name === 'tc')
      .flatMap((cell, column): SlideText[] => {
        const paragraphs = wordsOf(xml, xml.child(cell, 'txBody'));
        if (paragraphs === undefined || isSet(cell, 'hMerge') || isSet(cell, 'vMerge')) return [];
        const [across, down] = [numberAttribute(xml, cell, 'gridSpan') ?? 1, numberAttribute(xml, cell, 'rowSpan') ?? 1];
        const place = box && {
          x: box.x + sum(widths, 0, column),
          y: box.y + sum(heights, 0, row),
          width: sum(widths, column, column + across),
          height: sum(heights, row, row + down),
          turned: 0,
        };
        return [{ shape, cell: { row, column }, name, box: place, paragraphs, isCounted: false }];
      }),
  );
}
