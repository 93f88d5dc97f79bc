import type { SaxesTagNS } from 'saxes';
import { TaskFailure } from '../task.ts';

/**
 * The fields of ECMA-376, part 1, 17.16.5 that show what is in the document, is known of it or was typed. Those that fetch or run something when a
 * document is opened, updated or clicked are left out: DDE, DDEAUTO, LINK, INCLUDE, INCLUDETEXT, INCLUDEPICTURE, IMPORT, DATABASE, DATA, RD, EMBED,
 * CONTROL, HTMLCONTROL, OCX, SUBSCRIBER, MACROBUTTON and PRINT. HYPERLINK is judged by where it leads.
 */
const plainFields: ReadonlySet<string> = new Set(
  `= ADDIN ADDRESSBLOCK ADVANCE ASK AUTHOR AUTONUM AUTONUMLGL AUTONUMOUT AUTOTEXT AUTOTEXTLIST BARCODE BIBLIOGRAPHY BIDIOUTLINE CITATION COMMENTS
  COMPARE CREATEDATE DATE DISPLAYBARCODE DOCPROPERTY DOCVARIABLE EDITTIME EQ FILENAME FILESIZE FILLIN FORMCHECKBOX FORMDROPDOWN FORMTEXT FTNREF
  GOTOBUTTON GREETINGLINE IF INDEX INFO KEYWORDS LASTSAVEDBY LISTNUM MERGEBARCODE MERGEFIELD MERGEREC MERGESEQ NEXT NEXTIF NOTEREF NUMCHARS
  NUMPAGES NUMWORDS PAGE PAGEREF PRINTDATE PRIVATE QUOTE REF REVNUM SAVEDATE SECTION SECTIONPAGES SEQ SET SHAPE SKIPIF STYLEREF SUBJECT SYMBOL
  TA TC TEMPLATE TIME TITLE TOA TOC USERADDRESS USERINITIALS USERNAME XE`.split(/\s+/),
);

/** What a link may lead to that is written into a text: no files, no shares of a network. */
const webAddress = /^(?:(?:https?|ftp):\/\/[^/\\]|mailto:|tel:)/i;
/** An address without a scheme, as an editor keeps what was typed. */
const plainAddress = /^(?![^/?#]*:)[^/\\.][^\\]*$/;
/** Whether a link that an editor adds may lead there. */
export const mayLinkTo = (address: string): boolean => webAddress.test(address) || plainAddress.test(address);

/** Around the code of a field within that of another; no XML has these characters. */
const nestedBegin = '\u0001';
const nestedEnd = '\u0002';
/** Before a part of a code that stands in a foreign element, which a reader may take as part of it or leave out. */
const foreignPart = '\u0003';

const linkPieces = /(?<blank>\s+)|\\(?<option>[a-z*#@!])|"(?<quoted>(?:\\.|[^"\\])*)"?|(?<plain>[^\s"]+)/giu;
/** A bookmark, the words shown over a link, and its frame: no addresses. */
const linkWords: ReadonlySet<string | undefined> = new Set(['l', 'o', 't']);

/** Whether the addresses in what follows HYPERLINK are those of a link that an editor adds. */
function isPlainLink(rest: string): boolean {
  if (rest.includes(nestedBegin)) return false;
  let option: string | undefined;
  for (const { groups = {} } of rest.matchAll(linkPieces)) {
    const { blank, quoted, plain } = groups;
    if (blank !== undefined) continue;
    const address = (quoted?.replaceAll(/\\(.)/gsu, '$1') ?? plain)?.trim();
    if (address !== undefined && address !== '' && !linkWords.has(option) && !mayLinkTo(address)) return false;
    option = groups['option']?.toLowerCase();
  }
  return true;
}

/** Whether an editor may add a field with this code, which was trimmed. */
function mayAddField(code: string): boolean {
  if (code === '') return true;
  if (code.includes(foreignPart)) return false;
  const { keyword = '' } = /^(?<keyword>=|[a-z]+(?=[\s"\\\u0001]|$))/i.exec(code)?.groups ?? {};
  if (keyword.toUpperCase() === 'HYPERLINK') return isPlainLink(code.slice(keyword.length));
  return plainFields.has(keyword.toUpperCase());
}

/** Word nests fields 20 deep. */
const maxNesting = 64;
/** Characters of the code of one field. */
const maxCode = 4 * 1024 * 1024;

/** A field whose end did not come yet. */
interface OpenField {
  code: string;
  /** Whether its result has begun. */
  isShown: boolean;
}

/** A text with its open fields. The fields of one in a foreign element may be joined with those around it, those of a note or a text box not. */
interface FieldText {
  isForeign: boolean;
  fields: OpenField[];
}

/** Follows the fields of a part in one reading of its tracked changes, and notes the codes that no editor adds. */
class FieldReader {
  readonly #found: Set<string>;
  /** Open fields of the part, and of each text within it that has fields of its own. */
  readonly #texts: FieldText[] = [{ isForeign: false, fields: [] }];

  constructor(found: Set<string>) {
    this.#found = found;
  }

  get #fields(): OpenField[] {
    return this.#texts.at(-1)?.fields ?? [];
  }

  get #isForeign(): boolean {
    return this.#texts.at(-1)?.isForeign === true;
  }

  beginText(isForeign: boolean): void {
    this.#texts.push({ isForeign, fields: [] });
  }

  endText(): void {
    const text = this.#texts.pop();
    for (const { code } of text?.fields ?? []) {
      this.note(code);
      if (text?.isForeign === true) this.#found.add(`a field from within another element: ${code}`);
    }
  }

  note(code: string): void {
    const plain = code.replaceAll(/\s+/gu, ' ').trim();
    if (!mayAddField(plain)) this.#found.add(plain);
  }

  mark(type: string | undefined): void {
    const field = this.#fields.at(-1);
    if (type === 'begin') {
      if (this.#fields.length === maxNesting) throw new TaskFailure('too-large');
      this.#fields.push({ code: '', isShown: false });
    } else if (field === undefined && this.#isForeign) {
      this.#found.add(`fldChar ${type} of a field around another element`);
    } else if (type === 'separate') {
      if (field) field.isShown = true;
    } else if (type === 'end' && field) {
      this.#fields.pop();
      this.note(field.code);
      this.addNested(field.code);
    } else if (type !== 'end') this.#found.add(`fldChar ${type}`);
  }

  addNested(code: string): void {
    const around = this.#fields.at(-1);
    if (around?.isShown === false) this.#append(around, nestedBegin + code + nestedEnd);
    else this.#addForeign(code);
  }

  /** A part of a code. Where no field is open, Word and this reader may see other fields: then each part has to be plain. */
  addCode(text: string): void {
    const field = this.#fields.at(-1);
    if (field?.isShown === false) return this.#append(field, text);
    this.note(text);
    this.#addForeign(text);
  }

  /** Words that are shown belong into no code. */
  addWords(text: string): void {
    if (text.trim() === '') return;
    if (this.#fields.at(-1)?.isShown === false) this.#found.add(text);
    else this.#addForeign(text);
  }

  /** Notes what a foreign element has in the code of the field around it. */
  #addForeign(text: string): void {
    for (let at = this.#texts.length - 1; this.#texts[at]?.isForeign === true; at--) {
      const around = this.#texts[at - 1]?.fields.findLast(({ isShown }) => !isShown);
      if (around !== undefined) return this.#append(around, foreignPart + text + foreignPart);
    }
  }

  addBlank(): void {
    const field = this.#fields.at(-1);
    if (field?.isShown === false) this.#append(field, ' ');
  }

  #append(field: OpenField, text: string): void {
    field.code += text;
    if (field.code.length > maxCode) throw new TaskFailure('too-large');
  }
}

const wordNamespaces: ReadonlySet<string> = new Set([
  'http://schemas.openxmlformats.org/wordprocessingml/2006/main',
  'http://purl.oclc.org/ooxml/wordprocessingml/main',
]);
const mathNamespaces: ReadonlySet<string> = new Set([
  'http://schemas.openxmlformats.org/officeDocument/2006/math',
  'http://purl.oclc.org/ooxml/officeDocument/math',
]);
/**
 * Texts that have fields of their own; so have foreign elements, as of some alternatives Word reads one and leaves out the others. LibreOffice goes on in
 * them with the field around them, which therefore gets no code from there.
 */
const ownTexts: ReadonlySet<string> = new Set(['txbxContent', 'footnote', 'endnote', 'comment', 'fldSimple']);
const codeElements: ReadonlySet<string> = new Set(['instrText', 'delInstrText']);
const wordElements: ReadonlySet<string> = new Set(['t', 'delText']);
const blankElements: ReadonlySet<string> = new Set(['p', 'tab', 'br', 'cr']);
const deletions: ReadonlySet<string> = new Set(['del', 'moveFrom', 'delInstrText', 'delText']);
const insertions: ReadonlySet<string> = new Set(['ins', 'moveTo']);

/**
 * Follows the fields of a part as they are written, as they are with its tracked changes accepted, and with these rejected: each may bring together
 * another code.
 */
export class PartFields {
  /** The codes that no editor adds. */
  readonly codes = new Set<string>();
  readonly #asWritten = new FieldReader(this.codes);
  readonly #accepted = new FieldReader(this.codes);
  readonly #rejected = new FieldReader(this.codes);
  #deletions = 0;
  #insertions = 0;
  #depth = 0;
  /** At which depth texts began that have fields of their own. */
  readonly #texts: number[] = [];
  #element: 'code' | 'words' | undefined;
  #text = '';

  open(tag: SaxesTagNS): void {
    this.#depth++;
    const isWord = wordNamespaces.has(tag.uri);
    const name = isWord ? tag.local : '';
    if (deletions.has(name)) this.#deletions++;
    if (insertions.has(name)) this.#insertions++;
    // whether such an element splits a text or is part of it is the reader's choice
    if (this.#element !== undefined) this.codes.add(`${tag.name} in a text`);
    if (name === 'fldChar') this.#mark(tag);
    else if (name === 'fldSimple') this.#noteSimple(tag);
    else if (blankElements.has(name)) this.#each((reader) => reader.addBlank());
    if (ownTexts.has(name) || !(isWord || mathNamespaces.has(tag.uri))) {
      this.#texts.push(this.#depth);
      this.#all((reader) => reader.beginText(!ownTexts.has(name)));
    }
    this.#element = codeElements.has(name) ? 'code' : wordElements.has(name) ? 'words' : undefined;
    this.#text = '';
  }

  #mark({ attributes }: SaxesTagNS): void {
    const type = Object.values(attributes).find(({ local, uri }) => local === 'fldCharType' && wordNamespaces.has(uri))?.value;
    this.#each((reader) => reader.mark(type));
  }

  #noteSimple({ attributes }: SaxesTagNS): void {
    for (const { local, value } of Object.values(attributes))
      if (local === 'instr')
        this.#each((reader) => {
          reader.note(value);
          reader.addNested(value);
        });
  }

  text(more: string): void {
    if (this.#element !== undefined) this.#text += more;
  }

  close({ uri, local }: SaxesTagNS): void {
    const [element, text] = [this.#element, this.#text];
    if (element === 'code') this.#each((reader) => reader.addCode(text));
    else if (element === 'words') this.#each((reader) => reader.addWords(text));
    this.#element = undefined;
    if (this.#texts.at(-1) === this.#depth) {
      this.#texts.pop();
      this.#all((reader) => reader.endText());
    }
    this.#depth--;
    const name = wordNamespaces.has(uri) ? local : '';
    if (deletions.has(name)) this.#deletions--;
    if (insertions.has(name)) this.#insertions--;
    if (this.#depth === 0) this.#all((reader) => reader.endText());
  }

  #all(work: (reader: FieldReader) => void): void {
    for (const reader of [this.#asWritten, this.#accepted, this.#rejected]) work(reader);
  }

  /** All readers to whom the present place is visible. */
  #each(work: (reader: FieldReader) => void): void {
    work(this.#asWritten);
    if (this.#deletions === 0) work(this.#accepted);
    if (this.#insertions === 0) work(this.#rejected);
  }
}
