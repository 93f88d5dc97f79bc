/**
 * The position of an image under the square crop window: the image point at the window's centre, as fractions of its sides, and the zoom.
 */
export interface Crop {
  x: number;
  y: number;
  /** At 1 the shorter side fills the window. */
  zoom: number;
}

export interface Size {
  width: number;
  height: number;
}

export const mostZoom = 5;

/** The visible part of the image, in its own pixels. */
export function cutOf(picture: Size, crop: Crop): { left: number; top: number; side: number } {
  const side = Math.min(picture.width, picture.height) / crop.zoom;
  return { left: crop.x * picture.width - side / 2, top: crop.y * picture.height - side / 2, side };
}

/** The nearest crop at which the image covers the window. */
export function withinPicture(picture: Size, crop: Crop): Crop {
  const zoom = Math.min(mostZoom, Math.max(1, crop.zoom));
  const side = Math.min(picture.width, picture.height) / zoom;
  const within = (part: number, whole: number): number => Math.min(1 - side / 2 / whole, Math.max(side / 2 / whole, part));
  return { zoom, x: within(crop.x, picture.width), y: within(crop.y, picture.height) };
}

/** Moves the image by pixels of a window that is `shown` pixels wide. */
export function moved(picture: Size, crop: Crop, by: { x: number; y: number; shown: number }): Crop {
  const { side } = cutOf(picture, crop);
  const x = crop.x - (by.x / by.shown) * (side / picture.width);
  const y = crop.y - (by.y / by.shown) * (side / picture.height);
  return withinPicture(picture, { ...crop, x, y });
}

export const middle: Crop = { x: 0.5, y: 0.5, zoom: 1 };
