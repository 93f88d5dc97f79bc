import type { ReactNode } from 'react';
import { type Sorting, sortFields } from './sorting.ts';
import { useText } from '../../ground/text.ts';
import styles from './table.module.css';

const choices: Sorting[] = sortFields.flatMap((sortField) =>
  (['asc', 'desc'] as const).map((sortDirection) => ({ sortField, sortDirection })),
);

/** The order of a list where it has no head to press: on phones. */
export function Sorter({ sorting, sort }: { sorting: Sorting; sort: (next: Sorting) => void }): ReactNode {
  const t = useText('visits');
  const at = choices.findIndex((one) => one.sortField === sorting.sortField && one.sortDirection === sorting.sortDirection);
  return (
    <select
      className={styles.sorter}
      aria-label={t('order')}
      value={at}
      onChange={({ target }) => sort(choices[Number(target.value)] ?? sorting)}
    >
      {choices.map(({ sortField, sortDirection }, index) => (
        <option key={`${sortField} ${sortDirection}`} value={index}>
          {t(sortField)} {sortDirection === 'asc' ? '↑' : '↓'}
        </option>
      ))}
    </select>
  );
}
