import type { TextSink } from './text-sink.ts';
import { walkXml } from './walk-xml.ts';
import { partsLike, type ZipParts } from './zip-parts.ts';

const pages = /(?:^|\/)Pages\/[^/]*\/Content\.xml$/i;
const parts = [pages, /(?:^|\/)Tpls\/[^/]*\/Content\.xml$/i, /(?:^|\/)Annots\/.*Annotation[^/]*\.xml$/i];

/** The text of an OFD document (GB/T 33190): its pages, then the templates under them and the notes on them; answers how many pages it has. */
export async function ofdText(zip: ZipParts, sink: TextSink): Promise<number> {
  for (const pattern of parts) {
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
  return partsLike(zip, pages).length;
}
