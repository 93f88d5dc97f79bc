import { type ReactNode, useState } from 'react';
import { type ThumbnailSubject, useThumbnail } from '../thumbnails.ts';
import { FileIcon } from './file-icon.tsx';
import styles from './item-thumbnail.module.css';

/** The area where resting the pointer enlarges an item's thumbnail; in rows without one it is requested then. */
export function ThumbnailHoverArea({ item, children }: { item: ThumbnailSubject; children: ReactNode }): ReactNode {
  const [near, setNear] = useState(false);
  const { picture } = useThumbnail(near ? item : undefined);
  return (
    <span data-glance={picture?.url ?? ''} data-shape={aspectRatio(picture)} onPointerEnter={() => setNear(true)}>
      {children}
    </span>
  );
}

/** The aspect ratio of a thumbnail, for the larger image. */
const aspectRatio = (picture: { width?: number | undefined; height?: number | undefined } | undefined): string | undefined =>
  picture?.width === undefined ? undefined : `${picture.width}/${picture.height}`;

interface ItemThumbnailProps {
  item: ThumbnailSubject;
  /** Size of the icon shown before the thumbnail, or instead of it. */
  icon: number;
  /** The thumbnail fills its area, and may be cropped. */
  fill?: boolean;
}

/** Smaller images, in pixels, are not enlarged to fill the area. */
const tinyPixels = 96;

/** The thumbnail of an item in an area of fixed size, or its icon; decorative, as the name is beside it. */
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
          className={fill && !shown.isTiny ? styles.fill : undefined}
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
