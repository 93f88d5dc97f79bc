import { TaskFailure } from '../task.ts';
import type { ZipParts } from '../zip/zip-parts.ts';
import { boxOf, type OfdBudget, type OfdObject, objectsOfAppearance, objectsOfContent } from './ofd-objects.ts';
import { folderOf, locate, type OfdNode, xmlOfPart } from './ofd-package.ts';
import { addResources, noResources, type OfdResources } from './ofd-resources.ts';
import { type OfdSeal, readSeals } from './ofd-seals.ts';

/** A page, in millimetres. */
export interface OfdPage {
  width: number;
  height: number;
  objects: OfdObject[];
  resources: OfdResources;
  /** Electronic seals, which lie over all else. */
  seals: readonly OfdSeal[];
}

const mostPages = 3000;
const [a4Width, a4Height] = [210, 297];
/** A page of PDF is at most 200 inches wide. */
const longestSide = 5080;

interface OpenDocument {
  zip: ZipParts;
  folder: string;
  resources: OfdResources;
  budget: OfdBudget;
  area: OfdNode | undefined;
  templates: Map<string, { part: string; isOver: boolean }>;
  annotations: Map<string, string>;
  seals: Map<string, OfdSeal[]>;
}

interface ReadTerms {
  /** What has been read of other documents that count with this one. */
  budget?: OfdBudget;
  /** Whether it is the picture of a seal: it has no seals itself. */
  isSeal?: boolean;
}

/**
 * The pages of an OFD (GB/T 33190-2016), one after the other, with the seals of its signatures, which are not verified. Fails on what is no OFD.
 */
export async function* readOfd(
  zip: ZipParts,
  { budget = { objects: 0, letters: 0 }, isSeal = false }: ReadTerms = {},
): AsyncGenerator<OfdPage> {
  const root = await xmlOfPart(zip, 'OFD.xml');
  if (root?.name !== 'OFD') throw new TaskFailure('broken');
  let pages = 0;
  for (const body of root.all('DocBody')) {
    const part = locate('', body.child('DocRoot')?.text ?? '');
    const document = await xmlOfPart(zip, part);
    if (document === undefined) continue;
    const seals = await readSeals(zip, isSeal ? undefined : body.child('Signatures')?.text, budget);
    const open = await openDocument(zip, { part, document, budget, seals });
    for (const page of document.child('Pages')?.all('Page') ?? []) {
      if (++pages > mostPages) throw new TaskFailure('too-large');
      const read = await readPage(open, page);
      if (read !== undefined) yield read;
    }
  }
  if (pages === 0) throw new TaskFailure('broken');
}

async function openDocument(
  zip: ZipParts,
  { part, document, budget, seals }: { part: string; document: OfdNode; budget: OfdBudget; seals: Map<string, OfdSeal[]> },
): Promise<OpenDocument> {
  const folder = folderOf(part);
  const common = document.child('CommonData');
  const resources = noResources();
  for (const name of ['PublicRes', 'DocumentRes'])
    for (const { text } of common?.all(name) ?? []) await addResources(zip, locate(folder, text), resources);
  const templates = new Map(
    (common?.all('TemplatePage') ?? []).map((one) => [
      one.attribute('ID') ?? '',
      { part: locate(folder, one.attribute('BaseLoc') ?? ''), isOver: one.attribute('ZOrder') === 'Foreground' },
    ]),
  );
  const annotations = await annotationParts(zip, folder, document.child('Annotations')?.text);
  return { zip, folder, resources, budget, area: common?.child('PageArea'), templates, annotations, seals };
}

/** The parts with annotations, by the ids of their pages. */
async function annotationParts(zip: ZipParts, folder: string, location: string | undefined): Promise<Map<string, string>> {
  if (location === undefined) return new Map();
  const part = locate(folder, location);
  const list = await xmlOfPart(zip, part);
  return new Map(
    (list?.all('Page') ?? []).map((one) => [one.attribute('PageID') ?? '', locate(folderOf(part), one.child('FileLoc')?.text ?? '')]),
  );
}

async function readPage(open: OpenDocument, page: OfdNode): Promise<OfdPage | undefined> {
  const { zip, folder, budget } = open;
  const part = locate(folder, page.attribute('BaseLoc') ?? '');
  const content = await xmlOfPart(zip, part);
  if (content === undefined) return undefined;
  const resources = await withOwnResources(zip, { part, content, above: open.resources });
  const given = { resources, budget };
  const [under, over]: [OfdObject[], OfdObject[]] = [[], []];
  for (const use of content.all('Template')) {
    const template = open.templates.get(use.attribute('TemplateID') ?? '');
    const drawn = template && (await xmlOfPart(zip, template.part));
    if (template === undefined || drawn === undefined) continue;
    const own = await withOwnResources(zip, { part: template.part, content: drawn, above: resources });
    const objects = objectsOfContent(drawn.child('Content'), { resources: own, budget });
    const order = use.attribute('ZOrder');
    (order === 'Foreground' || (order === undefined && template.isOver) ? over : under).push(...objects);
  }
  const notes = await annotationsOf(open, page, given);
  return {
    ...sizeOf(content.child('Area') ?? open.area, open.area),
    objects: [...under, ...objectsOfContent(content.child('Content'), given), ...over, ...notes],
    resources,
    seals: open.seals.get(page.attribute('ID') ?? '') ?? [],
  };
}

async function withOwnResources(
  zip: ZipParts,
  { part, content, above }: { part: string; content: OfdNode; above: OfdResources },
): Promise<OfdResources> {
  const own = content.all('PageRes');
  if (own.length === 0) return above;
  const { fonts, images, pens, units } = above;
  const resources = { fonts: new Map(fonts), images: new Map(images), pens: new Map(pens), units: new Map(units) };
  for (const { text } of own) await addResources(zip, locate(folderOf(part), text), resources);
  return resources;
}

async function annotationsOf(
  { zip, annotations }: OpenDocument,
  page: OfdNode,
  given: { resources: OfdResources; budget: OfdBudget },
): Promise<OfdObject[]> {
  const part = annotations.get(page.attribute('ID') ?? '');
  const list = part === undefined ? undefined : await xmlOfPart(zip, part);
  return (list?.all('Annot') ?? [])
    .filter((one) => one.attribute('Visible') !== 'false')
    .flatMap((one) => one.all('Appearance'))
    .flatMap((appearance) => objectsOfAppearance(appearance, given));
}

function sizeOf(area: OfdNode | undefined, otherwise: OfdNode | undefined): { width: number; height: number } {
  for (const one of [area, otherwise]) {
    const [, , width, height] = boxOf(one?.child('PhysicalBox')?.text);
    if (width > 0 && height > 0) return { width: Math.min(width, longestSide), height: Math.min(height, longestSide) };
  }
  return { width: a4Width, height: a4Height };
}
