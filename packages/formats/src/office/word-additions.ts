import { SaxesParser } from 'saxes';
import { TaskFailure } from '../task.ts';
import type { ZipParts } from '../zip/zip-parts.ts';
import { PartFields } from './word-fields.ts';
import { PartReferences, type Targets } from './word-references.ts';

/** Where the relationships of a part lead. */
export type TargetsOf = (zip: ZipParts, part: string) => Promise<Targets>;

/** What a well-formed part has that no editor adds; one word about the part itself where others may read something else in it. */
async function unusualIn(zip: ZipParts, name: string, targetsOf: TargetsOf): Promise<Set<string>> {
  const [fields, references] = [new PartFields(), new PartReferences()];
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('xmldecl', ({ encoding }) => {
    if (encoding !== undefined && !/^(?:utf-8|utf-16|us-ascii)$/i.test(encoding)) fields.codes.add(`encoding ${encoding}`);
  });
  parser.on('opentag', (tag) => {
    fields.open(tag);
    references.open(tag);
  });
  parser.on('closetag', (tag) => {
    fields.close(tag);
    references.close();
  });
  const addText = (text: string): void => {
    fields.text(text);
    references.text(text);
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  let decoder: TextDecoder | undefined;
  for await (const chunk of zip.read(name)) {
    decoder ??= new TextDecoder(chunk[0] === 0xff ? 'utf-16le' : chunk[0] === 0xfe ? 'utf-16be' : 'utf-8', { fatal: true });
    parser.write(decoder.decode(chunk, { stream: true }));
  }
  parser.write(decoder?.decode() ?? '').close();
  return fields.codes.union(references.unusual(await targetsOf(zip, name)));
}

/** Parts that an edit may write or add; also as properties, whose place in a package is free. */
const isTextPart = (name: string): boolean => /^(?:word\/(?:theme\/)?|docProps\/)[^/]*\.xml$/i.test(name);

/** The parts of an edited Word document, all well-formed, with fields or references that its base does not have and that no editor adds. */
export async function foreignTexts(base: ZipParts, edited: ZipParts, targetsOf: TargetsOf): Promise<string[]> {
  const found = new Map<string, Set<string>>();
  for (const part of edited.names.filter(isTextPart)) {
    const unusual = await unusualIn(edited, part, targetsOf);
    if (unusual.size > 0) found.set(part, unusual);
  }
  if (found.size === 0) return [];
  const known = new Set<string>();
  for (const part of base.names.filter(isTextPart)) for (const one of await knownIn(base, part, targetsOf)) known.add(one);
  return [...found].filter(([, unusual]) => !unusual.isSubsetOf(known)).map(([part]) => part);
}

/** A part of the base that cannot be read has nothing that an edit could have kept. */
async function knownIn(base: ZipParts, part: string, targetsOf: TargetsOf): Promise<Set<string>> {
  try {
    return await unusualIn(base, part, targetsOf);
  } catch (error) {
    if (error instanceof TaskFailure) throw error;
    return new Set();
  }
}
