import { type ReactNode, useState } from 'react';
import { type Pictured, usePicture } from '../pictures.ts';

/** Where the pointer may ask for a larger picture of an item: of a row that shows none, the picture is looked for once the pointer is there. */
export function ItemSpot({ item, children }: { item: Pictured; children: ReactNode }): ReactNode {
  const [near, setNear] = useState(false);
  const { picture } = usePicture(near ? item : undefined);
  return (
    <span data-glance={picture?.url ?? ''} data-shape={shapeOf(picture)} onPointerEnter={() => setNear(true)}>
      {children}
    </span>
  );
}

/** A picture's width and height, for whoever shows it larger. */
export const shapeOf = (picture: { width?: number | undefined; height?: number | undefined } | undefined): string | undefined =>
  picture?.width === undefined ? undefined : `${picture.width}/${picture.height}`;
