import { SaxesParser } from 'saxes';
import { TaskFailure } from '../task.ts';
import type { ZipParts } from '../zip/zip-parts.ts';
import { foreignTexts, type TargetsOf } from './word-additions.ts';
import { mayLinkTo } from './word-fields.ts';

/** Parts that an editor of Word documents adds to a package: no programs, macros, embedded files or controls. */
const addedParts = [
  /^word\/(?:header|footer|footnotes|endnotes|comments|numbering|styles|settings|fontTable|webSettings|people)\w*\.xml$/i,
  /^word\/theme\/theme\d*\.xml$/i,
  /^word\/media\/[\w .-]+\.(?:png|jpe?g|gif|bmp|tiff?|webp|svg|emf|wmf)$/i,
  /^(?:word\/)?_rels\/[\w.-]*\.rels$/i,
  /^docProps\/(?:core|app|custom)\.xml$/i,
];

/** The content types of these parts. A second kind of main part, as one with macros, is none of them. */
const addedTypes = [
  /^application\/vnd\.openxmlformats-officedocument\.wordprocessingml\.(?:header|footer|footnotes|endnotes|comments\w*|numbering|styles|settings|fontTable|webSettings|people)\+xml$/i,
  /^application\/vnd\.ms-word\.(?:comments\w*|people)\+xml$/i,
  /^application\/vnd\.openxmlformats-officedocument\.(?:theme|extended-properties|custom-properties)\+xml$/i,
  /^application\/vnd\.openxmlformats-package\.(?:relationships|core-properties)\+xml$/i,
  /^image\/(?:png|jpe?g|gif|bmp|tiff?|webp|svg\+xml|(?:x-)?emf|(?:x-)?wmf)$/i,
  /^(?:application|text)\/xml$/i,
];

const officeKinds = '^http://(?:schemas\\.openxmlformats\\.org/officeDocument/2006|purl\\.oclc\\.org/ooxml/officeDocument)/relationships/';
/** Relationships that lead to these parts. */
const addedRelationships = [
  new RegExp(
    `${officeKinds}(?:image|hyperlink|header|footer|footnotes|endnotes|comments|numbering|styles|settings|fontTable|webSettings|theme|extended-properties|custom-properties|extendedProperties|customProperties)$`,
  ),
  /^http:\/\/schemas\.microsoft\.com\/office\/20\d\d\/(?:09\/|10\/)?relationships\/(?:comments\w*|people)$/,
  /^http:\/\/schemas\.openxmlformats\.org\/package\/2006\/relationships\/metadata\/core-properties$/,
];
const isHyperlink = new RegExp(`${officeKinds}hyperlink$`);

const anyOf = (patterns: readonly RegExp[], text: string): boolean => patterns.some((pattern) => pattern.test(text));

interface Tag {
  local: string;
  attributes: Record<string, string>;
}

/** The opening tags of a part in one namespace; undefined where others may read something else in it. */
async function strictTags(zip: ZipParts, name: string, namespace: string): Promise<Tag[] | undefined> {
  const tags: Tag[] = [];
  const parser = new SaxesParser({ xmlns: true });
  parser.on('doctype', () => parser.fail('a document type'));
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('xmldecl', ({ encoding }) => {
    if (encoding !== undefined && !/^(?:utf-8|us-ascii)$/i.test(encoding)) parser.fail('another encoding');
  });
  parser.on('opentag', ({ uri, local, attributes }) => {
    const own = Object.values(attributes).filter((one) => one.prefix !== 'xmlns' && one.name !== 'xmlns');
    if (uri !== namespace || own.some((one) => one.prefix !== '')) parser.fail('a foreign name');
    tags.push({ local, attributes: Object.fromEntries(own.map((one) => [one.local, one.value])) });
  });
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of zip.read(name)) parser.write(decoder.decode(chunk, { stream: true }));
    parser.write(decoder.decode()).close();
    return tags;
  } catch (error) {
    if (error instanceof TaskFailure) throw error;
    return undefined;
  }
}

const packaged = 'http://schemas.openxmlformats.org/package/2006';
const contentTypes = '[Content_Types].xml';

interface ContentTypes {
  /** By extension, and by name of the part, all in lower case. */
  defaults: Map<string, string>;
  overrides: Map<string, string>;
}

/** The content types of a package; undefined where they cannot be told or one is given twice. */
async function typesOf(zip: ZipParts): Promise<ContentTypes | undefined> {
  const tags = await strictTags(zip, contentTypes, `${packaged}/content-types`);
  if (tags === undefined) return undefined;
  const types: ContentTypes = { defaults: new Map(), overrides: new Map() };
  for (const { local, attributes } of tags) {
    if (local === 'Types') continue;
    const [list, key] =
      local === 'Default' ? [types.defaults, attributes['Extension']] : [types.overrides, attributes['PartName']?.replace(/^\//, '')];
    if (key === undefined || list.has(key.toLowerCase())) return undefined;
    list.set(key.toLowerCase(), attributes['ContentType'] ?? '');
  }
  return types;
}

const typeOf = ({ defaults, overrides }: ContentTypes, part: string): string | undefined => {
  const name = part.toLowerCase();
  return overrides.get(name) ?? defaults.get(name.slice(name.lastIndexOf('.') + 1));
};

/** Whether each part has the type that it had, and what is new one of those that an editor adds. */
function areTypesKept(before: ContentTypes, after: ContentTypes, base: ZipParts): boolean {
  for (const list of ['defaults', 'overrides'] as const)
    for (const [key, type] of after[list])
      if (before[list].get(key)?.toLowerCase() !== type.toLowerCase() && !anyOf(addedTypes, type)) return false;
  return base.names.every((part) => {
    const type = typeOf(before, part);
    return type === undefined || part.endsWith('/') || part === contentTypes || typeOf(after, part)?.toLowerCase() === type.toLowerCase();
  });
}

const keyOf = ({ attributes: { Type = '', Target = '', TargetMode = '' } }: Tag): string =>
  JSON.stringify([Type, Target, TargetMode === 'External']);

/** A place in the package: no address, and no share of a network. */
const isPlaceInPackage = (target: string): boolean => !/^[^/?#]*:|^\s|^\/\/|[\\\u0000-\u001f]/u.test(target);

function mayAdd({ local, attributes: { Type = '', Target = '', TargetMode = 'Internal' } }: Tag): boolean {
  if (local !== 'Relationship') return local === 'Relationships';
  if (TargetMode === 'External') return isHyperlink.test(Type) && mayLinkTo(Target);
  return TargetMode === 'Internal' && anyOf(addedRelationships, Type) && isPlaceInPackage(Target);
}

/** Whether the new relationships of a part are those that an editor adds. */
async function areRelationshipsKept(base: ZipParts, edited: ZipParts, part: string): Promise<boolean> {
  const namespace = `${packaged}/relationships`;
  const after = await strictTags(edited, part, namespace);
  if (after === undefined) return false;
  if (after.every(mayAdd)) return true;
  const before = new Set((await strictTags(base, part, namespace))?.map(keyOf));
  return after.every((tag) => mayAdd(tag) || before.has(keyOf(tag)));
}

/** Where the relationships of a part lead; none where they cannot be told. */
const targetsOf: TargetsOf = async (zip, part) => {
  const rels = part.replace(/[^/]*$/, '_rels/$&.rels');
  const tags = (await strictTags(zip, rels, `${packaged}/relationships`)) ?? [];
  return new Map(
    tags.map(({ attributes: { Id = '', Target = '', TargetMode } }) => [Id, { target: Target, isOutside: TargetMode === 'External' }]),
  );
};

/** Whether two parts have the same bytes. */
type IsSame = (part: string) => Promise<boolean>;

/**
 * What an edited Word document has beyond its base that no editor adds: macros, programs, embedded files, templates and texts from elsewhere, and fields
 * that fetch or run something. Answers the names of the parts.
 */
export async function foreignAdditions(base: ZipParts, edited: ZipParts, isSame: IsSame): Promise<string[]> {
  const known = new Set(base.names.map((name) => name.toLowerCase()));
  const isNew = (part: string): boolean => !known.has(part.toLowerCase());
  const found = edited.names.filter((part) => isNew(part) && !part.endsWith('/') && !anyOf(addedParts, part));
  if (edited.hasTwins) found.push('');
  if (!(await isSame(contentTypes))) {
    const [before, after] = [await typesOf(base), await typesOf(edited)];
    if (before === undefined || after === undefined || !areTypesKept(before, after, base)) found.push(contentTypes);
  }
  for (const part of edited.names.filter((name) => /\.rels$/i.test(name)))
    if ((isNew(part) || !(await isSame(part))) && !(await areRelationshipsKept(base, edited, part))) found.push(part);
  found.push(...(await foreignTexts(base, edited, targetsOf)));
  return found;
}
