import { TaskFailure } from '../task.ts';
import type { TextSink } from '../text/text-sink.ts';
import { plainText, readCells, sharedStrings } from '../workbook/ooxml-cells.ts';
import { attributeOf, scanXml } from '../xml/scan-xml.ts';
import { type ZipParts, partsLike, readPart } from '../zip/zip-parts.ts';

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
      await scanXml(zip.read(part), {
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
  await scanXml(zip.read('docProps/core.xml'), {
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

/** The shared strings of a workbook are kept in memory: beyond these, cells have no text. */
const stringLimits = { characters: 32_000_000, strings: 3_000_000, cut: true };

/** The text of a workbook: sheet names, cell values row by row, comments, drawings; returns the number of sheets. */
export async function workbookText(zip: ZipParts, sink: TextSink): Promise<number> {
  await scanXml(zip.read('xl/workbook.xml'), {
    open: (name, attributes) => {
      if (name === 'sheet') sink.add(`${attributeOf(attributes, 'name') ?? ''}\n`);
    },
  });
  const strings = await sharedStrings(zip, 'xl/sharedStrings.xml', stringLimits);
  // by their names, as a broken list of sheets must not hide their text
  const sheets = partsLike(zip, /^xl\/worksheets\/[^/]*\.xml$/i);
  for (const sheet of sheets) {
    let used = false;
    await readCells(zip.read(sheet), {
      startRow: () => {
        used = false;
      },
      cell: ({ type, value }) => {
        if (value === '' || type === 'e') return;
        sink.add(`${used ? '\t' : ''}${type === 's' ? (strings[Number(value)] ?? '') : plainText(value)}`);
        used = true;
      },
      endRow: () => {
        if (used) sink.add('\n');
      },
    });
    sink.add('\n');
  }
  await partsText(
    zip,
    [/^xl\/(?:comments|threadedComments\/threadedComment)\d*\.xml$/i, /^xl\/(?:drawings\/drawing|charts\/chart)\d*\.xml$/i],
    sink,
  );
  await titleText(zip, sink);
  return sheets.length;
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
    await scanXml(zip.read(part), {
      open(name, attributes) {
        if (textElements.has(name)) depth++;
        else if (name === 's') sink.add(' ');
        else if (name === 'tab') sink.add('\t');
        else if (name === 'table' && part === 'content.xml') sink.add(`${attributeOf(attributes, 'name') ?? ''}\n`);
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
      await scanXml(zip.read(part), {
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
