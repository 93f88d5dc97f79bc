import type { reviews } from '@dossier/contract/reviews';
import type { OutputOf } from '@dossier/contract/route';
import { type ReactNode, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useText } from '../../ground/text.ts';
import { dayOf } from './review-day.ts';
import { useReviewRows } from './use-review-file.ts';
import styles from './pages.module.css';

type Sheet = OutputOf<typeof reviews.sheet>;

/** Prints what is drawn while `printing`. */
export function usePrint(): { printing: boolean; print: () => void } {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    if (!printing) return;
    const done = (): void => setPrinting(false);
    addEventListener('afterprint', done);
    window.print();
    return () => removeEventListener('afterprint', done);
  }, [printing]);
  return { printing, print: () => setPrinting(true) };
}

/** The whole sheet as it goes on paper, beside the page and in its place while it is printed. */
export function ReviewPaper({ sheet }: { sheet: Sheet }): ReactNode {
  const t = useText('permissions');
  const { head, rows } = useReviewRows(sheet);
  return createPortal(
    <div className={styles.paper} aria-hidden>
      <h1>{t('reviewTitle', { name: sheet.objName })}</h1>
      <p>
        {t('reviewOpened', { name: sheet.openedBy, time: dayOf(sheet.openedAt) })}
        {sheet.closedAt !== undefined && ` · ${t('reviewClosed', { name: sheet.closedBy ?? '', time: dayOf(sheet.closedAt) })}`}
        {` · ${t('owner')}: ${sheet.ownerName}`}
      </p>
      {sheet.notes !== '' && <p>{sheet.notes}</p>}
      <table>
        <thead>
          <tr>
            {head.map((title) => (
              <th key={title}>{title}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, cells }) => (
            <tr key={id}>
              {cells.map((cell, at) => (
                <td key={head[at]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>,
    document.body,
  );
}
