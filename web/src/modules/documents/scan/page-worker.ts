import { type Corners, type Look, type Pixels, applyLook, isPage, straighten, wholePicture } from './page-pixels.ts';

/** A picture, and what is to be done to it. */
export interface PageRequest {
  readonly picture: Pixels;
  readonly corners: Corners;
  readonly look: Look;
}

const isWhole = (corners: Corners): boolean =>
  corners.every(({ x, y }, at) => x === wholePicture[at]?.x && y === wholePicture[at]?.y) || !isPage(corners);

self.addEventListener('message', ({ data: { picture, corners, look } }: MessageEvent<PageRequest>) => {
  const page = isWhole(corners) ? picture : straighten(picture, corners);
  applyLook(page, look);
  self.postMessage(page, { transfer: [page.data.buffer] });
});
