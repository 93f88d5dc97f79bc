import { GiveUp } from '../../../ground/confined/job.ts';
import type { ZipParts } from '../../../ground/confined/extract/zip-parts.ts';
import type { BookWriter, NewSheet } from './book-writer.ts';
import { readSheet, type SheetPart } from './ooxml-sheet.ts';
import { plainText, workbookStrings } from './ooxml-strings.ts';
import { cellFormats } from './ooxml-styles.ts';
import { drawingsOf, nothingDrawn, toldDrawn } from './drawn.ts';
import { type Relation, relationsOf } from './ooxml-relations.ts';
import { placeOf } from './places.ts';
import { attributeOf, isSet, scanXml } from './quick-xml.ts';

interface Listed {
  name: string;
  hidden: boolean;
  id: string;
}

/** Whether a zip is a workbook of this kind. */
export const isOoxml = (zip: ZipParts): boolean => zip.names.some((name) => name.toLowerCase() === 'xl/workbook.xml');

/** Reads a workbook of the XML kind: xlsx, xlsm and their templates. */
export async function readOoxml(zip: ZipParts, book: BookWriter): Promise<void> {
  const listed: Listed[] = [];
  let date1904 = false;
  await scanXml(zip.read('xl/workbook.xml'), {
    open(name, attributes) {
      if (name === 'workbookPr') date1904 = isSet(attributes, 'date1904');
      if (name !== 'sheet') return;
      const hidden = (attributeOf(attributes, 'state') ?? 'visible') !== 'visible';
      listed.push({ name: attributeOf(attributes, 'name') ?? '', hidden, id: attributeOf(attributes, 'id') ?? '' });
    },
  });
  const relations = await relationsOf(zip, 'xl/workbook.xml');
  const byType = (type: string): string | undefined => [...relations.values()].find((one) => one.type === type)?.target;
  const strings = await workbookStrings(zip, byType('sharedStrings') ?? 'xl/sharedStrings.xml');
  const formats = await cellFormats(zip, date1904);
  const styles = formats.map(({ style }) => book.style(style));
  const drawnOver = drawingsOf(zip);
  for (const { name, hidden, id } of listed) {
    const relation = relations.get(id);
    // a sheet that is a chart has no cells
    if (relation?.type === 'chartsheet') book.sheet().done({ name, hidden, drawn: { ...nothingDrawn(), charts: 1 } });
    if (relation?.type !== 'worksheet') continue;
    const own = await relationsOf(zip, relation.target);
    const drawings = [...own.values()].filter(({ type }) => type === 'drawing').map(({ target }) => target);
    const part: SheetPart = {
      name,
      hidden,
      path: relation.target,
      links: linksOf(own),
      notes: await notesOf(zip, own),
      ...toldDrawn(await drawnOver(drawings)),
    };
    await readSheet({ zip, book, strings, formats, styles }, part);
  }
  if (listed.length === 0) throw new GiveUp('broken');
}

const linksOf = (relations: Map<string, Relation>): Map<string, string> =>
  new Map([...relations].filter(([, { type, outside }]) => outside && type === 'hyperlink').map(([id, { target }]) => [id, target]));

/** The comments of a sheet's cells. */
async function notesOf(zip: ZipParts, relations: Map<string, Relation>): Promise<NonNullable<NewSheet['notes']>> {
  const notes: NonNullable<NewSheet['notes']> = [];
  const path = [...relations.values()].find(({ type }) => type === 'comments')?.target;
  if (path === undefined) return notes;
  let [place, text, within] = [undefined as [number, number] | undefined, '', false];
  await scanXml(zip.read(path), {
    open(name, attributes) {
      if (name === 'comment') [place, text] = [placeOf(attributeOf(attributes, 'ref')), ''];
      else if (name === 't') within = true;
    },
    close(name) {
      if (name === 't') within = false;
      else if (name === 'comment' && place && notes.length < 20_000) notes.push([...place, plainText(text).trim()]);
    },
    text(piece) {
      if (within && text.length < 4000) text += piece;
    },
  });
  return notes;
}
