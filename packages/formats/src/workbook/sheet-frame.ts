import { TaskFailure } from '../task.ts';

/** A sheet without its rows, and its rows. */
export interface SheetPieces {
  /** The sheet with an empty element in place of its rows. */
  frame: string;
  /** Of the elements of the sheet, with its colon. */
  prefix: string;
  rows: string;
}

const opening = /<([\w.-]+:)?sheetData(?:\s[^<>]*?)?(\/?)>/;

/** Takes the rows out of the text of a sheet. */
export function sheetPieces(text: string): SheetPieces {
  const open = opening.exec(text);
  if (open === null) throw new TaskFailure('broken');
  const prefix = open[1] ?? '';
  const from = open.index + open[0].length;
  const empty = `<${prefix}sheetData/>`;
  if (open[2] === '/') return { frame: text.slice(0, open.index) + empty + text.slice(from), prefix, rows: '' };
  const close = `</${prefix}sheetData>`;
  const to = text.indexOf(close, from);
  if (to < 0) throw new TaskFailure('broken');
  return { frame: text.slice(0, open.index) + empty + text.slice(to + close.length), prefix, rows: text.slice(from, to) };
}

/** The text of a sheet from its frame and its rows. */
export function joinedSheet({ frame, prefix, rows }: SheetPieces): string {
  const empty = `<${prefix}sheetData/>`;
  const at = frame.indexOf(empty);
  return `${frame.slice(0, at)}<${prefix}sheetData>${rows}</${prefix}sheetData>${frame.slice(at + empty.length)}`;
}

/** The children of a worksheet in the order of its schema. */
export const sheetOrder = (
  'sheetPr dimension sheetViews sheetFormatPr cols sheetData sheetCalcPr sheetProtection protectedRanges scenarios autoFilter sortState dataConsolidate ' +
  'customSheetViews mergeCells phoneticPr conditionalFormatting dataValidations hyperlinks printOptions pageMargins pageSetup headerFooter rowBreaks ' +
  'colBreaks customProperties cellWatches ignoredErrors smartTags drawing legacyDrawing legacyDrawingHF drawingHF picture oleObjects controls ' +
  'webPublishItems tableParts extLst'
).split(' ');
