import type { OfficePackage } from '../office/patch-package.ts';
import { TaskFailure } from '../task.ts';
import { XmlEdit, type XmlElement, escapeText } from '../xml/xml-edit.ts';
import { SlideRefusal } from './edits.ts';
import { paragraphText, rewrittenParagraphs } from './paragraphs.ts';
import { childAt, exactAttribute, numberAttribute, paragraphsOf, relatedPart } from './slide-parts.ts';

const spaces = {
  transitional: {
    a: 'http://schemas.openxmlformats.org/drawingml/2006/main',
    p: 'http://schemas.openxmlformats.org/presentationml/2006/main',
    r: 'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
  },
  strict: {
    a: 'http://purl.oclc.org/ooxml/drawingml/main',
    p: 'http://purl.oclc.org/ooxml/presentationml/main',
    r: 'http://purl.oclc.org/ooxml/officeDocument/relationships',
  },
};
const contentType = (name: string): string => `application/vnd.openxmlformats-officedocument.presentationml.${name}+xml`;
const themeType = 'application/vnd.openxmlformats-officedocument.theme+xml';
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const groupProperties =
  '<p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/><a:chOff x="0" y="0"/><a:chExt cx="0" cy="0"/></a:xfrm></p:grpSpPr>';

const notesTree = (xml: XmlEdit): XmlElement | undefined => childAt(xml, xml.root, 'cSld', 'spTree');

/**
 * The body with the notes of a page of notes: that of its placeholder, or of its only text box, as LibreOffice writes notes that have lost their
 * placeholder. Others, such as the number of the page, are no notes.
 */
export function notesBody(xml: XmlEdit): XmlElement | undefined {
  const shapes = notesTree(xml)?.children.filter(({ name }) => name === 'sp') ?? [];
  const placeholderIn = (shape: XmlElement): XmlElement | undefined => childAt(xml, shape, 'nvSpPr', 'nvPr', 'ph');
  const ofNotes = shapes.find((one) => {
    const ph = placeholderIn(one);
    return ph !== undefined && exactAttribute(xml, ph, 'type') === 'body';
  });
  const boxes = shapes.filter((one) => placeholderIn(one) === undefined && xml.child(one, 'txBody') !== undefined);
  const shape = ofNotes ?? (boxes.length === 1 ? boxes[0] : undefined);
  return shape && xml.child(shape, 'txBody');
}

/** Writes the notes of a slide, with a page for them where there is none. */
export function writeNotes(pack: OfficePackage, { part, presentation, text }: { part: string; presentation: string; text: string }): void {
  const notes = relatedPart(pack, part, 'notesSlide');
  const lines = text.split('\n');
  if (notes === undefined) {
    if (text !== '') addNotes(pack, { part, presentation, lines });
    return;
  }
  pack.edit(notes, (xml) => {
    const body = notesBody(xml);
    if (body !== undefined) rewriteBody(xml, body, lines);
    else if (text !== '') addBody(xml, lines);
  });
}

/** Gives a body these paragraphs; those that stay keep their bytes. */
function rewriteBody(xml: XmlEdit, body: XmlElement, lines: string[]): void {
  const before = paragraphsOf(body);
  const texts = before.map((one) => paragraphText(xml, one));
  const last = before.at(-1);
  if (last === undefined || texts.includes(undefined)) throw new SlideRefusal('no-text');
  let start = 0;
  while (start < before.length && start < lines.length && texts[start] === lines[start]) start++;
  let [end, to] = [before.length, lines.length];
  while (end > start && to > start && texts[end - 1] === lines[to - 1]) [end, to] = [end - 1, to - 1];
  const changed = lines.slice(start, to);
  const there = before.slice(start, end);
  for (const [place, element] of there.entries()) {
    const isLast = place === there.length - 1;
    const own = isLast ? changed.slice(place) : changed.slice(place, place + 1);
    xml.replace(element.start, element.end, rewrittenParagraphs(xml, element, own));
  }
  if (there.length > 0 || changed.length === 0) return;
  const like = before[start - 1] ?? last;
  const added = rewrittenParagraphs(xml, like, changed);
  if (start === 0) xml.insertBefore(like, added);
  else xml.insertAfter(like, added);
}

const freeName = (pack: OfficePackage, before: string, after = '.xml'): string => {
  let number = 1;
  while (pack.has(`${before}${number}${after}`)) number++;
  return `${before}${number}${after}`;
};

const placeholder = ([id, name]: [id: number, name: string], ph: string, rest: string): string =>
  `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="${name}"/><p:cNvSpPr><a:spLocks noGrp="1"${ph.includes('sldImg') ? ' noRot="1" noChangeAspect="1"' : ''}/></p:cNvSpPr><p:nvPr>${ph}</p:nvPr></p:nvSpPr>${rest}</p:sp>`;

/** The placeholder of the notes, with their lines. */
const bodyOf = (id: number, lines: string[]): string => {
  const words = lines.map((line) => (line === '' ? '<a:p/>' : `<a:p><a:r><a:rPr/><a:t>${escapeText(line)}</a:t></a:r></a:p>`)).join('');
  return placeholder(
    [id, 'Notes Placeholder 2'],
    '<p:ph type="body" idx="1"/>',
    `<p:spPr/><p:txBody><a:bodyPr/><a:lstStyle/>${words}</p:txBody>`,
  );
};

const declarations = (text: string): string =>
  Object.entries(text.includes(spaces.strict.p) ? spaces.strict : spaces.transitional)
    .map(([prefix, space]) => ` xmlns:${prefix}="${space}"`)
    .join('');

/** Gives a page without notes a body of them, after its other shapes. */
function addBody(xml: XmlEdit, lines: string[]): void {
  const tree = notesTree(xml);
  if (tree === undefined) throw new TaskFailure('broken');
  const ids = xml.all('cNvPr', tree).map((one) => numberAttribute(xml, one, 'id') ?? 0);
  const shape = bodyOf(Math.max(1, ...ids) + 1, lines).replace('<p:sp>', `<p:sp${declarations(xml.text)}>`);
  const last = xml.child(tree, 'extLst');
  if (last === undefined) xml.append(tree, shape);
  else xml.insertBefore(last, shape);
}

function addNotes(pack: OfficePackage, { part, presentation, lines }: { part: string; presentation: string; lines: string[] }): void {
  const declared = declarations(pack.text(presentation));
  const master = relatedPart(pack, presentation, 'notesMaster') ?? addNotesMaster(pack, { presentation, declared });
  const notes = freeName(pack, 'ppt/notesSlides/notesSlide');
  const picture = placeholder([2, 'Slide Image Placeholder 1'], '<p:ph type="sldImg"/>', '<p:spPr/>');
  const body = bodyOf(3, lines);
  const xml = `${head}<p:notes${declared}><p:cSld><p:spTree>${groupProperties}${picture}${body}</p:spTree></p:cSld><p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:notes>`;
  pack.add(notes, contentType('notesSlide'), xml);
  pack.addRelation(notes, 'notesMaster', master);
  pack.addRelation(notes, 'slide', part);
  pack.addRelation(part, 'notesSlide', notes);
}

/** The order of the first children of a presentation (CT_Presentation). */
const presentationOrder = ['sldMasterIdLst', 'notesMasterIdLst', 'handoutMasterIdLst', 'sldIdLst', 'sldSz', 'notesSz'] as const;

function addNotesMaster(pack: OfficePackage, { presentation, declared }: { presentation: string; declared: string }): string {
  const slideMaster = relatedPart(pack, presentation, 'slideMaster');
  const theme = slideMaster && relatedPart(pack, slideMaster, 'theme');
  if (theme === undefined) throw new TaskFailure('unsupported');
  const own = freeName(pack, 'ppt/theme/theme');
  pack.add(own, themeType, pack.bytes(theme));
  pack.copyRelations(theme, own);
  const master = freeName(pack, 'ppt/notesMasters/notesMaster');
  const at = (x: number, y: number, cx: number, cy: number): string =>
    `<p:spPr><a:xfrm><a:off x="${x}" y="${y}"/><a:ext cx="${cx}" cy="${cy}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr>`;
  const picture = placeholder(
    [2, 'Slide Image Placeholder 1'],
    '<p:ph type="sldImg" idx="2"/>',
    at(685_800, 1_143_000, 5_486_400, 3_086_100),
  );
  const body = placeholder(
    [3, 'Notes Placeholder 2'],
    '<p:ph type="body" sz="quarter" idx="3"/>',
    `${at(685_800, 4_400_550, 5_486_400, 3_600_450)}<p:txBody><a:bodyPr/><a:lstStyle/><a:p><a:endParaRPr/></a:p></p:txBody>`,
  );
  const map =
    '<p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/>';
  const ground = '<p:bg><p:bgRef idx="1001"><a:schemeClr val="bg1"/></p:bgRef></p:bg>';
  const style =
    '<p:notesStyle><a:lvl1pPr><a:defRPr sz="1200"><a:latin typeface="+mn-lt"/><a:ea typeface="+mn-ea"/><a:cs typeface="+mn-cs"/></a:defRPr></a:lvl1pPr></p:notesStyle>';
  const xml = `${head}<p:notesMaster${declared}><p:cSld>${ground}<p:spTree>${groupProperties}${picture}${body}</p:spTree></p:cSld>${map}${style}</p:notesMaster>`;
  pack.add(master, contentType('notesMaster'), xml);
  pack.addRelation(master, 'theme', own);
  const relation = pack.addRelation(presentation, 'notesMaster', master);
  pack.edit(presentation, (edit) => {
    const space = /\sxmlns:r\s*=/.test(edit.text.slice(edit.root.start, edit.root.openEnd)) ? '' : ` xmlns:r="${spaces.transitional.r}"`;
    const { prefix } = edit;
    const list = `<${prefix}notesMasterIdLst><${prefix}notesMasterId${space} r:id="${relation}"/></${prefix}notesMasterIdLst>`;
    edit.insertInOrder(edit.root, list, { name: 'notesMasterIdLst', names: presentationOrder });
  });
  return master;
}
