import type { Hit } from '@dossier/contract/search';
import { type ReactNode, useMemo } from 'react';
import { type TextOf, useText } from '../../ground/text.ts';
import { ItemPicture } from '../../ground/ui/item-picture.tsx';
import { Size } from '../../ground/ui/size.tsx';
import { Time } from '../../ground/ui/time.tsx';
import { type AreaType, areaTitles } from '../library/area.ts';
import type { Column } from '../library/list/column.ts';
import { Marks, NameCell, NameWords } from '../library/list/name-cell.tsx';
import styles from './search.module.css';
import { Snippet } from './snippet.tsx';

/** The columns of results as a table. */
export function useHitColumns(): readonly Column<Hit>[] {
  const t = useText('search');
  return useMemo(
    (): Column<Hit>[] => [
      { id: 'name', label: t('name'), width: 0, min: 220, cell: (hit, { renaming }) => <Found hit={hit} renaming={renaming} /> },
      { id: 'path', label: t('path'), width: 260, cell: (hit) => <span title={whereOf(hit, t)}>{whereOf(hit, t)}</span> },
      { id: 'updater', label: t('updater'), width: 120, cell: (hit) => hit.updaterName ?? hit.creatorName },
      { id: 'updated', label: t('updateTime'), width: 120, end: true, cell: (hit) => <Time iso={hit.updateTime} /> },
      { id: 'size', label: t('size'), width: 96, end: true, cell: (hit) => hit.size !== undefined && <Size bytes={hit.size} /> },
    ],
    [t],
  );
}

/** Where a result lies: a cabinet lies in its area. */
function whereOf(hit: Hit, t: TextOf<'search'>): string {
  if (hit.path !== '') return hit.path;
  return t(areaTitles[hit.moduleType as AreaType] ?? 'allAreas');
}

/** The name of a result, and under it the line of its text in which the words stand. */
function Found({ hit, renaming }: { hit: Hit; renaming: boolean }): ReactNode {
  const name = <NameCell item={hit} renaming={renaming} />;
  if (hit.snippet === undefined || hit.snippet === '') return name;
  return (
    <div className={styles.found}>
      {name}
      <p className={styles.line}>
        <Snippet text={hit.snippet} />
      </p>
    </div>
  );
}

/** A result with the piece of its text in which the words stand. */
function Snapshot({ hit, renaming }: { hit: Hit; renaming: boolean }): ReactNode {
  const t = useText('search');
  return (
    <div className={styles.snapshot}>
      <span className={styles.picture}>
        <ItemPicture item={hit} icon={32} />
      </span>
      <div className={styles.words}>
        {renaming ? (
          <NameCell item={hit} renaming />
        ) : (
          <span className={styles.title}>
            <NameWords item={hit} />
            <Marks item={hit} />
          </span>
        )}
        <p className={styles.snippet}>{hit.snippet !== undefined && hit.snippet !== '' && <Snippet text={hit.snippet} />}</p>
        <span className={styles.facts}>
          {whereOf(hit, t)} · <Time iso={hit.updateTime} />
          {hit.size !== undefined && (
            <>
              {' · '}
              <Size bytes={hit.size} />
            </>
          )}
          {` · ${hit.updaterName ?? hit.creatorName}`}
        </span>
      </div>
    </div>
  );
}

/** The one column of results as snapshots. */
export const snapshotColumns: readonly Column<Hit>[] = [
  { id: 'name', label: '', width: 0, cell: (hit, { renaming }) => <Snapshot hit={hit} renaming={renaming} /> },
];
