import type { SheetRow } from '@dossier/contract/preview/workbooks';

/** The type of a column, which picks the labels of its two sort orders. */
export type ColumnKind = 'text' | 'number' | 'time';

/** The rows sampled. */
const looked = 100;
/** The fraction of numbers that makes a numeric column; a few texts among them do not count. */
const most = 0.8;

const byDigits = /^\d{1,4}([-/.]|年)\d{1,2}([-/.]|月)(\d{1,4}日?)?([ T]|$)/;
const byMonth = /^(\d{1,2}[-. ])?(jan|ene|feb|mar|apr|abr|may|jun|jul|aug|ago|sep|oct|nov|dec|dic)\p{L}*\.?[- ](\d{1,2},? )?\d{2,4}$/iu;
const isTime = (text: string): boolean => byDigits.test(text) || byMonth.test(text);

/** The type of a column, from the loaded rows below its header. */
export function columnKindOf(at: (place: number) => SheetRow | undefined, column: number, header: number): ColumnKind {
  const cells = Array.from({ length: looked }, (_, place) => at(header + place)).flatMap((row) => {
    const text = row?.texts[column - row.at]?.trim() ?? '';
    return row === undefined || text === '' ? [] : [{ text, value: row.values[column - row.at] ?? null }];
  });
  const share = (count: number): boolean => cells.length > 0 && count / cells.length >= most;
  if (share(cells.filter(({ text }) => isTime(text)).length)) return 'time';
  return share(cells.filter(({ value }) => value !== null).length) ? 'number' : 'text';
}
