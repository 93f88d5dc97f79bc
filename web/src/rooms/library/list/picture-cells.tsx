import type { Item } from '@dossier/contract/library';
import type { ReactNode } from 'react';
import { ItemPicture } from '../../../ground/ui/item-picture.tsx';
import { Size } from '../../../ground/ui/size.tsx';
import { Time } from '../../../ground/ui/time.tsx';
import { Marks, NameWords } from './name-cell.tsx';
import styles from './picture-cells.module.css';
import { RenameInput } from './rename-input.tsx';

interface CellProps {
  item: Item;
  renaming: boolean;
}

/** A card of the grid. */
export function ItemCard({ item, renaming }: CellProps): ReactNode {
  return (
    <div className={styles.card}>
      <span className={styles.marks}>
        <Marks item={item} />
      </span>
      <span className={styles.tile}>
        <ItemPicture item={item} icon={56} />
      </span>
      {renaming ? (
        <RenameInput item={item} />
      ) : (
        <span className={styles.name} title={item.name}>
          {item.name}
        </span>
      )}
      <span className={styles.facts}>
        {/* what a long name loses first, and a picture does not tell */}
        {item.ext !== undefined && item.ext !== '' && <span className={styles.ext}>{`${item.ext} · `}</span>}
        {item.size === undefined ? <Time iso={item.updateTime} /> : <Size bytes={item.size} />}
      </span>
    </div>
  );
}

/** A card of the gallery: the picture, and its name below. */
export function GalleryCard({ item, renaming }: CellProps): ReactNode {
  return (
    <div className={styles.gallery}>
      <span className={styles.large}>
        <ItemPicture item={item} icon={72} fill />
      </span>
      {renaming ? (
        <RenameInput item={item} />
      ) : (
        <span className={styles.caption}>
          <NameWords item={item} />
          <Marks item={item} />
        </span>
      )}
    </div>
  );
}

/** A row with a picture, and two lines of facts. */
export function SnapshotCell({ item, renaming }: CellProps): ReactNode {
  return (
    <div className={styles.snapshot}>
      <span className={styles.small}>
        <ItemPicture item={item} icon={36} />
      </span>
      <div className={styles.words}>
        {renaming ? (
          <RenameInput item={item} />
        ) : (
          <span className={styles.title}>
            <NameWords item={item} />
            <Marks item={item} />
          </span>
        )}
        <span className={styles.line}>
          <Time iso={item.updateTime} />
          {item.size !== undefined && (
            <>
              {' · '}
              <Size bytes={item.size} />
            </>
          )}
          {` · ${item.updaterName ?? item.creatorName}`}
        </span>
        {item.description !== undefined && item.description !== '' && <span className={styles.line}>{item.description}</span>}
      </div>
    </div>
  );
}
