import type { ListedEntry } from '@dossier/contract/listings';
import type { ReactNode } from 'react';
import { useText } from '../../ground/text.ts';
import { Size } from '../../ground/ui/size.tsx';
import { ArchiveTable } from './archive-table.tsx';
import styles from './archive.module.css';
import type { TreeState } from './use-tree.ts';

/** What an archive was read as. */
export interface Listed {
  entries: ListedEntry[];
  cut: boolean;
  damaged: boolean;
}

interface ArchiveViewProps {
  listed: Listed;
  state: TreeState;
  label: string;
  open: (place: number) => void;
  take: ((place: number) => void) | undefined;
}

/** An archive: how much there is in it, what is wrong with it, and its tree. */
export function ArchiveView({ listed, state, label, open, take }: ArchiveViewProps): ReactNode {
  const t = useText('listings');
  const { files, bytes } = state.tree;
  return (
    <div className={styles.sheet}>
      <p className={styles.facts} role="status">
        <span>{t('nFiles', { n: files })}</span>
        <span>
          {t('unpacked')} <Size bytes={bytes} />
        </span>
        {listed.cut && <span className={styles.warning}>{t('cut', { n: listed.entries.length })}</span>}
        {listed.damaged && <span className={styles.warning}>{t('damaged')}</span>}
      </p>
      <ArchiveTable state={state} label={label} open={open} take={take} />
    </div>
  );
}
