import { openZipOf, readPart } from '@dossier/formats/zip/zip-parts';
import { makeZip } from '../../demo/files/zip.ts';

/** A Word file with some of its parts changed or, where undefined, left out. */
export async function changedWord(bytes: Buffer, changes: Record<string, ((xml: string) => string) | undefined>): Promise<Buffer> {
  const zip = await openZipOf(bytes, 64 << 20);
  const entries = [];
  for (const name of zip.names) {
    const chunks: Buffer[] = [];
    for await (const chunk of zip.read(name)) chunks.push(chunk);
    const content = Buffer.concat(chunks);
    if (!(name in changes)) entries.push({ name, bytes: content });
    else if (changes[name] !== undefined) entries.push({ name, bytes: changes[name](content.toString()) });
  }
  return makeZip(entries);
}

/** A Word file with a paragraph written at its start. */
export const writtenWord = (bytes: Buffer, text: string): Promise<Buffer> =>
  changedWord(bytes, {
    'word/document.xml': (xml) => xml.replace('<w:body>', `<w:body><w:p><w:r><w:t>${text}</w:t></w:r></w:p>`),
  });

/** What stands in the body of a Word file, as XML. */
export const bodyOfWord = async (bytes: Buffer): Promise<string> => readPart(await openZipOf(bytes, 64 << 20), 'word/document.xml');

/** The names of the parts of a Word file. */
export const partsOfWord = async (bytes: Buffer): Promise<string[]> => (await openZipOf(bytes, 64 << 20)).names;
