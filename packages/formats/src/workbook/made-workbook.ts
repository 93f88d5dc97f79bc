import { emptyWorkbook } from '../office/empty-workbook.ts';
import { OfficePackage } from '../office/patch-package.ts';

/** What tests put into a workbook: the content of its first sheets after `sheetData`, and other parts by their names. */
export interface MadeWorkbook {
  /** Each the children of a worksheet; a second sheet is called Sheet2. */
  sheets: string[];
  /** Children of the workbook after its sheets. */
  book?: string;
  /** Parts by name: content type, and text. */
  parts?: Record<string, [type: string, text: string]>;
  /** Relationships: part, kind, target. */
  relations?: [part: string, kind: string, target: string][];
  styles?: (xml: string) => string;
}

const spaces =
  'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:xm="urn:xm" xmlns:x14="urn:x14"';

/** A worksheet as text. */
export const madeSheet = (children: string): string =>
  `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet ${spaces}>${children}</worksheet>`;

/** A workbook for tests. */
export function madeWorkbook({ sheets, book = '', parts = {}, relations = [], styles }: MadeWorkbook): Buffer {
  const made = new OfficePackage(emptyWorkbook());
  for (const [place, children] of sheets.entries()) {
    const path = `xl/worksheets/sheet${place + 1}.xml`;
    if (place === 0) made.put(path, madeSheet(children));
    else {
      made.add(path, 'application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml', madeSheet(children));
      const id = made.addRelation('xl/workbook.xml', 'worksheet', path);
      made.edit('xl/workbook.xml', (xml) => {
        const list = xml.child(xml.root, 'sheets');
        if (list) xml.append(list, `<sheet name="Sheet${place + 1}" sheetId="${place + 1}" r:id="${id}"/>`);
      });
    }
  }
  made.edit('xl/workbook.xml', (xml) => xml.append(xml.root, book));
  for (const [name, [type, text]] of Object.entries(parts)) made.add(name, type, text);
  for (const [part, kind, target] of relations) made.addRelation(part, kind, target);
  if (styles) made.put('xl/styles.xml', styles(made.text('xl/styles.xml')));
  return made.write();
}
