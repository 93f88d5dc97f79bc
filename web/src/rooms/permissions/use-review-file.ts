import type { ReviewLine, reviews } from '@dossier/contract/reviews';
import type { OutputOf } from '@dossier/contract/route';
import { saveCsv } from '../../ground/csv.ts';
import { useText } from '../../ground/text.ts';
import { useGranteeName } from '../people/role-name.ts';
import { levelWords } from './grant-fields.tsx';
import { dayOf } from './review-day.ts';

type Sheet = OutputOf<typeof reviews.sheet>;

/** A review as a table of texts. */
export function useReviewRows(sheet: Sheet): { head: string[]; rows: { id: string; cells: string[] }[] } {
  const t = useText('permissions');
  const granteeName = useGranteeName();
  const head = [
    t('place'),
    t('inherited'),
    t('grantee'),
    t('level'),
    t('reach'),
    t('deadline'),
    t('givenBy'),
    t('result'),
    t('decidedBy'),
    t('note'),
  ];
  const cells = (line: ReviewLine): string[] => {
    const { level, handOn, reach, deadline, givenBy, givenAt } = line.now ?? line;
    const most = handOn === undefined ? [] : [t('handsOnLevel', { level: levelWords(t, handOn) })];
    return [
      [line.path, line.objName].filter(Boolean).join('/'),
      line.ownList ? t('ownListHere') : '',
      granteeName(line.granteeType, line.granteeName),
      [levelWords(t, level), ...most].join(' · '),
      t(`reach_${reach}`),
      deadline === undefined ? t('permanent') : dayOf(deadline),
      `${givenBy} · ${dayOf(givenAt)}`,
      [t(`result_${line.result}`), ...(line.now === undefined ? [] : [t('changedSince')])].join(' · '),
      line.decidedBy === undefined ? '' : `${line.decidedBy} · ${dayOf(line.decidedAt ?? '')}`,
      line.note,
    ];
  };
  return { head, rows: sheet.lines.map((line) => ({ id: line.id, cells: cells(line) })) };
}

/** Saves a review as a table. */
export function useReviewFile(sheet: Sheet): () => void {
  const t = useText('permissions');
  const { head, rows } = useReviewRows(sheet);
  return () => saveCsv(t('reviewTitle', { name: sheet.objName }), [head, ...rows.map((row) => row.cells)]);
}
