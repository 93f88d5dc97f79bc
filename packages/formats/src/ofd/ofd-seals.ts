import { type BaseBlock, Constructed, fromBER, IA5String, Integer, OctetString, PrintableString, Utf8String } from 'asn1js';
import { TaskFailure } from '../task.ts';
import type { ZipParts } from '../zip/zip-parts.ts';
import { mostObjects, type OfdBudget } from './ofd-objects.ts';
import { bytesOfPart, folderOf, locate, numbersOf, type OfdNode, xmlOfPart } from './ofd-package.ts';

type Box = readonly [x: number, y: number, width: number, height: number];

/** An electronic seal on a page: what it shows there, not whether its signature holds. */
export interface OfdSeal {
  /** In millimetres from the upper left corner of the page. */
  box: Box;
  /** The part of it that is shown, from its own corner, as where a seal lies across the edges of several pages. */
  clip: Box | undefined;
  /** An image, or an OFD; undefined where none can be read. */
  picture: Buffer | undefined;
}

const mostSignatures = 500;
const mostSealBytes = 16 << 20;

/** The seals of the signatures that a part lists, by the ids of their pages. */
export async function readSeals(zip: ZipParts, location: string | undefined, budget: OfdBudget): Promise<Map<string, OfdSeal[]>> {
  const found = new Map<string, OfdSeal[]>();
  if (location === undefined || location.trim() === '') return found;
  const part = locate('', location);
  const signatures = (await readableXml(zip, part))?.all('Signature') ?? [];
  if (signatures.length > mostSignatures) throw new TaskFailure('too-large');
  for (const one of signatures) {
    const own = locate(folderOf(part), one.attribute('BaseLoc') ?? '');
    const signature = await readableXml(zip, own);
    const stamps = signature?.child('SignedInfo')?.all('StampAnnot') ?? [];
    if (signature === undefined || stamps.length === 0) continue;
    const picture = await pictureOf(zip, folderOf(own), signature);
    for (const stamp of stamps) {
      if (++budget.objects > mostObjects) throw new TaskFailure('too-large');
      const box = sizedBox(stamp.attribute('Boundary'));
      if (box === undefined) continue;
      const page = stamp.attribute('PageRef') ?? '';
      const seal = { box, clip: sizedBox(stamp.attribute('Clip')), picture };
      const known = found.get(page);
      if (known === undefined) found.set(page, [seal]);
      else known.push(seal);
    }
  }
  return found;
}

/** The root of a part; undefined where it is broken, since a document shows without its signatures. */
async function readableXml(zip: ZipParts, part: string): Promise<OfdNode | undefined> {
  try {
    return await xmlOfPart(zip, part);
  } catch (error) {
    if (error instanceof TaskFailure && error.reason === 'broken') return undefined;
    throw error;
  }
}

function sizedBox(text: string | undefined): Box | undefined {
  const [x = 0, y = 0, width = 0, height = 0] = numbersOf(text);
  return width > 0 && height > 0 ? [x, y, width, height] : undefined;
}

/** The picture in what was signed, which holds a copy of the seal, else in the seal beside it. */
async function pictureOf(zip: ZipParts, folder: string, signature: OfdNode): Promise<Buffer | undefined> {
  const places = [signature.child('SignedValue')?.text, signature.child('SignedInfo')?.child('Seal')?.child('BaseLoc')?.text];
  for (const place of places) {
    const bytes = place === undefined || place.trim() === '' ? undefined : await bytesOfPart(zip, locate(folder, place), mostSealBytes);
    const picture = bytes && pictureInSeal(bytes);
    if (picture !== undefined) return picture;
  }
  return undefined;
}

const limits = { maxDepth: 30, maxNodes: 20_000, maxContentLength: mostSealBytes };

/**
 * The picture of a seal in DER. GM/T 0031-2014 and GB/T 38540-2020 differ in what stands around it, and both have it as the only sequence of type,
 * content, width and height (SES_ESPictrueInfo).
 */
function pictureInSeal(bytes: Buffer): Buffer | undefined {
  try {
    const read = fromBER(new Uint8Array(bytes), limits);
    return read.offset < 0 ? undefined : pictureIn(read.result);
  } catch {
    // what is no DER costs the look of its seal only
    return undefined;
  }
}

function pictureIn(block: BaseBlock): Buffer | undefined {
  if (!(block instanceof Constructed)) return undefined;
  const parts = block.valueBlock.value;
  const [type, data, width, height] = parts;
  const isNamed = type instanceof IA5String || type instanceof PrintableString || type instanceof Utf8String;
  if (isNamed && data instanceof OctetString && width instanceof Integer && height instanceof Integer) return Buffer.from(data.getValue());
  for (const one of parts) {
    const found = pictureIn(one);
    if (found !== undefined) return found;
  }
  return undefined;
}
