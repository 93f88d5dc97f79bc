import type { SheetRow } from '@dossier/contract/preview/workbooks';

/** What stands in a column, so that the words for its two orders fit. */
export type ColumnKind = 'text' | 'number' | 'time';

/** So many rows tell what the others hold. */
const looked = 100;
/** A few empty words among numbers do not make a column one of texts. */
const most = 0.8;

const byDigits = /^\d{1,4}([-/.]|年)\d{1,2}([-/.]|月)(\d{1,4}日?)?([ T]|$)/;
const byMonth = /^(\d{1,2}[-. ])?(jan|ene|feb|mar|apr|abr|may|jun|jul|aug|ago|sep|oct|nov|dec|dic)\p{L}*\.?[- ](\d{1,2},? )?\d{2,4}$/iu;
const isTime = (text: string): boolean => byDigits.test(text) || byMonth.test(text);

/** The kind of a column by the rows below its heads that have come so far. */
export function columnKindOf(at: (place: number) => SheetRow | undefined, column: number, header: number): ColumnKind {
  const cells = Array.from({ length: looked }, (_, place) => at(header + place)).flatMap((row) => {
    const text = row?.texts[column - row.at]?.trim() ?? '';
    return row === undefined || text === '' ? [] : [{ text, value: row.values[column - row.at] ?? null }];
  });
  const share = (count: number): boolean => cells.length > 0 && count / cells.length >= most;
  if (share(cells.filter(({ text }) => isTime(text)).length)) return 'time';
  return share(cells.filter(({ value }) => value !== null).length) ? 'number' : 'text';
}
