import { isWellFormed } from '../office/compare-packages.ts';
import { OfficePackage } from '../office/patch-package.ts';
import { scanXml } from '../xml/scan-xml.ts';
import { openZipOf, type ZipParts } from '../zip/zip-parts.ts';
import { type BookPart, bookPart } from './book-part.ts';
import { readCells } from './ooxml-cells.ts';

const maxUnpacked = 400 * 1024 * 1024;

/** The part of the shared strings. */
export const stringsPart = (parts: OfficePackage, { path } = bookPart(parts)): string | undefined =>
  parts.relations(path).find(({ kind, outside }) => kind === 'sharedStrings' && !outside)?.target;

/** An item of the list, and what could hide one. */
const items = /<!--[^]*?-->|<!\[CDATA\[[^]*?\]\]>|<([\w.-]+:)?si(?:\s[^<>]*?)?(\/?)>|<\/(?:[\w.-]+:)?si\s*>/g;

/** Empties some of the shared strings of a workbook; their numbers stay. */
export function emptyStrings(parts: OfficePackage, book: BookPart, numbers: ReadonlySet<number>): void {
  const path = stringsPart(parts, book);
  if (path === undefined || !parts.has(path)) return;
  const text = parts.text(path);
  const pieces: string[] = [];
  let [at, number, start, prefix] = [0, -1, 0, ''];
  for (const found of text.matchAll(items)) {
    const [tag, ownPrefix = '', empty] = found;
    if (tag.startsWith('<!')) continue;
    if (!tag.startsWith('</')) [number, start, prefix] = [number + 1, found.index, ownPrefix];
    if ((!tag.startsWith('</') && empty !== '/') || !numbers.has(number)) continue;
    pieces.push(text.slice(at, start), `<${prefix}si><${prefix}t/></${prefix}si>`);
    at = found.index + tag.length;
  }
  if (pieces.length > 0) parts.put(path, pieces.join('') + text.slice(at));
}

/** Whether two workbooks differ in their shared strings by no more than that some, which no cell of the second has, are empty there. */
export async function differsInUnusedStrings(base: Buffer, edited: Buffer): Promise<boolean> {
  const parts = new OfficePackage(edited);
  const path = stringsPart(parts);
  if (path === undefined || path !== stringsPart(new OfficePackage(base))) return false;
  const [before, after] = [await openZipOf(base, maxUnpacked), await openZipOf(edited, maxUnpacked)];
  try {
    if (!(await isWellFormed(after, path))) return false;
    const [old, now] = [await stringItems(before, path), await stringItems(after, path)];
    if (old.others !== now.others || old.items.length !== now.items.length) return false;
    const emptied = new Set(now.items.keys().filter((place) => now.items[place] !== old.items[place]));
    if ([...emptied].some((place) => now.items[place] !== '<t></t>')) return false;
    let isUsed = false;
    for (const sheet of bookPart(parts).sheets)
      await readCells(after.read(sheet.path), { cell: ({ type, value }) => (isUsed ||= type === 's' && emptied.has(Number(value))) });
    return !isUsed;
  } finally {
    before.close();
    after.close();
  }
}

/** What each shared string is made of, and what stands between them. */
async function stringItems(zip: ZipParts, path: string): Promise<{ items: string[]; others: string }> {
  const list: string[] = [];
  let [others, current] = ['', undefined as string | undefined];
  const add = (text: string): void => {
    if (current === undefined) others += text;
    else current += text;
  };
  await scanXml(zip.read(path), {
    open(name, attributes) {
      if (name === 'si') current = '';
      else add(`<${name}${attributes}>`);
    },
    close(name) {
      if (name !== 'si') return add(`</${name}>`);
      list.push(current ?? '');
      current = undefined;
    },
    text: add,
  });
  return { items: list, others };
}
