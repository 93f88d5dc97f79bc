import { TaskFailure } from '@dossier/formats/task';
import type { TextSink } from '@dossier/formats/text/text-sink';
import { attribute, walkXml } from '@dossier/formats/xml/walk-xml';
import { type ZipParts, partsLike, readPart } from '@dossier/formats/zip/zip-parts';

const paragraphs = new Set(['p', 'br', 'cr', 'tr']);
/** Elements that are not shown: older copies of the same text, phonetic readings, field codes, deleted text. */
const silent = new Set(['Fallback', 'rPh', 'instrText', 'delText', 'delInstrText']);

const wordParts = [
  /^word\/document\d*\.xml$/i,
  /^word\/(?:header|footer)\d*\.xml$/i,
  /^word\/(?:footnotes|endnotes|comments)\.xml$/i,
  /^word\/(?:diagrams\/data|charts\/chart)\d*\.xml$/i,
];
const slideParts = [
  /^ppt\/slides\/[^/]*\.xml$/i,
  /^ppt\/notesSlides\/[^/]*\.xml$/i,
  /^ppt\/comments\/[^/]*\.xml$/i,
  /^ppt\/(?:diagrams\/data|charts\/chart)\d*\.xml$/i,
];
const drawingParts = [/^visio\/pages\/page\d*\.xml$/i];
const textNames = new Set(['t', 'text', 'v', 'Text']);

/** The text of a Word document: its body, headers and footers, notes, comments, diagrams and charts. */
export async function wordText(zip: ZipParts, sink: TextSink): Promise<void> {
  await partsText(zip, wordParts, sink);
  await titleText(zip, sink);
}

/** The text of a presentation, slide by slide, then the notes, comments and diagrams; returns the number of slides. */
export async function slidesText(zip: ZipParts, sink: TextSink): Promise<number> {
  await partsText(zip, slideParts, sink);
  await titleText(zip, sink);
  return partsLike(zip, /^ppt\/slides\/[^/]*\.xml$/i).length;
}

/** The texts of a Visio drawing; returns the number of pages. */
export async function drawingText(zip: ZipParts, sink: TextSink): Promise<number> {
  await partsText(zip, drawingParts, sink);
  return partsLike(zip, drawingParts[0] as RegExp).length;
}

/** The text of the matching parts, in the order of the patterns. */
async function partsText(zip: ZipParts, patterns: RegExp[], sink: TextSink): Promise<void> {
  for (const pattern of patterns) {
    for (const part of partsLike(zip, pattern)) {
      let within = 0;
      let hidden = 0;
      await walkXml(zip.read(part), {
        open(name) {
          if (silent.has(name)) hidden++;
          else if (textNames.has(name)) within++;
          else if (name === 'tab') sink.add('\t');
        },
        close(name) {
          if (silent.has(name)) hidden--;
          else if (textNames.has(name)) {
            within--;
            if (name !== 't') sink.add('\n');
          } else if (paragraphs.has(name)) sink.add('\n');
          else if (name === 'tc') sink.add('\t');
        },
        text(text) {
          if (within > 0 && hidden === 0) sink.add(text);
        },
      });
      sink.add('\n');
    }
  }
}

/** Title, subject, keywords and description from the document properties. */
async function titleText(zip: ZipParts, sink: TextSink): Promise<void> {
  const wanted = new Set(['title', 'subject', 'keywords', 'description']);
  let within = false;
  await walkXml(zip.read('docProps/core.xml'), {
    open: (name) => {
      within = wanted.has(name);
    },
    close: () => {
      if (within) sink.add('\n');
      within = false;
    },
    text: (text) => {
      if (within) sink.add(text);
    },
  });
}

/** The shared strings of a workbook are kept in memory: so many characters at most, the rest is left out. */
const maxStrings = 32_000_000;

/** The text of a workbook: sheet names, cell values row by row, comments, drawings; returns the number of sheets. */
export async function workbookText(zip: ZipParts, sink: TextSink): Promise<number> {
  await walkXml(zip.read('xl/workbook.xml'), {
    open: (name, attributes) => {
      if (name === 'sheet') sink.add(`${attribute(attributes, 'name') ?? ''}\n`);
    },
  });
  const strings = await sharedStrings(zip);
  const sheets = partsLike(zip, /^xl\/worksheets\/[^/]*\.xml$/i);
  for (const sheet of sheets) await cellTexts(zip.read(sheet), strings, sink);
  await partsText(
    zip,
    [/^xl\/(?:comments|threadedComments\/threadedComment)\d*\.xml$/i, /^xl\/(?:drawings\/drawing|charts\/chart)\d*\.xml$/i],
    sink,
  );
  await titleText(zip, sink);
  return sheets.length;
}

/** The shared strings, which cells refer to by number. */
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

async function cellTexts(sheet: AsyncIterable<Buffer>, strings: string[], sink: TextSink): Promise<void> {
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

const lineElements = new Set(['p', 'h', 'line-break', 'table-row', 'page']);
/** Elements with visible text; styles and scripts have none. */
const textElements = new Set(['p', 'h', 'a', 'span', 'annotation', 'title', 'desc']);

/** The text of an OpenDocument file: contents with notes and comments, sheet names, headers and footers; returns the number of pages of a presentation. */
export async function openDocumentText(zip: ZipParts, sink: TextSink): Promise<number | undefined> {
  if ((await readPart(zip, 'META-INF/manifest.xml')).includes('encryption-data')) throw new TaskFailure('encrypted');
  let pages = 0;
  for (const part of ['content.xml', 'styles.xml']) {
    let depth = 0;
    await walkXml(zip.read(part), {
      open(name, attributes) {
        if (textElements.has(name)) depth++;
        else if (name === 's') sink.add(' ');
        else if (name === 'tab') sink.add('\t');
        else if (name === 'table' && part === 'content.xml') sink.add(`${attribute(attributes, 'name') ?? ''}\n`);
        else if (name === 'page' && part === 'content.xml') pages++;
      },
      close(name) {
        if (textElements.has(name)) depth--;
        if (lineElements.has(name)) sink.add('\n');
        else if (name === 'table-cell') sink.add('\t');
      },
      text(text) {
        if (depth > 0) sink.add(text);
      },
    });
  }
  return pages || undefined;
}

const ofdPages = /(?:^|\/)Pages\/[^/]*\/Content\.xml$/i;
const ofdParts = [ofdPages, /(?:^|\/)Tpls\/[^/]*\/Content\.xml$/i, /(?:^|\/)Annots\/.*Annotation[^/]*\.xml$/i];

/** The text of an OFD document (GB/T 33190): its pages, then their templates and annotations; returns the number of pages. */
export async function ofdText(zip: ZipParts, sink: TextSink): Promise<number> {
  for (const pattern of ofdParts) {
    for (const part of partsLike(zip, pattern)) {
      let isText = false;
      await walkXml(zip.read(part), {
        open(name) {
          isText = name === 'TextCode';
        },
        close(name) {
          isText = false;
          if (name === 'TextObject') sink.add('\n');
        },
        text(text) {
          if (isText) sink.add(text);
        },
      });
      sink.add('\n');
    }
  }
  return partsLike(zip, ofdPages).length;
}
