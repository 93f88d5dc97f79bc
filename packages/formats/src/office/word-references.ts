import type { SaxesTagNS } from 'saxes';
import { mayLinkTo } from './word-fields.ts';

/** Where the relationships of a part lead, by id. */
export type Targets = ReadonlyMap<string, { target: string; isOutside: boolean }>;

const relationNamespaces: ReadonlySet<string> = new Set([
  'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
  'http://purl.oclc.org/ooxml/officeDocument/relationships',
]);
const legacyNamespace = 'urn:schemas-microsoft-com:';
/** Elements that lead where a relationship leads when they are clicked. */
const links: ReadonlySet<string> = new Set(['hyperlink', 'hlinkClick', 'hlinkHover']);
/** Elements with which an editor puts another part of the package into a text. */
const insertions: ReadonlySet<string> = new Set(['blip', 'svgBlip', 'imagedata', 'headerReference', 'footerReference']);
/** The source of a mail merge, which is queried when the document is opened, and macros of form fields. */
const running: ReadonlySet<string> = new Set(['mailMerge', 'connectString', 'query', 'udl', 'entryMacro', 'exitMacro']);
/** Pages of the web and programs in a text, and schemas, which are fetched: by any of their attributes. */
const fetched: ReadonlySet<string> = new Set([
  'webVideoPr',
  'webextension',
  'webextensionref',
  'webExtensionLinked',
  'webExtensionCreated',
  'attachedSchema',
  'schemaLibrary',
  'schema',
]);
/** Elements that keep others out by a password, of which these attributes have a hash. */
const protections: ReadonlySet<string> = new Set(['documentProtection', 'writeProtection']);
const passwordAttributes: ReadonlySet<string> = new Set(['hash', 'hashValue', 'password']);
/** Properties of a document from which its links begin or are renewed: of the package, and in the list of a user's own. */
const linkProperties: ReadonlySet<string> = new Set(['HyperlinkBase', 'HLinks']);
const linkPropertyName = /^_PID_/i;

type Attribute = SaxesTagNS['attributes'][string];

/** What an element has that an editor never writes, as it is noted; undefined where it has nothing of the kind. */
function unusualElement(local: string, attributes: readonly Attribute[]): string | undefined {
  const own = attributes.filter(({ prefix, name }) => prefix !== 'xmlns' && name !== 'xmlns');
  const isUnusual =
    fetched.has(local) ||
    (protections.has(local) && own.some((one) => passwordAttributes.has(one.local) && one.value !== '')) ||
    (local.startsWith('smartTag') && own.some((one) => one.local === 'url' && one.value !== ''));
  return isUnusual ? JSON.stringify([local, ...own.map((one) => [one.local, one.value])]) : undefined;
}

/**
 * What a part leads to by its elements. The type of a relationship alone does not tell how it is used: an address that is noted for a link might be named
 * as the source of a picture, a text or a template.
 */
export class PartReferences {
  /** What no editor adds, whatever the relationships are. */
  readonly #found = new Set<string>();
  /** Elements with the ids of their relationships, as JSON. */
  readonly #uses = new Set<string>();
  #depth = 0;
  /** The property that is being read, at which depth it began, and its text. */
  #property: { name: string; depth: number; text: string } | undefined;

  open({ uri, local, attributes }: SaxesTagNS): void {
    this.#depth++;
    const all = Object.values(attributes);
    const unusual = unusualElement(local, all);
    if (unusual !== undefined) this.#found.add(unusual);
    const property = local === 'property' ? (all.find((one) => one.local === 'name')?.value ?? '') : local;
    if (linkProperties.has(local) || linkPropertyName.test(property)) this.#property ??= { name: property, depth: this.#depth, text: '' };
    if (running.has(local)) this.#found.add(`${local} ${all.find((one) => one.local === 'val')?.value ?? ''}`);
    for (const one of all) {
      const isLegacy = one.uri.startsWith(legacyNamespace) || (one.uri === '' && uri.startsWith(legacyNamespace));
      const name = one.local.toLowerCase();
      if (relationNamespaces.has(one.uri) || (isLegacy && name === 'relid')) this.#uses.add(JSON.stringify([local, one.value]));
      else if (isLegacy && (name === 'src' || name === 'althref')) this.#found.add(`${local} ${one.value}`);
      else if (isLegacy && name === 'href' && !mayLinkTo(one.value)) this.#found.add(`${local} ${one.value}`);
    }
  }

  text(more: string): void {
    if (this.#property !== undefined) this.#property.text += more;
  }

  close(): void {
    if (this.#property?.depth === this.#depth) {
      const { name, text } = this.#property;
      if (text.trim() !== '') this.#found.add(`${name} ${text.trim()}`);
      this.#property = undefined;
    }
    this.#depth--;
  }

  /** What no editor adds. */
  unusual(targets: Targets): Set<string> {
    const found = new Set(this.#found);
    for (const use of this.#uses) {
      const [local, id] = JSON.parse(use) as [string, string];
      const { target, isOutside } = targets.get(id) ?? { target: id, isOutside: false };
      if (!links.has(local) && (isOutside || !insertions.has(local))) found.add(`${local} ${target}`);
    }
    return found;
  }
}
