import { PDFArray, PDFBool, PDFDict, type PDFDocument, PDFName, type PDFObject, PDFRef, PDFStream } from '@cantoo/pdf-lib';
import { isSameObject, isText, otherKeys, partsOf } from './compare-objects.ts';
import { ForeignChange, type Increments } from './read-increments.ts';

const names = (words: string): ReadonlySet<string> => new Set(words.split(' ').map((word) => `/${word}`));

/** The annotations that the editor makes, changes and deletes. */
const edited = names('FreeText Highlight Ink Stamp');
/** What it sets of them; all else stays as it was, and new ones have nothing else. */
const editedKeys = names('Rect Contents CreationDate M T F Border BS C CA DA RC AP Rotate QuadPoints InkList IT Popup');
const newKeys = names('Type Subtype P NM');
const popupKeys = names('Type Subtype Open Rect Parent F M');
/** What filling in a form sets of a field, and of the place where it stands on a page. */
const fieldKeys = names('V AS AP M MK I');
/** The entries of a place on a page that its new look may take from its colours. */
const lookKeys = names('R BC BG');
/** What an appearance has nowhere: what runs or fetches something, or carries files. */
const refusedKeys = names(
  'A AA JS JavaScript OpenAction URI Launch SubmitForm ImportData EmbeddedFiles EF AF F UF FS FFilter FDecodeParms Ref OPI PS Alternates RichMediaContent RichMediaSettings XFA Metadata Measure PieceInfo',
);
// packed objects count for programs that read all of a file, though no table names them
const refusedNames = names(
  'PS JavaScript Launch SubmitForm ImportData URI GoToR GoToE EmbeddedFile Filespec RichMedia Movie Sound Screen 3D ObjStm XRef',
);

/** The dictionaries of resources, whose keys are names that their maker chose. */
const resourceKinds = names('Font XObject ExtGState ColorSpace Pattern Shading');

const key = (name: string): PDFName => PDFName.of(name);

/** What may be filled in, by the type of the field. */
const isValue: Record<string, (value: PDFObject | undefined) => boolean> = {
  '/Tx': (value) => isText(value),
  '/Ch': (value) => isText(value) || (value instanceof PDFArray && value.asArray().every((one) => isText(one))),
  '/Btn': (value) => value instanceof PDFName,
};

/** A PDF as it was before it was edited, and what the updates since have changed. */
export class EditedPdf {
  private readonly base: PDFDocument;
  private readonly changed: Increments['changed'];
  private readonly tables: Increments['tables'];
  /** Changed objects that something leads to that may have changed. */
  private readonly explained = new Set<number>();
  /** Annotations of the base that stand on a page, by their number. */
  private readonly annotations = new Map<number, PDFDict>();
  /** The type of each field of the form by its number, those below it included. */
  private readonly fields = new Map<number, string>();
  private readonly known: ReadonlySet<number>;

  constructor(base: PDFDocument, { changed, generations, tables }: Increments) {
    this.base = base;
    this.changed = changed;
    this.tables = tables;
    const known = new Map(base.context.enumerateIndirectObjects().map(([ref]) => [ref.objectNumber, ref.generationNumber]));
    this.known = new Set(known.keys());
    // what names an object of another generation finds nothing by it
    for (const [number, generation] of generations)
      if (generation !== (known.get(number) ?? 0)) throw new ForeignChange(`object ${number} of another generation`);
    for (const page of base.getPages())
      for (const one of annotationsOf(base, page.node)) {
        const annotation = base.context.lookup(one);
        if (one instanceof PDFRef && annotation instanceof PDFDict) this.annotations.set(one.objectNumber, annotation);
      }
    this.collectFields(this.form?.lookup(key('Fields')), '');
  }

  /** Throws `ForeignChange` where anything but annotations and the values of fields has changed. */
  requireAnnotationsOnly(): void {
    const pages = new Map(this.base.getPages().map((page) => [page.ref.objectNumber, page.node as PDFDict]));
    const removed = new Set<number>();
    // a table in place of the contents of a page is drawn as such
    for (const number of this.tables)
      if (this.known.has(number) || this.changed.has(number)) throw new ForeignChange(`a table in place of object ${number}`);
    for (const [number, before] of pages) if (this.changed.has(number)) this.requirePage(number, before, removed);
    for (const [number, object] of this.changed) {
      if (this.explained.has(number)) continue;
      if (object === undefined) this.requireDeletable(number, removed);
      else if (this.known.has(number)) this.requireKnown(number, object);
    }
    for (const [number, object] of this.changed) {
      if (object === undefined || this.explained.has(number)) continue;
      // the editor brings a font for each text, also where the letters of that are not in it
      if (!isPlainFont(object)) throw new ForeignChange(`object ${number} belongs to nothing`);
    }
  }

  private get form(): PDFDict | undefined {
    const form = this.base.catalog.lookup(key('AcroForm'));
    return form instanceof PDFDict ? form : undefined;
  }

  private collectFields(list: PDFObject | undefined, type: string): void {
    if (!(list instanceof PDFArray)) return;
    for (const ref of list.asArray()) {
      const field = this.base.context.lookup(ref);
      if (!(field instanceof PDFDict) || !(ref instanceof PDFRef) || this.fields.has(ref.objectNumber)) continue;
      const own = String(field.lookup(key('FT')) ?? type);
      this.fields.set(ref.objectNumber, own);
      this.collectFields(field.lookup(key('Kids')), own);
    }
  }

  /** A page differs in its annotations alone, and keeps all but those of the kinds that are edited. */
  private requirePage(number: number, before: PDFDict, removed: Set<number>): void {
    const page = this.changed.get(number);
    if (!(page instanceof PDFDict)) throw new ForeignChange('a page is gone');
    this.explained.add(number);
    requireSame(before, page, (name) => name === '/Annots');
    const [old, now] = [annotationsOf(this.base, before), annotationsOf(this.base, page)];
    const oldRefs = refsIn(old);
    const seen = new Set<string>();
    for (const one of now) {
      const isOld = isAmong(one, old, oldRefs);
      if (one instanceof PDFRef ? seen.has(one.toString()) : !isOld)
        throw new ForeignChange('an annotation that is there twice, or without a number');
      seen.add(one.toString());
      if (!isOld) this.requireNew(one as PDFRef);
    }
    for (const one of old) if (!isAmong(one, now, seen)) this.requireRemovable(one, removed);
  }

  private requireNew({ objectNumber: number }: PDFRef): void {
    const annotation = this.changed.get(number);
    if (!(annotation instanceof PDFDict) || this.known.has(number)) throw new ForeignChange('an annotation that is none');
    const kind = String(annotation.get(key('Subtype')));
    const allowed = kind === '/Popup' ? popupKeys : edited.has(kind) ? new Set([...editedKeys, ...newKeys]) : undefined;
    if (allowed === undefined) throw new ForeignChange(`a new ${kind}`);
    for (const name of annotation.keys())
      if (!allowed.has(name.toString())) throw new ForeignChange(`a new ${kind} with ${name.toString()}`);
    this.explained.add(number);
    if (kind !== '/Popup') return this.requireHarmless(annotation);
    // a popup has its place, its flags and its annotation, which is explained on its own
    for (const [, value] of partsOf(annotation)) if (!(value instanceof PDFRef)) this.requireHarmless(value);
  }

  private requireRemovable(one: PDFObject, removed: Set<number>): void {
    const annotation = one instanceof PDFRef ? this.annotations.get(one.objectNumber) : undefined;
    const kind = String(annotation?.lookup(key('Subtype')));
    if (!(one instanceof PDFRef) || !(edited.has(kind) || kind === '/Popup')) throw new ForeignChange(`a ${kind} is gone`);
    removed.add(one.objectNumber);
  }

  private requireDeletable(number: number, removed: ReadonlySet<number>): void {
    // what an update before this one has brought
    if (!removed.has(number) && this.known.has(number)) throw new ForeignChange(`object ${number} is deleted`);
  }

  /** An object of the base that was written anew. */
  private requireKnown(number: number, object: PDFObject): void {
    const before = this.base.context.lookup(PDFRef.of(number));
    if (!(before instanceof PDFDict) || !(object instanceof PDFDict)) throw new ForeignChange(`object ${number} is another`);
    const annotation = this.annotations.get(number);
    const kind = String(annotation?.lookup(key('Subtype')));
    this.explained.add(number);
    if (before === this.form)
      return requireSame(before, object, (name) => name === '/NeedAppearances' && isTrue(object.get(key('NeedAppearances'))));
    if (this.fields.has(number) || kind === '/Widget') return this.requireFilled(number, before, object);
    if (!edited.has(kind)) throw new ForeignChange(`object ${number} has changed`);
    requireSame(before, object, (name) => editedKeys.has(name));
    this.requireHarmless(object);
  }

  private requireFilled(number: number, before: PDFDict, object: PDFDict): void {
    const value = isValue[this.fields.get(number) ?? String(before.lookup(key('FT')))];
    requireSame(before, object, (name) => value !== undefined && fieldKeys.has(name));
    const differs = new Set(otherKeys(before, object));
    if (differs.has('/V') && value?.(object.get(key('V'))) !== true) throw new ForeignChange('a field with another kind of value');
    if (differs.has('/MK'))
      requireSame(this.dictOf(before.lookup(key('MK'))), this.dictOf(object.get(key('MK'))), (name) => lookKeys.has(name));
    for (const name of differs) this.requireHarmless(object.get(key(name.slice(1))));
  }

  private dictOf(object: PDFObject | undefined): PDFDict {
    if (object instanceof PDFDict) return object;
    if (object !== undefined) throw new ForeignChange('a look that is none');
    return this.base.context.obj({});
  }

  /**
   * What an object and the new ones that it leads to consist of: nothing that runs, fetches or carries anything. `isNamed`: its keys are names that its
   * maker chose.
   */
  private requireHarmless(object: PDFObject | undefined, isNamed = false): void {
    if (object === undefined) return;
    if (object instanceof PDFRef) {
      const { objectNumber: number } = object;
      const found = this.changed.get(number);
      if (found === undefined || this.explained.has(number) || this.known.has(number)) return;
      this.explained.add(number);
      return this.requireHarmless(found, isNamed);
    }
    if (object instanceof PDFName && refusedNames.has(object.toString())) throw new ForeignChange(`something with ${object.toString()}`);
    const isAnnotation = object instanceof PDFDict && edited.has(String(object.get(key('Subtype'))));
    for (const [name, value] of partsOf(object)) {
      // of an annotation F are its flags; of a stream, a file in its place
      const isFlags = name === '/F' && isAnnotation && !(object instanceof PDFStream);
      if (refusedKeys.has(name) && !isFlags && !isNamed) throw new ForeignChange(`something with ${name}`);
      // the page, and the annotation of a popup, are explained on their own
      if (isAnnotation && name === '/P' && value instanceof PDFRef) continue;
      this.requireHarmless(value, !isNamed && resourceKinds.has(name));
    }
  }
}

/** One of the fonts that every program has: it names no file. */
const isPlainFont = (object: PDFObject): boolean =>
  object instanceof PDFDict && object.get(key('Type')) === key('Font') && partsOf(object).every(([, value]) => value instanceof PDFName);

const isTrue = (object: PDFObject | undefined): boolean => object instanceof PDFBool && object.asBoolean();

/** The list of a page's annotations, which may lie elsewhere. */
function annotationsOf({ context }: PDFDocument, page: PDFDict): PDFObject[] {
  const list = page.get(key('Annots'));
  const found = list instanceof PDFRef ? context.lookup(list) : list;
  return found instanceof PDFArray ? found.asArray() : [];
}

const refsIn = (list: readonly PDFObject[]): Set<string> => new Set(list.flatMap((one) => (one instanceof PDFRef ? [one.toString()] : [])));

/** Whether a list has an annotation; `refs` are those of its entries that have a number of their own, as nearly all have. */
const isAmong = (one: PDFObject, list: readonly PDFObject[], refs: ReadonlySet<string>): boolean =>
  one instanceof PDFRef ? refs.has(one.toString()) : list.some((entry) => !(entry instanceof PDFRef) && isSameObject(one, entry));

function requireSame(before: PDFDict, now: PDFDict, mayDiffer: (name: string) => boolean): void {
  const other = otherKeys(before, now).filter((name) => !mayDiffer(name));
  if (other.length > 0) throw new ForeignChange(`something with another ${other.join(' ')}`);
}
