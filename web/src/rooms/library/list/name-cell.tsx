import { LockFilled, ShareAltOutlined, StarFilled } from '@ant-design/icons';
import type { Item } from '@dossier/contract/library';
import type { ReactNode } from 'react';
import { useText } from '../../../ground/text.ts';
import { FileIcon } from '../../../ground/ui/file-icon.tsx';
import { ItemPicture } from '../../../ground/ui/item-picture.tsx';
import { ItemSpot } from '../../../ground/ui/item-spot.tsx';
import { Size } from '../../../ground/ui/size.tsx';
import { Time } from '../../../ground/ui/time.tsx';
import { splitName } from './split-name.ts';
import styles from './name-cell.module.css';
import { RenameInput } from './rename-input.tsx';
import { TagMarks } from './tag-marks.tsx';

/** The name with its extension greyed. */
export function NameWords({ item }: { item: Pick<Item, 'name' | 'ext'> }): ReactNode {
  const { stem, ext } = splitName(item.name, item.ext);
  return (
    <span className={styles.words} title={item.name}>
      <span className={styles.stem}>{stem}</span>
      {ext !== '' && <span className={styles.ext}>{ext}</span>}
    </span>
  );
}

/** What is special about an item, in small signs with words on hover. */
export function Marks({ item }: { item: Item }): ReactNode {
  const t = useText('library');
  const locked = item.lockUserName === undefined ? undefined : t('lockedBy', { name: item.lockUserName });
  const version = (item.version ?? 1) > 1 ? t('versionN', { n: item.version ?? 1 }) : undefined;
  const tags = item.tags ?? [];
  if (locked === undefined && version === undefined && !item.favorite && item.shared !== true && tags.length === 0) return null;
  return (
    <span className={styles.marks}>
      {locked !== undefined && <LockFilled className={styles.lock} role="img" title={locked} aria-label={locked} />}
      {item.shared && (
        <ShareAltOutlined className={styles.shared ?? ''} role="img" title={t('sharedByYou')} aria-label={t('sharedByYou')} />
      )}
      {item.favorite && <StarFilled className={styles.star} role="img" title={t('favorite')} aria-label={t('favorite')} />}
      {version !== undefined && (
        <span className={styles.version} title={version}>
          v{item.version}
        </span>
      )}
      <TagMarks tags={tags} />
    </span>
  );
}

/** The first column: icon, name, marks; an input while it is renamed. */
export function NameCell({ item, renaming }: { item: Item; renaming: boolean }): ReactNode {
  return (
    <div className={styles.name}>
      <ItemSpot item={item}>
        <FileIcon objType={item.objType} ext={item.ext} />
      </ItemSpot>
      {renaming ? <RenameInput item={item} /> : <NameWords item={item} />}
      {!renaming && <Marks item={item} />}
    </div>
  );
}

/** A row on a phone: the name and one line of facts. */
export function PhoneCell({ item, renaming }: { item: Item; renaming: boolean }): ReactNode {
  return (
    <div className={styles.phone}>
      <span className={styles.picture}>
        <ItemPicture item={item} icon={32} />
      </span>
      {renaming ? (
        <RenameInput item={item} />
      ) : (
        <span className={styles.name}>
          <NameWords item={item} />
          <Marks item={item} />
        </span>
      )}
      <span className={styles.facts}>
        <Time iso={item.updateTime} />
        {item.size !== undefined && (
          <>
            {' · '}
            <Size bytes={item.size} />
          </>
        )}
        {` · ${item.updaterName ?? item.creatorName}`}
      </span>
    </div>
  );
}
