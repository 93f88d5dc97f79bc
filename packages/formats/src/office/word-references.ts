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

/**
 * What a part leads to by its elements. The type of a relationship alone does not tell how it is used: an address that is noted for a link might be named
 * as the source of a picture, a text or a template.
 */
export class PartReferences {
  /** What no editor adds, whatever the relationships are. */
  readonly #found = new Set<string>();
  /** Elements with the ids of their relationships, as JSON. */
  readonly #uses = new Set<string>();

  open({ uri, local, attributes }: SaxesTagNS): void {
    const all = Object.values(attributes);
    if (running.has(local)) this.#found.add(`${local} ${all.find((one) => one.local === 'val')?.value ?? ''}`);
    for (const one of all) {
      const isLegacy = one.uri.startsWith(legacyNamespace) || (one.uri === '' && uri.startsWith(legacyNamespace));
      const name = one.local.toLowerCase();
      if (relationNamespaces.has(one.uri) || (isLegacy && name === 'relid')) this.#uses.add(JSON.stringify([local, one.value]));
      else if (isLegacy && (name === 'src' || name === 'althref')) this.#found.add(`${local} ${one.value}`);
      else if (isLegacy && name === 'href' && !mayLinkTo(one.value)) this.#found.add(`${local} ${one.value}`);
    }
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
