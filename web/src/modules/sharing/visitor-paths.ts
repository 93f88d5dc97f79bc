import { sharePaths } from '@dossier/contract/sharing/share-pages';
import { useLocation } from '@tanstack/react-router';

/** The share pages of one layout: desktop, frame, or phone. */
export interface LinkPaths {
  door: string;
  password: string;
  list: string;
  view: string;
  media: string;
  edit: string;
  pdf: string;
}

const { desk, framed, phone } = sharePaths;

export const desktopPaths: LinkPaths = { ...desk, pdf: desk.view };
export const phonePaths: LinkPaths = phone;
const framedPaths: LinkPaths = { ...desktopPaths, ...framed };

/** The layout that an address belongs to. */
export function linkPathsOf(path: string): LinkPaths {
  if (path === phone.pdf || path === phone.door || path.startsWith(`${phone.door}/`)) return phonePaths;
  return path === framed.door || path.startsWith(`${framed.door}/`) ? framedPaths : desktopPaths;
}

/** The layout of the current page. */
export const useLinkPaths = (): LinkPaths => linkPathsOf(useLocation({ select: ({ pathname }) => pathname }));
