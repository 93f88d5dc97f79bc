import { sharePaths } from '@dossier/contract/share-pages';
import { useLocation } from '@tanstack/react-router';

/** The pages of one way through a link: that of the desk, of a frame around it, or of the phone. */
export interface Way {
  door: string;
  password: string;
  list: string;
  view: string;
  media: string;
  pdf: string;
}

const { desk, framed, phone } = sharePaths;

export const deskWay: Way = { ...desk, pdf: desk.view };
export const phoneWay: Way = phone;
const framedWay: Way = { ...deskWay, ...framed };

/** The way that an address lies on. */
export function wayOf(path: string): Way {
  if (path === phone.pdf || path === phone.door || path.startsWith(`${phone.door}/`)) return phoneWay;
  return path === framed.door || path.startsWith(`${framed.door}/`) ? framedWay : deskWay;
}

/** The way that the page lies on. */
export const useWay = (): Way => wayOf(useLocation({ select: ({ pathname }) => pathname }));
