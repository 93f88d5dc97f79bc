import { TaskFailure } from '../task.ts';
import { type ScanEvents, attributeOf, numberOf, scanXml } from '../xml/scan-xml.ts';
import type { ZipParts } from '../zip/zip-parts.ts';
import { parseRange } from './cell-references.ts';
import { OpenDocumentSheet, styleTable } from './open-document-sheet.ts';
import { OpenDocumentOverlays, chartParts } from './overlay-objects.ts';
import type { NewSheet, WorkbookWriter } from './workbook-writer.ts';

/** Reads the view settings of an OpenDocument sheet: which rows and columns are frozen. */
function paneReader(): {
  open: (name: string, attributes: string) => void;
  text: (text: string) => void;
  close: (name: string) => void;
  of: (sheet: string) => Pick<NewSheet, 'frozenRows' | 'frozenColumns' | 'lines'>;
} {
  const sheets = new Map<string, Map<string, string>>();
  let [tables, current, item] = [false, undefined as Map<string, string> | undefined, ''];
  return {
    open(name, attributes) {
      const called = attributeOf(attributes, 'name') ?? '';
      if (name === 'config-item-map-named') tables = called === 'Tables';
      else if (name === 'config-item-map-entry' && tables && sheets.size < 10_000) sheets.set(called, (current = new Map()));
      else if (name === 'config-item') item = called;
    },
    text(text) {
      if (item !== '') current?.set(item, text);
    },
    close(name) {
      if (name === 'config-item') item = '';
      else if (name === 'config-item-map-named') [tables, current] = [false, undefined];
    },
    of(sheet) {
      const facts = sheets.get(sheet);
      // 2 is frozen, 1 is merely split
      const frozen = (axis: string): number =>
        facts?.get(`${axis}SplitMode`) === '2' ? Number(facts.get(`${axis}SplitPosition`)) || 0 : 0;
      return { frozenRows: frozen('Vertical'), frozenColumns: frozen('Horizontal'), lines: facts?.get('ShowGrid') !== 'false' };
    },
  };
}

/** Drawings over a sheet contain tables and texts of their own, and so does the list of tracked changes. */
const skippedElements = new Set([
  'shapes',
  'frame',
  'custom-shape',
  'control',
  'g',
  'tracked-changes',
  'chart',
  'caption',
  'rect',
  'ellipse',
  'circle',
  'line',
  'polyline',
  'polygon',
  'path',
  'connector',
  'measure',
]);

/** Whether a zip is an OpenDocument spreadsheet. */
export const isOpenDocument = (zip: ZipParts): boolean => zip.names.includes('content.xml') && !zip.names.includes('word/document.xml');

/** Reads an OpenDocument workbook: ods and ots. */
export async function readOpenDocumentWorkbook(zip: ZipParts, book: WorkbookWriter): Promise<void> {
  let encrypted = false;
  await scanXml(zip.read('META-INF/manifest.xml'), {
    open: (name) => {
      encrypted ||= name === 'encryption-data';
    },
  });
  if (encrypted) throw new TaskFailure('encrypted');
  const reader = new DocumentReader(book, await chartParts(zip));
  for (const part of ['settings.xml', 'styles.xml', 'content.xml']) await scanXml(zip.read(part), reader);
  reader.end();
}

/** Reads an OpenDocument workbook in one XML file: fods. */
export async function readFlatOpenDocument(chunks: AsyncIterable<Buffer>, book: WorkbookWriter): Promise<void> {
  const reader = new DocumentReader(book, new Set());
  await scanXml(chunks, reader);
  reader.end();
}

class DocumentReader implements ScanEvents {
  readonly #book: WorkbookWriter;
  readonly #styles = styleTable();
  readonly #panes = paneReader();
  readonly #sheets: Array<{ name: string; sheet: OpenDocumentSheet }> = [];
  readonly #filters = new Map<string, [number, number, number, number]>();
  readonly #drawn: OpenDocumentOverlays;
  #sheet: OpenDocumentSheet | undefined;
  #away = 0;
  #within = 0;
  #note: string | undefined;

  constructor(book: WorkbookWriter, charts: ReadonlySet<string>) {
    this.#book = book;
    this.#drawn = new OpenDocumentOverlays(charts);
  }

  open(name: string, attributes: string): void {
    if (this.#sheet !== undefined) this.#drawn.open(name, attributes);
    if (skippedElements.has(name)) this.#away++;
    if (this.#away > 0) return;
    if (name === 'table') this.#begin(attributes);
    else if (this.#sheet === undefined) {
      this.#styles.open(name, attributes);
      this.#panes.open(name, attributes);
      if (name === 'database-range') readFilter(attributes, this.#filters);
    } else if (name === 'annotation') this.#note = '';
    else if (name === 'p') {
      this.#within++;
      if (this.#note === undefined) this.#sheet.paragraph();
      else this.#note += '\n';
    } else openInSheet(this.#sheet, name, attributes);
  }

  close(name: string): void {
    if (this.#sheet !== undefined) this.#drawn.close(this.#sheet.drawn);
    if (skippedElements.has(name)) this.#away--;
    if (this.#away > 0) return;
    if (this.#sheet === undefined) return this.#panes.close(name);
    if (name === 'annotation') {
      this.#sheet.note(this.#note ?? '');
      this.#note = undefined;
    } else if (name === 'p') this.#within--;
    else if (name === 'table-cell' || name === 'covered-table-cell') this.#sheet.endCell();
    else if (name === 'table-row') this.#sheet.endRow();
    else if (name === 'table') this.#sheet = undefined;
  }

  text(piece: string): void {
    if (this.#away > 0) return;
    if (this.#sheet === undefined) this.#panes.text(piece);
    else if (this.#within > 0 && this.#note === undefined) this.#sheet.text(piece);
    else if (this.#within > 0 && (this.#note?.length ?? 0) < 4000) this.#note += piece;
  }

  /** Facts about a sheet may follow all sheets: they are complete only now. */
  end(): void {
    for (const { name, sheet } of this.#sheets) {
      const filter = this.#filters.get(name);
      sheet.writer.done({ ...sheet.facts(), ...this.#panes.of(name), ...(filter && { filter }) });
    }
  }

  #begin(attributes: string): void {
    const name = attributeOf(attributes, 'name') ?? '';
    const hidden = this.#styles.find(attributeOf(attributes, 'style-name'))?.hidden ?? false;
    this.#sheet = new OpenDocumentSheet({ book: this.#book, styles: this.#styles, name, hidden });
    this.#sheets.push({ name, sheet: this.#sheet });
  }
}

function openInSheet(sheet: OpenDocumentSheet, name: string, attributes: string): void {
  if (name === 'table-cell' || name === 'covered-table-cell') sheet.startCell(attributes, name === 'covered-table-cell');
  else if (name === 'table-row') sheet.startRow(attributes);
  else if (name === 'table-column') sheet.column(attributes);
  else if (name === 's') sheet.text(' '.repeat(Math.min(1000, numberOf(attributes, 'c', 1))));
  else if (name === 'tab') sheet.text('\t');
  else if (name === 'line-break') sheet.text('\n');
  else if (name === 'a') sheet.link(attributeOf(attributes, 'href') ?? '');
}

/** `Sheet1.A1:Sheet1.C9`, the name in quotes where it contains more than letters. */
function readFilter(attributes: string, filters: Map<string, [number, number, number, number]>): void {
  const [from, to] = (attributeOf(attributes, 'target-range-address') ?? '').replaceAll('$', '').split(':');
  const [, name = '', first = ''] = /^(.*)\.([A-Z]+\d+)$/.exec(from ?? '') ?? [];
  const last = /([A-Z]+\d+)$/.exec(to ?? '')?.[1];
  const range = parseRange(`${first}:${last ?? first}`);
  if (range && attributeOf(attributes, 'display-filter-buttons') === 'true') filters.set(name.replace(/^'(.*)'$/, '$1'), range);
}
