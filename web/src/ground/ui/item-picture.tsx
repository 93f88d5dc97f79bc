import { type ReactNode, useState } from 'react';
import { type Pictured, usePicture } from '../pictures.ts';
import { FileIcon } from './file-icon.tsx';
import { shapeOf } from './item-spot.tsx';
import styles from './item-picture.module.css';

interface ItemPictureProps {
  item: Pictured;
  /** Of the icon that stands there until the picture does, and where there is none. */
  icon: number;
  /** The picture fills its place and may lose its edges. */
  fill?: boolean;
}

/** What is smaller, in pixels, is not blown up to fill a place. */
const tiny = 96;

/** The small picture of an item in a place of fixed size, or its icon; decoration only, the name beside it speaks. */
export function ItemPicture({ item, icon, fill = false }: ItemPictureProps): ReactNode {
  const { picture, lose } = usePicture(item);
  const [shown, setShown] = useState({ url: '', isTiny: false });
  const url = picture?.url;
  const here = url !== undefined && shown.url === url;
  return (
    <span className={styles.place} data-glance={url} data-shape={shapeOf(picture)} data-state={here ? 'shown' : picture?.state}>
      {!here && <FileIcon objType={item.objType} size={icon} {...(item.ext && { ext: item.ext })} />}
      {url !== undefined && (
        <img
          className={fill && !shown.isTiny ? styles.fill : styles.whole}
          src={url}
          alt=""
          decoding="async"
          draggable={false}
          hidden={!here}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            setShown({ url, isTiny: Math.max(naturalWidth, naturalHeight) < tiny })
          }
          onError={lose}
        />
      )}
    </span>
  );
}
