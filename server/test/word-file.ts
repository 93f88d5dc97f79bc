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

const wordNamespace = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';

/** A Word file with a paragraph at its start that has a comment. */
export async function commentedWord(
  bytes: Buffer,
  { words, comment, author }: Record<'words' | 'comment' | 'author', string>,
): Promise<Buffer> {
  const paragraph = `<w:p><w:commentRangeStart w:id="0"/><w:r><w:t>${words}</w:t></w:r><w:commentRangeEnd w:id="0"/><w:r><w:commentReference w:id="0"/></w:r></w:p>`;
  const comments = `<w:comments xmlns:w="${wordNamespace}"><w:comment w:id="0" w:author="${author}" w:date="2026-03-01T09:00:00Z" w:initials="L"><w:p><w:r><w:t>${comment}</w:t></w:r></w:p></w:comment></w:comments>`;
  const relation =
    '<Relationship Id="rIdComments" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/comments" Target="comments.xml"/>';
  const type =
    '<Override PartName="/word/comments.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.comments+xml"/>';
  const changed = await changedWord(bytes, {
    'word/document.xml': (xml) => xml.replace('<w:body>', `<w:body>${paragraph}`),
    'word/_rels/document.xml.rels': (xml) => xml.replace('</Relationships>', `${relation}</Relationships>`),
    '[Content_Types].xml': (xml) => xml.replace('</Types>', `${type}</Types>`),
  });
  const zip = await openZipOf(changed, 64 << 20);
  const entries = [{ name: 'word/comments.xml', bytes: comments }];
  for (const name of zip.names) entries.push({ name, bytes: await readPart(zip, name) });
  return makeZip(entries);
}

/** What stands in the body of a Word file, as XML. */
export const bodyOfWord = async (bytes: Buffer): Promise<string> => readPart(await openZipOf(bytes, 64 << 20), 'word/document.xml');

/** The names of the parts of a Word file. */
export const partsOfWord = async (bytes: Buffer): Promise<string[]> => (await openZipOf(bytes, 64 << 20)).names;
