import { sharePaths } from '@dossier/contract/sharing/share-pages';
import { useLocation } from '@tanstack/react-router';

/** The pages of one way through a link: that of the desk, of a frame around it, or of the phone. */
export interface LinkPaths {
  door: string;
  password: string;
  list: string;
  view: string;
  media: string;
  pdf: string;
}

const { desk, framed, phone } = sharePaths;

export const desktopPaths: LinkPaths = { ...desk, pdf: desk.view };
export const phonePaths: LinkPaths = phone;
const framedPaths: LinkPaths = { ...desktopPaths, ...framed };

/** The way that an address lies on. */
export function linkPathsOf(path: string): LinkPaths {
  if (path === phone.pdf || path === phone.door || path.startsWith(`${phone.door}/`)) return phonePaths;
  return path === framed.door || path.startsWith(`${framed.door}/`) ? framedPaths : desktopPaths;
}

/** The way that the page lies on. */
export const useLinkPaths = (): LinkPaths => linkPathsOf(useLocation({ select: ({ pathname }) => pathname }));
