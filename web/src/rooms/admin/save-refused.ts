import { personColumns, type RowFate, type RowResult } from '@dossier/contract/people-import';
import { saveCsv } from '../../ground/csv.ts';
import type { TextOf } from '../../ground/text.ts';
import { reasonWords } from './fate-words.tsx';

/** Saves refused rows with the reasons, to be mended and imported again. */
export function saveRefused(t: TextOf<'admin'>, rows: readonly RowFate[], results: readonly RowResult[] = []): void {
  const refused = new Map(results.filter(({ fate }) => fate === 'refuse').map((one) => [one.row, one]));
  const wanted = rows.filter((one) => one.fate === 'refuse' || refused.has(one.row));
  const head = [...personColumns.map((column) => t(`column_${column}`)), t('reason'), t('row')];
  const body = wanted.map((one) => [
    ...personColumns.map((column) => one.cells[column] ?? ''),
    reasonWords(t, refused.get(one.row) ?? one),
    String(one.row),
  ]);
  saveCsv(t('refusedFile'), [head, ...body]);
}
