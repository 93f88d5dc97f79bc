import { objType } from '@dossier/contract/rights';
import type { ReactNode } from 'react';
import { FileIcon } from '../../ground/ui/file-icon.tsx';
import styles from './picture.module.css';

/** What stands in the place of a picture that cannot be shown: its kind, its name and why. */
export function PictureFailure({ name, ext, reason }: { name: string; ext: string; reason: string }): ReactNode {
  return (
    <div className={styles.failure} role="alert">
      <FileIcon objType={objType.document} ext={ext} size={72} />
      <p>{name}</p>
      <p>{reason}</p>
    </div>
  );
}
