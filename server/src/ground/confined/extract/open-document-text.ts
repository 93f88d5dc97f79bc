import { GiveUp } from '../job.ts';
import type { TextSink } from './text-sink.ts';
import { attribute, walkXml } from './walk-xml.ts';
import { readPart, type ZipParts } from './zip-parts.ts';

const lines = new Set(['p', 'h', 'line-break', 'table-row', 'page']);
/** What holds text that the reader sees; styles and scripts do not. */
const shown = new Set(['p', 'h', 'a', 'span', 'annotation', 'title', 'desc']);

/** The text of an OpenDocument file: contents with notes and comments, sheet names, headers and footers; answers the pages of a presentation. */
export async function openDocumentText(zip: ZipParts, sink: TextSink): Promise<number | undefined> {
  if ((await readPart(zip, 'META-INF/manifest.xml')).includes('encryption-data')) throw new GiveUp('encrypted');
  let pages = 0;
  for (const part of ['content.xml', 'styles.xml']) {
    let depth = 0;
    await walkXml(zip.read(part), {
      open(name, attributes) {
        if (shown.has(name)) depth++;
        else if (name === 's') sink.add(' ');
        else if (name === 'tab') sink.add('\t');
        else if (name === 'table' && part === 'content.xml') sink.add(`${attribute(attributes, 'name') ?? ''}\n`);
        else if (name === 'page' && part === 'content.xml') pages++;
      },
      close(name) {
        if (shown.has(name)) depth--;
        if (lines.has(name)) sink.add('\n');
        else if (name === 'table-cell') sink.add('\t');
      },
      text(text) {
        if (depth > 0) sink.add(text);
      },
    });
  }
  return pages || undefined;
}
