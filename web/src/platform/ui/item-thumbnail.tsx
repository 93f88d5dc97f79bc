import { type ReactNode, useState } from 'react';
import { type ThumbnailSubject, useThumbnail } from '../thumbnails.ts';
import { FileIcon } from './file-icon.tsx';
import styles from './item-thumbnail.module.css';

/** Where the pointer may ask for a larger picture of an item: of a row that shows none, the picture is looked for once the pointer is there. */
export function ThumbnailHoverArea({ item, children }: { item: ThumbnailSubject; children: ReactNode }): ReactNode {
  const [near, setNear] = useState(false);
  const { picture } = useThumbnail(near ? item : undefined);
  return (
    <span data-glance={picture?.url ?? ''} data-shape={aspectRatio(picture)} onPointerEnter={() => setNear(true)}>
      {children}
    </span>
  );
}

/** A picture's width and height, for whoever shows it larger. */
const aspectRatio = (picture: { width?: number | undefined; height?: number | undefined } | undefined): string | undefined =>
  picture?.width === undefined ? undefined : `${picture.width}/${picture.height}`;

interface ItemThumbnailProps {
  item: ThumbnailSubject;
  /** Of the icon that stands there until the picture does, and where there is none. */
  icon: number;
  /** The picture fills its place and may lose its edges. */
  fill?: boolean;
}

/** What is smaller, in pixels, is not blown up to fill a place. */
const tinyPixels = 96;

/** The small picture of an item in a place of fixed size, or its icon; decoration only, the name beside it speaks. */
export function ItemThumbnail({ item, icon, fill = false }: ItemThumbnailProps): ReactNode {
  const { picture, lose } = useThumbnail(item);
  const [shown, setShown] = useState({ url: '', isTiny: false });
  const url = picture?.url;
  const here = url !== undefined && shown.url === url;
  return (
    <span className={styles.place} data-glance={url} data-shape={aspectRatio(picture)} data-state={here ? 'shown' : picture?.state}>
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
            setShown({ url, isTiny: Math.max(naturalWidth, naturalHeight) < tinyPixels })
          }
          onError={lose}
        />
      )}
    </span>
  );
}
