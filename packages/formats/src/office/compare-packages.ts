import { createHash } from 'node:crypto';
import { SaxesParser, type SaxesTagNS } from 'saxes';
import { TaskFailure } from '../task.ts';
import { foreignAdditions } from './package-additions.ts';
import { readPart, type ZipParts } from '../zip/zip-parts.ts';

/** What an editor of Word documents writes; all other parts of a package come through it unchanged. */
const editedParts = [
  /^\[Content_Types\]\.xml$/i,
  /^_rels\/\.rels$/i,
  /^word\/(?:document|header|footer|footnotes|endnotes|comments|numbering|styles|settings)[^/]*\.xml$/i,
  /^word\/people\.xml$/i,
  /^word\/_rels\/[^/]*\.rels$/i,
  /^docProps\/[^/]*\.xml$/i,
];
const isEdited = (name: string): boolean => editedParts.some((pattern) => pattern.test(name));
const isXml = (name: string): boolean => /\.(?:xml|rels|vml)$/i.test(name);

/** Attributes of markup compatibility whose values name prefixes: a prefix that is not declared makes a file that Word cannot read. */
const compatibility = 'http://schemas.openxmlformats.org/markup-compatibility/2006';
const namesPrefixes: ReadonlySet<string> = new Set(['Ignorable', 'MustUnderstand', 'Requires', 'ProcessContent', 'PreserveElements']);

/** Editors give paragraphs ids where they have none, as Word does. */
const paragraphIds = 'http://schemas.microsoft.com/office/word/2010/wordml';
const isParagraphId = (uri: string, local: string): boolean => uri === paragraphIds && (local === 'paraId' || local === 'textId');

/**
 * A part that an edited package lost or changed, though no edit may touch it; one that no edit adds; or one that cannot be read. `empty`: no paragraph
 * stands in the document, so that the editor has no place to write.
 */
export interface PartDifference {
  part: string;
  kind: 'lost' | 'changed' | 'added' | 'broken' | 'undeclared' | 'dangling' | 'foreign' | 'empty';
}

/**
 * Compares the package of an edited Word document with the one that it came from. Each part of the base has to be there. Parts that no edit touches
 * are equal byte for byte or as XML trees; the others have to be XML with the root that they had. All parts need a content type, and all relationships
 * inside the package lead to a part. Of what is new only such is taken as an editor adds. A package that was saved untouched has to be equal in all parts, but for the ids of
 * paragraphs, and to have a place to write.
 */
export async function comparePackages(base: ZipParts, edited: ZipParts, how: 'edited' | 'untouched'): Promise<PartDifference[]> {
  const mayDiffer = (name: string): boolean => how === 'edited' && isEdited(name);
  const differences: PartDifference[] = [];
  const there = new Set(edited.names.map((name) => name.toLowerCase()));
  const known = new Set(base.names.map((name) => name.toLowerCase()));
  for (const part of base.names.filter((name) => !name.endsWith('/'))) {
    if (!there.has(part.toLowerCase())) differences.push({ part, kind: 'lost' });
    else if (mayDiffer(part)) {
      const kind = await compareRoots(base, edited, part);
      if (kind !== undefined) differences.push({ part, kind });
    } else if ((await bytesHash(base, part)) !== (await bytesHash(edited, part)) && !(await isSameTree(base, edited, part)))
      differences.push({ part, kind: 'changed' });
  }
  for (const part of edited.names) {
    if (known.has(part.toLowerCase())) continue;
    if (how === 'untouched') differences.push({ part, kind: 'added' });
    else if (!isXml(part)) continue;
    else if ((await treeOf(edited, part)) === undefined) differences.push({ part, kind: 'broken' });
  }
  differences.push(...(await undeclared(edited)), ...(await dangling(base, edited)));
  if (how === 'untouched') differences.push(...(await withoutParagraph(base)));
  if (how === 'untouched' || differences.length > 0) return differences;
  const isSame = async (part: string): Promise<boolean> => (await bytesHash(base, part)) === (await bytesHash(edited, part));
  differences.push(...(await foreignAdditions(base, edited, isSame)).map((part): PartDifference => ({ part, kind: 'foreign' })));
  return differences;
}

const wordNames = /^http:\/\/(?:schemas\.openxmlformats\.org\/wordprocessingml\/2006|purl\.oclc\.org\/ooxml\/wordprocessingml)\/main$/;

/** The main part of a Word document whose body has no paragraph, not even in a table. */
async function withoutParagraph(base: ZipParts): Promise<PartDifference[]> {
  for (const part of base.names.filter((name) => /^word\/document[^/]*\.xml$/i.test(name))) {
    let hasParagraph = false;
    const isDocument = await parsed(base, part, (parser) =>
      parser.on('opentag', ({ uri, local }) => (hasParagraph ||= local === 'p' && wordNames.test(uri))),
    );
    if (isDocument && !hasParagraph) return [{ part, kind: 'empty' }];
  }
  return [];
}

/** A hash of the decompressed bytes of a part. */
export async function bytesHash(zip: ZipParts, name: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of zip.read(name)) hash.update(chunk);
  return hash.digest('hex');
}

async function isSameTree(base: ZipParts, edited: ZipParts, part: string): Promise<boolean> {
  if (!isXml(part)) return false;
  const tree = await treeOf(base, part);
  return tree !== undefined && tree.hash === (await treeOf(edited, part))?.hash;
}

async function compareRoots(base: ZipParts, edited: ZipParts, part: string): Promise<PartDifference['kind'] | undefined> {
  const tree = await treeOf(edited, part);
  if (tree === undefined) return 'broken';
  return (await treeOf(base, part))?.root === tree.root ? undefined : 'changed';
}

interface Tree {
  root: string;
  hash: string;
}

/** Whether a part is well-formed XML with all its prefixes declared; its elements are told to a listener on the way. */
async function parsed(zip: ZipParts, name: string, listen: (parser: SaxesParser<{ xmlns: true }>) => void): Promise<boolean> {
  const parser = new SaxesParser({ xmlns: true });
  listen(parser);
  parser.on('doctype', () => parser.fail('a document type'));
  parser.on('error', (error) => {
    throw error;
  });
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of zip.read(name)) parser.write(decoder.decode(chunk, { stream: true }));
    parser.write(decoder.decode()).close();
    return true;
  } catch (error) {
    if (error instanceof TaskFailure) throw error;
    return false;
  }
}

/** Whether a part is well-formed XML with all its prefixes declared. */
export const isWellFormed = (zip: ZipParts, name: string): Promise<boolean> => parsed(zip, name, () => undefined);

/**
 * The root of an XML part and a hash of its tree: names by namespace, attributes in any order, texts without what indents elements, and
 * `xml:space` where a text has spaces around it; undefined where it is not well-formed.
 */
async function treeOf(zip: ZipParts, name: string): Promise<Tree | undefined> {
  const hash = createHash('sha256');
  const parser = new SaxesParser({ xmlns: true });
  let root = '';
  /** For each open element, whether it has elements in it, and whether the spaces around its text count. */
  const open: { hasElements: boolean; keepsSpaces: boolean }[] = [];
  let text = '';
  const add = (...words: string[]): void => {
    const within = open.at(-1);
    const isTrimmed = text === text.trim();
    if (text !== '' && !(within?.hasElements === true && text.trim() === ''))
      hash.update(`"${JSON.stringify(text)}${!isTrimmed && within?.keepsSpaces === true}`);
    text = '';
    for (const word of words) hash.update(`${JSON.stringify(word)},`);
  };
  parser.on('doctype', () => parser.fail('a document type'));
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', (tag) => {
    if (root === '') root = `{${tag.uri}}${tag.local}`;
    const around = open.at(-1);
    if (around !== undefined) around.hasElements = true;
    add('<', tag.uri, tag.local, ...attributesOf(tag, parser));
    const space = tag.attributes['xml:space']?.value;
    open.push({ hasElements: false, keepsSpaces: space === undefined ? around?.keepsSpaces === true : space === 'preserve' });
  });
  parser.on('closetag', () => {
    add('>');
    open.pop();
  });
  // line ends around the root are no part of the tree
  parser.on('text', (more) => void (text += open.length === 0 ? '' : more));
  parser.on('cdata', (more) => void (text += more));
  let decoder: TextDecoder | undefined;
  try {
    for await (const chunk of zip.read(name)) {
      decoder ??= new TextDecoder(chunk[0] === 0xff ? 'utf-16le' : chunk[0] === 0xfe ? 'utf-16be' : 'utf-8', { fatal: true });
      parser.write(decoder.decode(chunk, { stream: true }));
    }
    parser.write(decoder?.decode() ?? '').close();
  } catch (error) {
    if (error instanceof TaskFailure) throw error;
    return undefined;
  }
  add();
  return { root, hash: hash.digest('hex') };
}

function attributesOf(tag: SaxesTagNS, parser: SaxesParser<{ xmlns: true }>): string[] {
  const named = Object.values(tag.attributes).filter(
    ({ prefix, name, uri, local }) => prefix !== 'xmlns' && name !== 'xmlns' && name !== 'xml:space' && !isParagraphId(uri, local),
  );
  return named
    .map(({ uri, local, value }) => {
      const isPrefixes = namesPrefixes.has(local) && (uri === compatibility || tag.uri === compatibility);
      return [uri, local, isPrefixes ? spacesOf(value, parser) : value];
    })
    .toSorted((a, b) => (String(a) < String(b) ? -1 : 1))
    .flat();
}

/** The namespaces that a list of prefixes stands for; an undeclared prefix is an error. */
function spacesOf(value: string, parser: SaxesParser<{ xmlns: true }>): string {
  const spaces = value
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => {
      const [prefix = '', ...rest] = word.split(':');
      const space = parser.resolve(prefix);
      if (space === undefined) parser.fail('an undeclared prefix');
      return [space, ...rest].join(':');
    });
  return spaces.toSorted().join(' ');
}

/** Opening tags of a small part, by name without prefix, with their attributes. */
async function tagsOf(zip: ZipParts, name: string): Promise<{ local: string; attributes: Record<string, string> }[]> {
  const tags: { local: string; attributes: Record<string, string> }[] = [];
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ local, attributes }) => {
    tags.push({ local, attributes: Object.fromEntries(Object.values(attributes).map((one) => [one.local, one.value])) });
  });
  try {
    parser.write((await readPart(zip, name)).replace(/^\uFEFF/, '')).close();
  } catch (error) {
    if (error instanceof TaskFailure) throw error;
  }
  return tags;
}

const contentTypes = '[Content_Types].xml';

/** Parts of a package without a content type. */
export async function undeclared(zip: ZipParts): Promise<PartDifference[]> {
  const defaults = new Set<string>();
  const overrides = new Set<string>();
  for (const { local, attributes } of await tagsOf(zip, contentTypes)) {
    if (local === 'Default') defaults.add((attributes.Extension ?? '').toLowerCase());
    if (local === 'Override') overrides.add((attributes.PartName ?? '').toLowerCase());
  }
  return zip.names
    .filter((part) => {
      const name = part.toLowerCase();
      const ext = name.slice(name.lastIndexOf('.') + 1);
      return name !== contentTypes.toLowerCase() && !name.endsWith('/') && !overrides.has(`/${name}`) && !defaults.has(ext);
    })
    .map((part): PartDifference => ({ part, kind: 'undeclared' }));
}

/** Where the relationships of a package lead within it, as lower-case names of parts. */
async function targetsOf(zip: ZipParts, rels: string): Promise<string[]> {
  const folder = rels.replace(/_rels\/[^/]*$/, '');
  return (await tagsOf(zip, rels)).flatMap(({ local, attributes: { Target = '', TargetMode } }) => {
    if (local !== 'Relationship' || TargetMode === 'External') return [];
    const base = `http://package/${folder}`;
    // what is no address leads nowhere
    const path = URL.canParse(Target, base) ? new URL(Target, base).pathname.slice(1) : Target;
    return [decoded(path).toLowerCase()];
  });
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Relationships that lead nowhere, and did not in the base. */
export async function dangling(base: ZipParts, edited: ZipParts): Promise<PartDifference[]> {
  const found: PartDifference[] = [];
  const there = namesOf(edited);
  const thereBefore = namesOf(base);
  for (const part of edited.names.filter((name) => /(?:^|\/)_rels\/[^/]*\.rels$/i.test(name))) {
    const missing = await missingTargets(edited, part, there);
    if (missing.length === 0) continue;
    const before = new Set(await missingTargets(base, part, thereBefore));
    if (missing.some((target) => !before.has(target))) found.push({ part, kind: 'dangling' });
  }
  return found;
}

const namesOf = (zip: ZipParts): ReadonlySet<string> => new Set(zip.names.map((name) => decoded(name).toLowerCase()));

async function missingTargets(zip: ZipParts, rels: string, there: ReadonlySet<string>): Promise<string[]> {
  return (await targetsOf(zip, rels)).filter((target) => !there.has(target));
}
