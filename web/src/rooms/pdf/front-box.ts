interface Size {
  width: number;
  height: number;
}

/** Where something stands in the room for pages, in CSS pixels. */
export interface FrontBox extends Size {
  left: number;
}

/** A page is not shown larger than this at first; where it would be, it is shown at a size that reads well. */
const most = { fitting: 1.5, instead: 1.25 };

/** How large pages are shown at first: slides whole, others as wide as the room, up to a readable size. */
export const startingFit = (page: Size, room: Size): 'page-fit' | 'page-width' | number => {
  if (page.width > page.height) return 'page-fit';
  return room.width / page.width > most.fitting ? most.instead : 'page-width';
};

/** Where the first page will stand; `page` is its size at the scale 1. */
export function frontBox(page: Size, room: Size): FrontBox {
  const fit = startingFit(page, room);
  const wide = room.width / page.width;
  const scale = typeof fit === 'number' ? fit : fit === 'page-width' ? wide : Math.min(wide, room.height / page.height);
  const [width, height] = [Math.floor(page.width * scale), Math.floor(page.height * scale)];
  return { width, height, left: Math.max(0, (room.width - width) / 2) };
}
