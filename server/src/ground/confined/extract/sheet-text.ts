import { partsText, titleText } from './office-text.ts';
import type { TextSink } from './text-sink.ts';
import { attribute, walkXml } from './walk-xml.ts';
import { partsLike, type ZipParts } from './zip-parts.ts';

/** A workbook's strings are held together: so many characters of them at most, the rest is left out. */
const maxStrings = 32_000_000;

/** The text of a workbook: sheet names, cell values row by row, comments, drawings; answers how many sheets it has. */
export async function sheetText(zip: ZipParts, sink: TextSink): Promise<number> {
  await walkXml(zip.read('xl/workbook.xml'), {
    open: (name, attributes) => {
      if (name === 'sheet') sink.add(`${attribute(attributes, 'name') ?? ''}\n`);
    },
  });
  const strings = await sharedStrings(zip);
  const sheets = partsLike(zip, /^xl\/worksheets\/[^/]*\.xml$/i);
  for (const sheet of sheets) await cells(zip.read(sheet), strings, sink);
  await partsText(
    zip,
    [/^xl\/(?:comments|threadedComments\/threadedComment)\d*\.xml$/i, /^xl\/(?:drawings\/drawing|charts\/chart)\d*\.xml$/i],
    sink,
  );
  await titleText(zip, sink);
  return sheets.length;
}

/** The strings that the cells of a workbook name by number. */
export async function sharedStrings(zip: ZipParts): Promise<string[]> {
  const strings: string[] = [];
  let length = 0;
  let current = '';
  let within = false;
  let phonetic = false;
  await walkXml(zip.read('xl/sharedStrings.xml'), {
    open(name) {
      if (name === 'si') current = '';
      else if (name === 'rPh') phonetic = true;
      else if (name === 't') within = !phonetic;
    },
    close(name) {
      if (name === 'rPh') phonetic = false;
      else if (name === 't') within = false;
      else if (name === 'si') {
        length += current.length + 8;
        strings.push(length > maxStrings ? '' : current);
      }
    },
    text(text) {
      if (within && length < maxStrings) current += text;
    },
  });
  return strings;
}

async function cells(sheet: AsyncIterable<Buffer>, strings: string[], sink: TextSink): Promise<void> {
  let type = '';
  let value = '';
  let within = false;
  let used = false;
  await walkXml(sheet, {
    open(name, attributes) {
      if (name === 'c') {
        type = attribute(attributes, 't') ?? 'n';
        value = '';
      } else if (name === 'v' || name === 't') within = true;
    },
    close(name) {
      if (name === 'v' || name === 't') within = false;
      else if (name === 'c' && value !== '' && type !== 'e') {
        sink.add(`${used ? '\t' : ''}${type === 's' ? (strings[Number(value)] ?? '') : value}`);
        used = true;
      } else if (name === 'row' && used) {
        sink.add('\n');
        used = false;
      }
    },
    text(text) {
      if (within) value += text;
    },
  });
  sink.add('\n');
}
