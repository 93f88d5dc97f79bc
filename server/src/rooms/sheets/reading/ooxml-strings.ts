import { GiveUp } from '../../../ground/confined/job.ts';
import type { ZipParts } from '../../../ground/confined/extract/zip-parts.ts';
import { scanXml } from './quick-xml.ts';

/** The strings of a workbook are held together: so many characters and so many strings at most. */
const mostLength = 100_000_000;
const mostStrings = 3_000_000;

/** How spreadsheets write characters that XML has not. */
export const plainText = (text: string): string =>
  text.includes('_x') ? text.replace(/_x([\da-f]{4})_/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))) : text;

/** The strings that the cells of a workbook name by number. */
export async function workbookStrings(zip: ZipParts, name: string): Promise<string[]> {
  const strings: string[] = [];
  let [length, current, within, phonetic] = [0, '', false, false];
  await scanXml(zip.read(name), {
    open(tag) {
      if (tag === 'si') current = '';
      else if (tag === 'rPh') phonetic = true;
      else if (tag === 't') within = !phonetic;
    },
    close(tag) {
      if (tag === 'rPh') phonetic = false;
      else if (tag === 't') within = false;
      else if (tag === 'si') {
        strings.push(plainText(current));
        if ((length += current.length) > mostLength || strings.length > mostStrings) throw new GiveUp('too-large');
      }
    },
    text(text) {
      if (within && current.length < 40_000) current += text;
    },
  });
  return strings;
}
