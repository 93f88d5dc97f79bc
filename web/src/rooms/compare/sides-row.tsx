import type { ComparedSide } from '@dossier/contract/compare';
import { objType } from '@dossier/contract/rights';
import type { ReactNode } from 'react';
import { useText } from '../../ground/text.ts';
import { FileIcon } from '../../ground/ui/file-icon.tsx';
import { Time } from '../../ground/ui/time.tsx';
import { sideName } from './change-words.tsx';
import styles from './frame.module.css';
import type { Comparison } from './use-comparison.ts';

/** Which two are compared. */
export function SidesRow({ open: { before, after } }: { open: Comparison }): ReactNode {
  const t = useText('compare');
  const isSame = before.view.id === after.view.id;
  const side = (of: ComparedSide, label: string): ReactNode => (
    <div>
      <em>{label}</em>
      <FileIcon objType={objType.document} ext={of.view.ext} size={16} />
      <strong title={of.view.name}>{sideName(t, of, isSame)}</strong>
      <span>
        {of.card.creatorName}, <Time iso={of.card.createTime} />
      </span>
    </div>
  );
  return (
    <div className={styles.sides}>
      {side(before, t('before'))}
      {side(after, t('after'))}
    </div>
  );
}
