import type { TextSink } from './text-sink.ts';
import { walkXml } from './walk-xml.ts';
import { partsLike, type ZipParts } from './zip-parts.ts';

const paragraphs = new Set(['p', 'br', 'cr', 'tr']);
/** Older copies of the same text, phonetic readings, and what is not shown: field codes, deleted text. */
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

/** The text of a presentation, slide by slide, then the notes, comments and diagrams; answers how many slides there are. */
export async function slidesText(zip: ZipParts, sink: TextSink): Promise<number> {
  await partsText(zip, slideParts, sink);
  await titleText(zip, sink);
  return partsLike(zip, /^ppt\/slides\/[^/]*\.xml$/i).length;
}

/** The texts of a Visio drawing; answers how many pages it has. */
export async function drawingText(zip: ZipParts, sink: TextSink): Promise<number> {
  await partsText(zip, drawingParts, sink);
  return partsLike(zip, drawingParts[0] as RegExp).length;
}

/** The text of the parts that match, in the order of the patterns. */
export async function partsText(zip: ZipParts, patterns: RegExp[], sink: TextSink): Promise<void> {
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

/** Title, subject, keywords and description, as the author gave them. */
export async function titleText(zip: ZipParts, sink: TextSink): Promise<void> {
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
